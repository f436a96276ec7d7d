import Type, { type Static } from 'typebox';
import type { PlanName } from './plan.ts';
import { scopes } from './scopes.ts';

// The command line imports this list directly from the list's own file. Loading the schema library would double the
// time of the shortest commands.
export { scopes } from './scopes.ts';

export const Scope = Type.Enum([...scopes]);
export type Scope = Static<typeof Scope>;

/** The caller: one verified key, bound to one workspace. Every operation is limited to `workspaceId`. */
export interface Actor {
  readonly workspaceId: string;
  readonly keyId: string;
  readonly scopes: readonly Scope[];
  readonly plan: PlanName;
  /** The caller's address as it is logged; null or omitted if it is unknown or not logged. */
  readonly address?: string | null;
}
