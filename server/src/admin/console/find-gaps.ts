import { ConsoleError } from '../../domain/console/console-error.ts';
import type { Gaps } from '../../domain/console/insight-contract.ts';
import { normalise } from '../../drafting/text/normalise.ts';
import { stem } from '../../drafting/text/stem.ts';
import { tokens } from '../../drafting/text/tokens.ts';
import { commonMembers } from '../../lib/common-members.ts';
import { longestMessage } from './draft-bounds.ts';
import type { RehearsalDeps } from './rehearse.ts';

const conversationsLookedAt = 300;
const mostGaps = 50;
const mostExamples = 5;
/** Two questions count as one question if they share this fraction of their words. */
const alike = 0.5;

interface Asked {
  readonly text: string;
  readonly intent: string;
  readonly conversationId: string;
  readonly words: ReadonlySet<string>;
}

/**
 * Finds recent questions that no approved item answers, and groups similar ones, so that the creator knows what to
 * write next.
 * @throws ConsoleError `console_not_found`
 */
export async function findGaps(
  { store, engine, classifiers, readPersona }: RehearsalDeps,
  place: { workspaceId: string; profileId: string },
): Promise<Gaps> {
  const record = await readPersona(place);
  if (record === null) throw new ConsoleError('console_not_found');
  const threads = await store.recentThreads({ ...place, limit: conversationsLookedAt });
  const asked: Asked[] = [];
  const { displayName, published: persona, now } = record;
  const classifier = await classifiers.get({ ...place, persona });
  for (const { conversationId, message: whole, history, relationship } of threads) {
    const message = whole.slice(0, longestMessage);
    const whose = { displayName, persona, classifier, relationship, workspaceId: place.workspaceId };
    const input = { ...whose, message, history, awaitsCreator: false, now };
    const { trace } = await engine.draft(input);
    for (const { start, end, intent } of unanswered(trace['clauses'])) {
      // A clause excludes the punctuation mark at its end, so a question mark is included here.
      const text = message.slice(start, message[end] === '?' ? end + 1 : end).trim();
      if (text !== '') asked.push({ text, intent, conversationId, words: wordsOf(text) });
    }
  }
  const groups = grouped(asked).toSorted((one, other) => other.length - one.length);
  const covered = threads.length - new Set(asked.map(({ conversationId }) => conversationId)).size;
  return { looked: threads.length, covered, gaps: groups.slice(0, mostGaps).map(gapOf) };
}

function unanswered(clauses: unknown): { start: number; end: number; intent: string }[] {
  if (!Array.isArray(clauses)) return [];
  return clauses.flatMap((clause) => {
    const { start, end, intent, outcome } = Object(clause);
    // A question is a gap if no item matches it, or if no matching item covers its subject. A question with two equally
    // good answers is not a gap.
    const isGap = typeof outcome === 'string' && outcome.startsWith('no-item') && outcome !== 'no-item:margin';
    return isGap ? [{ start: Number(start), end: Number(end), intent: String(intent) }] : [];
  });
}

function grouped(asked: readonly Asked[]): Asked[][] {
  const groups: Asked[][] = [];
  for (const question of asked) {
    const like = groups.find(([first]) => first !== undefined && isAlike(first, question));
    if (like === undefined) groups.push([question]);
    else like.push(question);
  }
  return groups;
}

function isAlike(one: Asked, other: Asked): boolean {
  if (one.intent !== other.intent) return false;
  const shared = commonMembers(one.words, other.words).length;
  return shared > 0 && shared / Math.min(one.words.size, other.words.size) >= alike;
}

function gapOf(group: readonly Asked[]): Gaps['gaps'][number] {
  const shortest = group.toSorted((one, other) => one.text.length - other.text.length);
  return {
    question: shortest[0]?.text ?? '',
    times: group.length,
    intent: shortest[0]?.intent ?? '',
    examples: group.slice(0, mostExamples).map(({ conversationId, text }) => ({ conversationId, text })),
  };
}

/** Returns the stems of a question's longer words, which usually carry its subject. */
function wordsOf(text: string): Set<string> {
  const words = tokens(normalise(text)).map(({ word }) => word);
  return new Set(words.filter((word) => word.length > 3).map((word) => stem(word)));
}
