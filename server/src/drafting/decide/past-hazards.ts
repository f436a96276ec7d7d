import { setImmediate } from 'node:timers/promises';
import type { HistoryMessage } from '../../domain/conversation.ts';
import { type SeenHazard, seeHazards } from '../understand/see-hazards.ts';

export interface PastHazard {
  readonly index: number;
  readonly category: string;
  readonly rule: string;
}

/** Imported messages may be ten times as long as one that is drafted for; the beginning tells. */
const longest = 2_000;
/** Others get their turn after so many characters. */
const charactersAtOnce = 1_500;
/** A thread is drafted for again and again: what was found in its messages is kept, by their text, up to so many. */
const mostKept = 5_000;
const kept = new Map<string, SeenHazard | null>();
/** A mild sign holds what follows in the exchange that goes on: its last so many messages, by a rule or by the classifier's doubt. */
const recent = { ruled: 6, doubt: 2 } as const;

/**
 * Inbound messages of the thread that would have been blocked, or likely are hazards: until the creator acts, nothing in it is
 * automatic; and recent ones with any sign of danger.
 */
export async function pastHazards(history: readonly HistoryMessage[]): Promise<PastHazard[]> {
  const found: PastHazard[] = [];
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
    const isRecent = index >= history.length - (hazard?.rule.startsWith('learned.') ? recent.doubt : recent.ruled);
    if (hazard !== null && (!hazard.isMild || isRecent))
      found.push({ index, category: hazard.category, rule: hazard.rule });
    if (characters < charactersAtOnce) continue;
    characters = 0;
    await setImmediate();
  }
  return found;
}
