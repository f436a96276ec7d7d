import Type, { type Static } from 'typebox';
import type { PlanName } from './plan.ts';

export const scopes = ['persona:read', 'usage:read', 'replies:write', 'handoffs:write'] as const;
export const Scope = Type.Enum([...scopes]);
export type Scope = Static<typeof Scope>;

/** Who is calling: one verified key, bound to one workspace. Every operation is confined to `workspaceId`. */
export interface Actor {
  readonly workspaceId: string;
  readonly keyId: string;
  readonly scopes: readonly Scope[];
  readonly plan: PlanName;
}
