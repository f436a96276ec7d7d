import { createFairTime } from '../lib/turns/fair-time.ts';
import type { Engine } from './engine.ts';

export interface SharedEngine extends Engine {
  /** Returns the number of drafts that are waiting for their turn. */
  waiting(): number;
}

/**
 * Wraps an engine so that it works for one workspace at a time. Workspaces with waiting drafts get equal shares of CPU
 * time, whether the drafts come from agents, the console or connected inboxes. While a draft is waiting for its
 * language model, other drafts take their turns. All decisions are those of the wrapped engine.
 */
export function shareEngine(engine: Engine): SharedEngine {
  const time = createFairTime();
  return {
    name: engine.name,
    waiting: time.waiting,
    expect: time.expect,
    draft(input, permission, stageEnded) {
      return time.run(input.workspaceId ?? '', (aside) => {
        // Reports the wait for a turn as `admission`, so that it does not count towards `understanding`.
        stageEnded?.('admission');
        const waits = async <Result>(wait: () => Promise<Result> | Result): Promise<Result> => {
          try {
            return await aside(wait);
          } finally {
            stageEnded?.('admission');
          }
        };
        return engine.draft(input, permission && { ...permission, aside: waits }, stageEnded);
      });
    },
  };
}
