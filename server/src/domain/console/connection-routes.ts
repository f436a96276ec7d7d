import * as connections from './connection-contract.ts';
import { route } from './route.ts';
import { nothing } from './shapes.ts';

const all = '/workspaces/:workspaceId/connections';
const one = `${all}/:connectionId` as const;

/** The routes for connections and their receivers. */
export const connectionRoutes = {
  listConnections: route(
    'GET',
    all,
    'reviewer',
    'Lists the connections, with a description of their state',
    nothing,
    connections.Connections,
  ),
  createConnection: route(
    'POST',
    all,
    'owner',
    'Creates a connection; its secrets are returned only once',
    connections.CreateConnectionRequest,
    connections.NewConnection,
  ),
  renewConnectionSecret: route(
    'POST',
    `${one}/secret`,
    'owner',
    'Creates a secret; the previous one stays valid during the overlap',
    connections.RenewConnectionSecretRequest,
    connections.RenewedConnectionSecret,
  ),
  pauseConnection: route(
    'POST',
    `${one}/pause`,
    'owner',
    'Pauses a connection: messages still arrive, but nothing is drafted',
    nothing,
    connections.ConnectionChange,
  ),
  resumeConnection: route(
    'POST',
    `${one}/resume`,
    'owner',
    'Resumes a paused connection',
    nothing,
    connections.ConnectionChange,
  ),
  removeConnection: route(
    'POST',
    `${one}/remove`,
    'owner',
    'Removes a connection and its address immediately; its conversations stay',
    nothing,
    connections.ConnectionChange,
  ),
};
