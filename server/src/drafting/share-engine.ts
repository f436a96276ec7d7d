import { createFairTime } from '../lib/turns/fair-time.ts';
import type { Engine } from './engine.ts';

export interface SharedEngine extends Engine {
  /** The number of drafts that currently wait for their turn. */
  waiting(): number;
}

/**
 * Wraps an engine so that it works for one workspace at a time. Workspaces with waiting drafts get equal shares of
 * processor time, whether the drafts come from agents, the console or connected inboxes. While a draft waits for its
 * language model, others have their turns. The decisions are those of the wrapped engine.
 */
export function shareEngine(engine: Engine): SharedEngine {
  const time = createFairTime();
  return {
    name: engine.name,
    waiting: time.waiting,
    expect: time.expect,
    draft(input, permission, stageEnded) {
      return time.run(input.workspaceId ?? '', (aside) => {
        // The time before the turn began does not count towards the understanding.
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
