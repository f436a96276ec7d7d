import { setImmediate } from 'node:timers/promises';
import type { HistoryMessage } from '../../domain/conversation.ts';
import { type SeenHazard, seeHazards } from '../understand/see-hazards.ts';

export interface PastHazard {
  readonly index: number;
  readonly category: string;
  readonly rule: string;
  /** True if the message is more likely harmless than not. */
  readonly isMild: boolean;
  /** True if a message was sent to the fan after this one. */
  readonly isAnswered: boolean;
}

/**
 * The number of characters that are read from a message. Imported messages may be ten times as long as a message to be
 * answered.
 */
const longest = 2_000;
/** The number of characters after which other work gets a turn. */
const charactersAtOnce = 1_500;
/** The maximum number of messages whose findings are cached, by text. A thread is read for many drafts. */
const mostKept = 5_000;
const kept = new Map<string, SeenHazard | null>();
/** The number of latest messages in the thread in which a mild sign prevents automatic answers. */
const recentMessages = 2;

/**
 * Returns the hazards in the thread's inbound messages. A message that would be blocked or is probably a hazard rules
 * out automatic answers for the rest of the thread. A mild sign of danger counts only in recent messages. After a
 * hazard, nothing is sent without the creator, so a later message to the fan proves that the creator has seen the
 * hazard.
 */
export async function pastHazards(history: readonly HistoryMessage[]): Promise<PastHazard[]> {
  const found: PastHazard[] = [];
  const lastSent = history.findLastIndex(({ direction }) => direction === 'outbound');
  let characters = 0;
  for (const [index, message] of history.entries()) {
    if (message.direction !== 'inbound') continue;
    const text = message.body.slice(0, longest);
    let hazard = kept.get(text);
    if (hazard === undefined) {
      hazard = seeHazards(text);
      if (kept.size >= mostKept) kept.clear();
      kept.set(text, hazard);
      characters += text.length;
    }
    const isRecent = index >= history.length - recentMessages;
    if (hazard !== null && (!hazard.isMild || isRecent))
      found.push({
        index,
        category: hazard.category,
        rule: hazard.rule,
        isMild: hazard.isMild,
        isAnswered: index < lastSent,
      });
    if (characters < charactersAtOnce) continue;
    characters = 0;
    await setImmediate();
  }
  return found;
}
