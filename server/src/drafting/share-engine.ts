import { createFairTime } from '../lib/turns/fair-time.ts';
import type { Engine } from './engine.ts';

export interface SharedEngine extends Engine {
  /** The number of drafts that currently wait for their turn. */
  waiting(): number;
}

/**
 * An engine that works for one workspace at a time and shares its processor time evenly among the workspaces with
 * waiting drafts, whether the drafts come from agents, the console or connected inboxes. While a draft waits for its
 * language model, others have their turns. The decisions are the engine's own.
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
