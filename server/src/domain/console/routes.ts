import type { Static, TSchema } from 'typebox';
import { accountRoutes } from './account-routes.ts';
import type { ConsoleRoute, ParameterOf } from './route.ts';
import { workspaceRoutes } from './workspace-routes.ts';

/**
 * All routes of the console's API, by name. No other routes are served. A test calls each route with every role, and
 * from other workspaces.
 */
export const consoleRoutes = { ...accountRoutes, ...workspaceRoutes };

export type ConsoleRouteName = keyof typeof consoleRoutes;

/** The path parameters of a route. The types below are its body or query, and its response. */
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
