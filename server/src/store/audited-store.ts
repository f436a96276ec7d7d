import { randomBytes } from 'node:crypto';
import { personalHashOf } from '../domain/audit-hash.ts';
import { type Acting, whoActs } from '../lib/acting.ts';
import { installationChain } from './audit-port.ts';
import { type AuditFact, audited } from './audited-operations.ts';
import type { Store } from './port.ts';

/**
 * The same store, which adds an entry to the audit log for whatever somebody does to it: right after it, in a commit of its own. An
 * entry that cannot be stored fails the call, so that whoever asked does not take it for done.
 */
export function withAudit(store: Store): Store {
  const wrapped = Object.entries(audited).map(([name, judge]) => {
    // Every name of the table is an operation of the port, and its judge takes what that takes and gives.
    const operation = store[name as keyof typeof audited] as (...input: unknown[]) => Promise<unknown>;
    const judged = judge as (input: unknown, result: unknown, options: unknown) => readonly AuditFact[];
    return [
      name,
      async (...input: unknown[]) => {
        const result = await operation(...input);
        const acting = whoActs();
        if (acting === null) return result;
        for (const fact of judged(input[0], result, input[1])) await append(fact, acting);
        return result;
      },
    ];
  });

  async function append(fact: AuditFact, acting: Acting): Promise<void> {
    try {
      await store.appendAudit(entryOf(fact, acting));
    } catch (error) {
      // An agent's write is stored and answered exactly once, with or without its entry.
      if (acting.surface !== 'api') throw error;
    }
  }
  // The operations keep their types: each was only followed by its entry.
  return { ...store, ...(Object.fromEntries(wrapped) as Pick<Store, keyof typeof audited>) };
}

function entryOf({ action, workspaceId, object, ...fact }: AuditFact, acting: Acting) {
  const conversationId = fact.conversationId ?? null;
  const body = JSON.stringify({
    action,
    actor: { kind: acting.kind, id: acting.id },
    object: object ?? null,
    surface: acting.surface,
  });
  const personal = JSON.stringify({ name: acting.name, address: acting.address, conversationId });
  const salt = randomBytes(16).toString('base64url');
  return {
    workspaceId: workspaceId ?? installationChain,
    body,
    personal,
    salt,
    personalHash: personalHashOf(salt, personal),
    actorId: acting.kind === 'account' ? acting.id : null,
    subject: conversationId,
  };
}
