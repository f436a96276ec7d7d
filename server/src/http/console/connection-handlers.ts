import { createConsoleConnections } from '../../admin/console/console-connections.ts';
import type { connectionRoutes } from '../../domain/console/connection-routes.ts';
import type { ConsoleHandlers } from './console-call.ts';
import type { ConsoleDeps } from './console-deps.ts';

/** Creates the handlers for the connection routes. */
export function createConnectionHandlers(deps: ConsoleDeps): ConsoleHandlers<keyof typeof connectionRoutes> {
  const connections = createConsoleConnections(deps);
  const at = ({ params, origin }: { readonly params: { readonly workspaceId: string }; readonly origin: string }) => ({
    workspaceId: params.workspaceId,
    baseUrl: deps.config.publicUrl ?? origin,
  });
  return {
    listConnections: (call) => connections.list(at(call)),
    createConnection: (call) => connections.create(at(call), call.input),
    renewConnectionSecret: (call) => connections.renewSecret(at(call), call.params.connectionId, call.input),
    pauseConnection: (call) => connections.setState(at(call), call.params.connectionId, 'pause'),
    resumeConnection: (call) => connections.setState(at(call), call.params.connectionId, 'resume'),
    removeConnection: (call) => connections.setState(at(call), call.params.connectionId, 'remove'),
  };
}
