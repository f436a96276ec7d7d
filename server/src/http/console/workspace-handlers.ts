import type { workspaceRoutes } from '../../domain/console/workspace-routes.ts';
import type { ConsoleHandlers } from './console-call.ts';
import type { ConsoleDeps } from './create-console-handlers.ts';

/** What stands behind the routes of one workspace. */
export function createWorkspaceHandlers(
  _deps: ConsoleDeps,
): Partial<ConsoleHandlers<Exclude<keyof typeof workspaceRoutes, 'watch'>>> {
  return {};
}
