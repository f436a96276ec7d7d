import type { TSchema } from 'typebox';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The people who may use a route: anyone; a signed-in account; the account that set up the installation; or, in the
 * workspace that the path names, a reviewer, an editor or an owner. Each of these may do everything that the ones
 * before it may.
 */
export type Access = 'anyone' | 'account' | 'installer' | 'reviewer' | 'editor' | 'owner';

/**
 * A route of the console's interface, below `/console/api`. Paths with `:workspaceId` are limited to that workspace.
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
  /** The body of a write, the query of a GET; a DELETE has neither. */
  readonly input: Input;
  /** Null if the answer is a stream of server-sent events. */
  readonly output: Output;
}

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

/** The names of the parameters in a path: `workspaceId` and `keyId` of `/workspaces/:workspaceId/keys/:keyId`. */
export type ParameterOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParameterOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
