import type { Config } from '../../config.ts';
import type { accountRoutes } from '../../domain/console/account-routes.ts';
import type { workspaceRoutes } from '../../domain/console/workspace-routes.ts';
import type { Engine } from '../../drafting/engine.ts';
import type { Log } from '../../lib/log.ts';
import type { Store } from '../../store/port.ts';
import { createAccountHandlers } from './account-handlers.ts';
import type { ConsoleHandlers } from './console-call.ts';
import { createLiveEvents, type LiveEvents } from './live-events.ts';
import { createWorkspaceHandlers } from './workspace-handlers.ts';

/** Sends one trial over a channel; nothing where the workspace has not set it up. */
export type TestDelivery = (
  workspaceId: string,
  channel: 'webhook' | 'email',
) => Promise<readonly { readonly channel: string; readonly isDelivered: boolean; readonly note: string | null }[]>;

export interface ConsoleDeps {
  readonly store: Store;
  readonly engine: Engine;
  readonly config: Config;
  readonly log: Log;
  /** Called when a delivery was put back in the queue. */
  readonly onQueued?: () => void;
  /** Null: nothing can be tried. */
  readonly testDelivery: TestDelivery | null;
}

/** What stands behind every route of the console; `watch` is the one that streams. */
export function createConsoleHandlers(deps: ConsoleDeps): {
  handlers: ConsoleHandlers<keyof typeof accountRoutes | Exclude<keyof typeof workspaceRoutes, 'watch'>>;
  watch: LiveEvents;
} {
  return {
    handlers: { ...createAccountHandlers(deps), ...createWorkspaceHandlers(deps) },
    watch: createLiveEvents(deps),
  };
}
