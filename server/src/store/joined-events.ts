import { setTimeout as delay } from 'node:timers/promises';
import type { StepAnswer, StepInput } from '../domain/inbox/steps.ts';
import { errorCatalogue } from '../lib/error-catalogue.ts';
import { ServiceError, StoreUnavailable } from '../lib/errors.ts';

type Input = StepInput<'takeEvents'>;
type Answer = StepAnswer<'takeEvents'>;

interface Delivery {
  readonly workspaceId: string;
  readonly input: Input;
}

interface Waiting extends Delivery {
  /** Deliveries in the same lane can be processed in one step. */
  readonly lane: string;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

export interface JoinLimits {
  /** The maximum number of events in one step. A larger delivery gets its own step. */
  readonly mostEvents: number;
  /** The maximum number of a workspace's steps that are in progress at the same time. */
  readonly stepsAtOnce: number;
  /** The maximum number of a connection's events that may wait for a step. */
  readonly mostWaiting: number;
  /**
   * How long to wait before the next step, as a fraction of the duration of the last step, so that the store has time
   * for other work.
   */
  readonly pauseShare: number;
}

interface Line {
  waiting: Waiting[];
  inProgress: number;
  /** The recent average duration of a step per event, in milliseconds. */
  msPerEvent: number;
}

/**
 * Combines deliveries to a connection that arrive while steps of its workspace are in progress. A later step processes
 * the combined deliveries, in the order of their arrival. Each delivery gets its own results, as if it had its own
 * step. If the shared step fails, each delivery is retried on its own, so that one delivery does not fail the others. A
 * workspace that floods the service delays itself, and blocks the store for others for at most one short step. If too
 * many events of a connection are waiting, a further delivery is rejected immediately and in full.
 * @throws ServiceError `service_unavailable`
 */
export function joinEvents(
  step: (delivery: Delivery) => Promise<Answer>,
  { mostEvents, stepsAtOnce, mostWaiting, pauseShare }: JoinLimits,
): (delivery: Delivery) => Promise<Answer> {
  const lines = new Map<string, Line>();

  async function run(workspaceId: string): Promise<void> {
    const line = lines.get(workspaceId);
    if (line === undefined || line.inProgress >= stepsAtOnce) return;
    line.inProgress += 1;
    while (line.waiting.length > 0) {
      const group = nextOf(line.waiting, mostEvents);
      line.waiting = line.waiting.filter((each) => !group.includes(each));
      const startedMs = performance.now();
      await takeTogether(group);
      const pauseMs = line.waiting.length > 0 ? (performance.now() - startedMs) * pauseShare : 0;
      if (pauseMs > 0) await delay(pauseMs);
      line.msPerEvent += ((performance.now() - startedMs) / eventsIn(group) - line.msPerEvent) / 4;
    }
    line.inProgress -= 1;
    if (line.inProgress === 0) lines.delete(workspaceId);
  }

  async function takeTogether(group: readonly Waiting[]): Promise<void> {
    const [first] = group;
    if (first === undefined) return;
    try {
      const events = group.flatMap(({ input }) => input.events);
      const refused = group.flatMap(({ input }) => input.refused);
      const { workspaceId, input } = first;
      const answer = await step({ workspaceId, input: { ...input, events, refused } });
      answerEach(group, answer);
    } catch (error) {
      if (group.length === 1 || error instanceof StoreUnavailable) for (const each of group) each.reject(error);
      else for (const each of group) await takeTogether([each]);
    }
  }

  return ({ workspaceId, input }) =>
    new Promise((resolve, reject) => {
      const lane = JSON.stringify([input.connectionId, input.retentionMs]);
      const line = lines.get(workspaceId) ?? { waiting: [], inProgress: 0, msPerEvent: 0 };
      const before = eventsIn(line.waiting.filter((each) => each.lane === lane));
      if (before > 0 && before + eventsIn([{ input }]) > mostWaiting) {
        reject(fullLine(before * line.msPerEvent));
        return;
      }
      lines.set(workspaceId, line);
      line.waiting.push({ workspaceId, input, lane, resolve, reject });
      void run(workspaceId);
    });
}

/** Returns an error that asks the caller to retry once the waiting events are stored. */
function fullLine(waitMs: number): ServiceError {
  const retryAfterSeconds = Math.max(1, Math.ceil(waitMs / 1_000));
  return new ServiceError('service_unavailable', {
    message: errorCatalogue.service_unavailable.cases.events,
    retryAfterSeconds,
  });
}

/** Counts events. An empty delivery counts as one. */
function eventsIn(deliveries: readonly Pick<Delivery, 'input'>[]): number {
  return deliveries.reduce((sum, { input }) => sum + Math.max(1, input.events.length + input.refused.length), 0);
}

/** Returns the oldest delivery, with later deliveries in the same lane, up to the maximum number of events. */
function nextOf(waiting: readonly Waiting[], mostEvents: number): Waiting[] {
  const [oldest] = waiting;
  const group: Waiting[] = [];
  let events = 0;
  for (const each of waiting) {
    if (each.lane !== oldest?.lane) continue;
    events += eventsIn([each]);
    if (group.length > 0 && events > mostEvents) break;
    group.push(each);
  }
  return group;
}

function answerEach(group: readonly Waiting[], answer: Answer): void {
  let from = 0;
  for (const { input, resolve } of group) {
    if (answer.outcome !== 'taken') resolve(answer);
    else resolve({ outcome: 'taken', results: answer.results.slice(from, from + input.events.length) });
    from += input.events.length;
  }
}
