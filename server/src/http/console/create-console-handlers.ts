import type { accountRoutes } from '../../domain/console/account-routes.ts';
import type { workspaceRoutes } from '../../domain/console/workspace-routes.ts';
import { createAccountHandlers } from './account-handlers.ts';
import type { ConsoleHandlers } from './console-call.ts';
import type { ConsoleDeps } from './console-deps.ts';
import { createLiveEvents, type LiveEvents } from './live-events.ts';
import { createWorkspaceHandlers } from './workspace-handlers.ts';
/** Creates the handlers for all console routes; `watch` is the only one that streams. */
export function createConsoleHandlers(deps: ConsoleDeps): {
  handlers: ConsoleHandlers<keyof typeof accountRoutes | Exclude<keyof typeof workspaceRoutes, 'watch'>>;
  watch: LiveEvents;
} {
  return {
    handlers: { ...createAccountHandlers(deps), ...createWorkspaceHandlers(deps) },
    watch: createLiveEvents(deps),
  };
}
