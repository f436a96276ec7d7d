import type { Actor, Scope } from '../domain/actor.ts';
import { ServiceError } from '../lib/errors.ts';

/** @throws ServiceError `agent_scope_missing`, naming the scope */
export function requireScope({ scopes }: Actor, scope: Scope): void {
  if (scopes.includes(scope)) return;
  throw new ServiceError('agent_scope_missing', { message: `This API key lacks the scope ${scope}.`, scope });
}
