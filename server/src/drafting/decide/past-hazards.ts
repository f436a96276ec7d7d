import type { HistoryMessage } from '../../domain/conversation.ts';
import { read } from '../understand/read.ts';

export interface PastHazard {
  readonly index: number;
  readonly category: string;
  readonly rule: string;
}

/** Imported messages may be ten times as long as one that is drafted for; the beginning tells. */
const longest = 2_000;

/** Inbound messages of the thread that would have been blocked: until the creator acts, nothing in it is automatic. */
export function pastHazards(history: readonly HistoryMessage[]): PastHazard[] {
  return history.flatMap((message, index) => {
    if (message.direction !== 'inbound') return [];
    const hazard = read(message.body.slice(0, longest)).hazards.find((found) => found.level === 'block');
    return hazard === undefined ? [] : [{ index, category: hazard.category, rule: hazard.rule }];
  });
}
