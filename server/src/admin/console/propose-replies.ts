import type { Thread } from '../../domain/console/review-contract.ts';
import { pastedChannel } from '../../domain/inbox/pasted-message.ts';
import type { DraftRow, MessageRow } from '../../domain/inbox/rows.ts';
import type { Persona } from '../../domain/persona.ts';
import type { TaughtClassifier } from '../../drafting/answer/taught-classifier.ts';
import type { DraftOutput, Engine } from '../../drafting/engine.ts';
import { guardReply } from '../../drafting/guard/guard-reply.ts';
import type { Suggestion } from '../../drafting/trace.ts';
import type { PersonaDraftRecord, ThreadRecord } from '../../store/console-port.ts';
import { historyLength, longestMessage } from './draft-bounds.ts';
import { quoteItems } from './outcome-of.ts';
import { isOutdated, unansweredIn } from './unanswered.ts';
import { whyNotAutomatic } from './why-not-automatic.ts';

const mostSuggestions = 4;

type Proposal = NonNullable<Thread['proposal']>;

/** The data that replies for a profile are drafted from: the live persona, and the classifier trained on it. */
export type DraftingProfile = Pick<PersonaDraftRecord, 'displayName' | 'published'> & {
  readonly classifier: TaughtClassifier | null;
};

/** Drafts possible answers to the waiting messages. Resolves to null if no message is waiting. */
export async function proposeReplies(
  engine: Engine,
  thread: Pick<ThreadRecord, 'conversation' | 'thread' | 'relationship' | 'drafts' | 'now'>,
  { published: persona, classifier, displayName }: DraftingProfile,
  workspaceId: string,
): Promise<Proposal | null> {
  const asked = unansweredIn(thread.thread);
  const first = asked[0];
  if (first === undefined) return null;
  const message = messageOf(asked);
  const output = await engine.draft({
    message,
    history: thread.thread
      .slice(0, thread.thread.indexOf(first))
      .filter(({ deletedAt, body }) => deletedAt === null && body !== '')
      .slice(-historyLength),
    displayName,
    persona,
    classifier,
    relationship: thread.relationship,
    awaitsCreator: false,
    now: thread.now,
    workspaceId,
  });
  const messageIds = asked.map(({ messageId }) => messageId);
  const isPasted = thread.conversation.channel === pastedChannel;
  const kept = thread.drafts.find((draft) => isKeptAnswer(draft, isPasted) && !isOutdated(draft, asked));
  const suggestions = suggestionsOf(output, persona, thread.now, kept?.reply ?? '');
  const claimed = suggestions.flatMap(({ claims }) => claims.flatMap(({ itemId }) => itemId ?? []));
  const { text: why, next } = whyNotAutomatic(output.trace['reasons']);
  return {
    messageIds,
    message,
    suggestions,
    gaps: suggestions.length === 0 ? [] : gapsOf(output, message),
    riskLevel: output.decision.riskLevel,
    why,
    next,
    items: quoteItems(persona, [...suggestions.flatMap(({ items }) => items), ...claimed]),
  };
}

/**
 * Joins the messages into one string. If the string is too long, drops the oldest messages. If the newest message alone
 * is too long, truncates it.
 */
function messageOf(asked: readonly MessageRow[]): string {
  const bodies = asked.map(({ body }) => body);
  while (bodies.length > 1 && [...bodies.join('\n')].length > longestMessage) bodies.shift();
  return [...bodies.join('\n')].slice(0, longestMessage).join('');
}

/**
 * Returns true for a usable draft that certainly answers the waiting messages. Only a connected inbox or a pasted
 * message identifies the messages that a draft answers.
 */
function isKeptAnswer({ connectionId, state, reply }: DraftRow, isPasted: boolean): boolean {
  return (connectionId !== null || isPasted) && state !== 'dismissed' && state !== 'sent' && reply !== '';
}

function suggestionsOf(
  { decision, trace }: DraftOutput,
  persona: Persona,
  now: number,
  kept: string,
): Proposal['suggestions'] {
  const { facts = [], offers = [], phrases = [] } = persona;
  const holding = phrases.filter(({ use }) => use === 'holding');
  const found = Array.isArray(trace['suggestions']) ? (trace['suggestions'] as readonly Suggestion[]) : [];
  const replies = [kept, decision.reply, ...found.map(({ reply }) => reply)];
  const signoffs = phrases.filter(({ use }) => use === 'signoff').map(({ text }) => `\n${text.trim()}`);
  const usedItems = [...facts, ...offers, ...phrases].map(({ id }) => id);
  const isWorth = (reply: string): boolean => reply !== '' && !holding.some(({ text }) => reply.endsWith(text));
  return [...new Set(replies.filter(isWorth))].slice(0, mostSuggestions).map((reply) => {
    const { claims } = guardReply({ reply, usedItems, persona, now, mediaAssetId: '' });
    const of = found.find((one) => one.reply === reply)?.items ?? claims.flatMap(({ itemId }) => itemId ?? []);
    const items = [...new Set(of)].filter((id) => !phrases.some((phrase) => phrase.id === id));
    const signoff = signoffs.find((text) => reply.endsWith(text)) ?? '';
    return {
      reply,
      items,
      claims: claims.map(({ kind, start, end, itemId }) => ({ kind, start, end, itemId })),
      signoffAt: reply.length - signoff.length,
    };
  });
}

/**
 * Returns the questions in the message that no item answers. Returns none if the proposed answer has at least as many
 * items as the message has questions.
 */
function gapsOf({ trace }: DraftOutput, message: string): string[] {
  const clauses = Array.isArray(trace['clauses']) ? trace['clauses'].map(Object) : [];
  const asking = clauses.filter(({ gate }) => gate === 'with-item' || gate === 'never');
  const answering = Object(trace['answer']).items;
  if (asking.length <= (Array.isArray(answering) ? answering.length : 0)) return [];
  return asking
    .filter(({ itemId }) => itemId === null)
    .map(({ start, end }) => message.slice(Number(start), Number(end)).trim())
    .filter((text) => text !== '');
}
