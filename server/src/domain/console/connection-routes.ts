import * as connections from './connection-contract.ts';
import { route } from './route.ts';
import { nothing } from './shapes.ts';

const all = '/workspaces/:workspaceId/connections';
const one = `${all}/:connectionId` as const;

/** Connections and receivers. */
export const connectionRoutes = {
  listConnections: route('GET', all, 'reviewer', 'With their health in words', nothing, connections.Connections),
  createConnection: route(
    'POST',
    all,
    'owner',
    'Answers its secrets, this once',
    connections.CreateConnectionRequest,
    connections.NewConnection,
  ),
  renewConnectionSecret: route(
    'POST',
    `${one}/secret`,
    'owner',
    'The previous one works for the overlap',
    connections.RenewConnectionSecretRequest,
    connections.RenewedConnectionSecret,
  ),
  pauseConnection: route(
    'POST',
    `${one}/pause`,
    'owner',
    'Messages still arrive; nothing is drafted',
    nothing,
    connections.ConnectionChange,
  ),
  resumeConnection: route('POST', `${one}/resume`, 'owner', '', nothing, connections.ConnectionChange),
  removeConnection: route(
    'POST',
    `${one}/remove`,
    'owner',
    'Its address ends at once; conversations stay',
    nothing,
    connections.ConnectionChange,
  ),
};
