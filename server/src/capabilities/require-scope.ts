import type { Actor, Scope } from '../domain/actor.ts';
import { errorCatalogue } from '../lib/error-catalogue.ts';
import { ServiceError } from '../lib/errors.ts';

/** Checks that a key has a scope. @throws ServiceError `agent_scope_missing`, which names the scope */
export function requireScope({ scopes }: Actor, scope: Scope): void {
  if (scopes.includes(scope)) return;
  throw new ServiceError('agent_scope_missing', {
    message: errorCatalogue.agent_scope_missing.cases.named(scope),
    scope,
  });
}
