import type { StepAnswer, StepInput } from '../../domain/inbox/steps.ts';
import { StoreUnavailable } from '../../lib/errors.ts';

type Input = StepInput<'takeEvents'>;
type Answer = StepAnswer<'takeEvents'>;

interface Delivery {
  readonly workspaceId: string;
  readonly input: Input;
}

interface Waiting extends Delivery {
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Maximum events in one step, the same as in one request. */
const mostEvents = 100;
/** Maximum steps of one connection in progress: one reads while the other commits. */
const stepsAtOnce = 2;

/**
 * Deliveries to one connection that arrive while its steps are in progress are taken by the next step together, in the
 * order of their arrival. Each gets its own results, as if its step were its own. If the shared step fails, each
 * delivery is tried alone, so that one delivery does not fail the others.
 */
export function joinEvents(step: (delivery: Delivery) => Promise<Answer>): (delivery: Delivery) => Promise<Answer> {
  const lines = new Map<string, { waiting: Waiting[]; inProgress: number }>();

  async function run(name: string): Promise<void> {
    const line = lines.get(name);
    if (line === undefined || line.inProgress >= stepsAtOnce) return;
    line.inProgress += 1;
    while (line.waiting.length > 0) await takeTogether(nextOf(line.waiting));
    line.inProgress -= 1;
    if (line.inProgress === 0) lines.delete(name);
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
      const name = JSON.stringify([workspaceId, input.connectionId, input.retentionMs]);
      const line = lines.get(name) ?? { waiting: [], inProgress: 0 };
      lines.set(name, line);
      line.waiting.push({ workspaceId, input, resolve, reject });
      void run(name);
    });
}

/** Removes the next step's deliveries from the line: at least one, and as many as stay within the maximum of events. */
function nextOf(waiting: Waiting[]): Waiting[] {
  let events = 0;
  const end = waiting.findIndex(({ input }, index) => {
    events += Math.max(1, input.events.length + input.refused.length);
    return index > 0 && events > mostEvents;
  });
  return waiting.splice(0, end < 0 ? waiting.length : end);
}

function answerEach(group: readonly Waiting[], answer: Answer): void {
  let from = 0;
  for (const { input, resolve } of group) {
    if (answer.outcome !== 'taken') resolve(answer);
    else resolve({ outcome: 'taken', results: answer.results.slice(from, from + input.events.length) });
    from += input.events.length;
  }
}
