import type { Static, TSchema } from 'typebox';
import { accountRoutes } from './account-routes.ts';
import type { ConsoleRoute, ParameterOf } from './route.ts';
import { workspaceRoutes } from './workspace-routes.ts';

/**
 * Every route of the console's interface, by name. Only these are served, and a test replays all of them across
 * workspaces and roles.
 */
export const consoleRoutes = { ...accountRoutes, ...workspaceRoutes };

export type ConsoleRouteName = keyof typeof consoleRoutes;

/** The path parameters, body or query, and answer of a route's call. */
export type ConsoleParameters<Name extends ConsoleRouteName> = Readonly<
  Record<ParameterOf<(typeof consoleRoutes)[Name]['path']>, string>
>;
export type ConsoleInput<Name extends ConsoleRouteName> = Static<(typeof consoleRoutes)[Name]['input']>;
export type ConsoleOutput<Name extends ConsoleRouteName> =
  (typeof consoleRoutes)[Name] extends ConsoleRoute<string, TSchema, infer Output>
    ? Output extends TSchema
      ? Static<Output>
      : null
    : never;

export const consoleApiPath = '/console/api';
