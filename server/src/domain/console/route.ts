import type { TSchema } from 'typebox';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The people who may use a route: anyone; a signed-in account; the account that set up the installation; or a reviewer,
 * an editor or an owner of the workspace that the path names. Of these three roles, each includes the rights of the
 * ones before it.
 */
export type Access = 'anyone' | 'account' | 'installer' | 'reviewer' | 'editor' | 'owner';

/**
 * A route of the console's API, under `/console/api`. A path with `:workspaceId` gives access only to that workspace.
 */
export interface ConsoleRoute<
  Path extends string = string,
  Input extends TSchema = TSchema,
  Output extends TSchema | null = TSchema | null,
> {
  readonly method: Method;
  readonly path: Path;
  readonly access: Access;
  readonly about: string;
  /** The body of a POST, PUT or PATCH, or the query of a GET. A DELETE has neither. */
  readonly input: Input;
  /** The schema of the response; null for a stream of server-sent events. */
  readonly output: Output;
}

/**
 * Returns a route with its path, input and output in its type, so that the compiler checks handlers and callers against
 * it.
 */
export function route<const Path extends string, Input extends TSchema, Output extends TSchema | null>(
  method: Method,
  path: Path,
  access: Access,
  about: string,
  input: Input,
  output: Output,
): ConsoleRoute<Path, Input, Output> {
  return { method, path, access, about, input, output };
}

/** The names of the parameters in a path: `workspaceId` and `keyId` for `/workspaces/:workspaceId/keys/:keyId`. */
export type ParameterOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
