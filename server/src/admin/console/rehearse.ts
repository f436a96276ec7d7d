import { ConsoleError } from '../../domain/console/console-error.ts';
import type { Rehearsal, RehearsedReply } from '../../domain/console/persona-contract.ts';
import type { Outcome } from '../../domain/console/shapes.ts';
import type { HistoryMessage, Relationship } from '../../domain/conversation.ts';
import type { Persona } from '../../domain/persona.ts';
import type { TaughtClassifier } from '../../drafting/answer/taught-classifier.ts';
import type { Engine } from '../../drafting/engine.ts';
import type { PersonaDraftRecord } from '../../store/console-port.ts';
import type { Store } from '../../store/port.ts';
import type { ClassifierShelf } from '../../teaching/classifier-shelf.ts';
import { longestMessage } from './draft-bounds.ts';
import { draftOf } from './draft-of.ts';
import { outcomeOf } from './outcome-of.ts';
import type { PersonaReader } from './persona-reader.ts';
import { type Expectation, meets, readTestCase } from './test-cases.ts';

const compared = ['reply', 'riskLevel', 'intent', 'requiresCreator', 'mediaAssetId'] as const;

interface Line {
  readonly source: RehearsedReply['source'];
  readonly id: string;
  readonly name: string;
  readonly contact: RehearsedReply['contact'];
  readonly message: string;
  readonly history: readonly HistoryMessage[];
  readonly relationship: Relationship | null;
  readonly expected: Expectation | null;
}

export interface RehearsalDeps {
  readonly store: Store;
  readonly engine: Engine;
  readonly classifiers: ClassifierShelf;
  readonly readPersona: PersonaReader;
}

/**
 * Drafts replies to a profile's last messages and test cases, with the live persona and with the draft. Charges and
 * stores nothing.
 * @throws ConsoleError `console_not_found`
 */
export async function rehearse(
  { store, engine, classifiers, readPersona }: RehearsalDeps,
  place: { workspaceId: string; profileId: string },
  messages: number,
): Promise<Rehearsal> {
  const { workspaceId, profileId } = place;
  const record = await readPersona({ workspaceId, profileId });
  if (record === null) throw new ConsoleError('console_not_found');
  const lines = await linesOf(store, { workspaceId, profileId }, messages);
  const draft = draftOf(record);
  const live = {
    persona: record.published,
    classifier: await classifiers.get({ ...place, persona: record.published }),
  };
  const changedTo = { persona: draft, classifier: await classifiers.ofDraft({ ...place, persona: draft }) };
  const changed: RehearsedReply[] = [];
  const failingCases: string[] = [];
  for (const line of lines) {
    const before = await draftWith(engine, { ...record, workspaceId }, live, line);
    const after = record.draft === null ? before : await draftWith(engine, { ...record, workspaceId }, changedTo, line);
    if (line.expected !== null && !meets(line.expected, after)) failingCases.push(line.id);
    const differs = compared.filter((part) => before[part] !== after[part]);
    if (differs.length === 0) continue;
    const { source, id, name, contact, message } = line;
    const becomes = judge(line.expected, before, after);
    changed.push({ source, id, name, contact, message, before, after, differs, becomes });
  }
  const order = { worse: 0, same: 1, better: 2 };
  changed.sort((one, other) => order[one.becomes] - order[other.becomes]);
  return {
    version: record.version,
    publishedRevision: record.publishedRevision,
    drafted: lines.length,
    unchanged: lines.length - changed.length,
    changed,
    failingCases,
  };
}

async function linesOf(
  store: Store,
  place: { workspaceId: string; profileId: string },
  messages: number,
): Promise<Line[]> {
  const threads = messages === 0 ? [] : await store.recentThreads({ ...place, limit: messages });
  const cases = (await store.listTestCases(place)).filter(({ profileId }) => profileId === place.profileId);
  return [
    ...threads.map(({ conversationId, contact, message, history, relationship }) => ({
      source: 'conversation' as const,
      id: conversationId,
      name: contact?.name ?? contact?.handle ?? '',
      contact,
      message: message.slice(0, longestMessage),
      history,
      relationship,
      expected: null,
    })),
    ...cases.map(readTestCase).map(({ id, name, message, history, expected }) => ({
      source: 'test_case' as const,
      id,
      name,
      contact: null,
      message,
      history: history.map((line) => ({ ...line, senderType: null, sentAt: null })),
      relationship: null,
      expected,
    })),
  ];
}

async function draftWith(
  engine: Engine,
  { displayName, now, workspaceId }: Pick<PersonaDraftRecord, 'displayName' | 'now'> & { workspaceId: string },
  { persona, classifier }: { persona: Persona; classifier: TaughtClassifier | null },
  { message, history, relationship }: Line,
): Promise<Outcome> {
  const awaitsCreator = false;
  const whose = { displayName, persona, classifier, relationship, awaitsCreator, workspaceId };
  const input = { ...whose, message, history, now };
  const output = await engine.draft(input);
  return outcomeOf(output, persona);
}

function judge(expected: Expectation | null, before: Outcome, after: Outcome): RehearsedReply['becomes'] {
  const good = (outcome: Outcome) => (expected === null ? outcome.riskLevel === 'safe' : meets(expected, outcome));
  if (good(before) === good(after)) return 'same';
  return good(after) ? 'better' : 'worse';
}
