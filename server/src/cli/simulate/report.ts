import type { ConversationState } from '../../domain/conversation.ts';
import type { DraftRow } from '../../domain/inbox/rows.ts';
import type { PlannedEvent, PlannedKind } from './plan-simulation.ts';
import type { Posted } from './post-event.ts';

/** The events of a simulation, and how Understudy processed them. */
export interface SimulationReport {
  readonly connectionId: string;
  readonly seconds: number;
  readonly events: number;
  readonly told: Readonly<Record<PlannedKind, number>>;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly threads: number;
  /** The number of threads in which the creator wrote an answer. */
  readonly answeredByCreator: number;
  /** The number of replies that are waiting for the creator's approval or are queued, and could be sent unchanged. */
  readonly safeDrafts: number;
  /** The number of waiting or queued replies that need the creator's approval. */
  readonly draftsForCreator: number;
  /** The number of drafts that became outdated because of a newer message, an edit or an answer by the creator. */
  readonly superseded: number;
  /** The number of conversations that are waiting for the creator, with or without a draft. */
  readonly waitingForCreator: number;
  readonly unitsUsed: number;
  readonly hookP50Ms: number;
  readonly hookP99Ms: number;
  readonly sent: 0;
}

/** Computes the report from the sent events, the service's answers, and the stored drafts and conversations. */
export function reportOf(input: {
  readonly connectionId: string;
  readonly seconds: number;
  readonly told: readonly PlannedEvent[];
  readonly posted: readonly Posted[];
  readonly drafts: readonly Pick<DraftRow, 'state' | 'requiresCreator'>[];
  readonly states: readonly ConversationState[];
}): SimulationReport {
  const { connectionId, seconds, told, posted, drafts, states } = input;
  const count = (kind: PlannedKind) => told.filter((each) => each.kind === kind).length;
  const outcomes: Record<string, number> = {};
  for (const { outcome } of posted) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  const times = posted.map(({ ms }) => ms).toSorted((one, other) => one - other);
  const waiting = drafts.filter(({ state }) => state === 'waiting' || state === 'queued');
  const threadsOf = (events: readonly PlannedEvent[]) => new Set(events.map(({ event }) => event['threadId'])).size;
  return {
    connectionId,
    seconds: Math.round(seconds * 10) / 10,
    events: posted.length,
    told: { message: count('message'), edit: count('edit'), sticker: count('sticker'), answer: count('answer') },
    outcomes,
    threads: threadsOf(told),
    answeredByCreator: threadsOf(told.filter(({ kind }) => kind === 'answer')),
    safeDrafts: waiting.filter(({ requiresCreator }) => !requiresCreator).length,
    draftsForCreator: waiting.filter(({ requiresCreator }) => requiresCreator).length,
    superseded: drafts.filter(({ state }) => state === 'superseded').length,
    waitingForCreator: states.filter((state) => state === 'awaiting_owner').length,
    // A stored draft of a connected inbox uses one unit.
    unitsUsed: drafts.length,
    hookP50Ms: at(times, 0.5),
    hookP99Ms: at(times, 0.99),
    sent: 0,
  };
}

function at(sorted: readonly number[], part: number): number {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  return Math.round(value * 10) / 10;
}
