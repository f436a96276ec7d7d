import { randomBytes } from 'node:crypto';
import { personalHashOf } from '../domain/audit-hash.ts';
import type { Acting } from '../lib/acting.ts';
import { installationChain, type NewAuditEntry } from './audit-port.ts';
import { type AuditFact, audited } from './audited-operations.ts';

/** Returns the entries that a port operation adds, in the order of their chains. Empty if there is no actor. */
export function entriesLeft(
  name: string,
  acting: Acting | null,
  [input, result, options]: readonly [input: unknown, result: unknown, options?: unknown],
): NewAuditEntry[] {
  if (acting === null || !isAudited(name)) return [];
  // Each function takes the input and result of its operation; the type of the table guarantees this.
  const judge = audited[name] as (...of: unknown[]) => readonly AuditFact[];
  const entries = judge(input, result, options).map((fact) => entryOf(fact, acting));
  // Entries for several chains are always added in the same order of chains, so that no two transactions deadlock.
  return entries.toSorted((one, other) => (one.workspaceId < other.workspaceId ? -1 : 1));
}

/** Returns true if the operation with this name adds entries. */
export function isAudited(name: string): name is keyof typeof audited {
  return Object.hasOwn(audited, name);
}

/** Returns one action in the form in which it is stored. */
export function entryOf({ action, workspaceId, object, ...fact }: AuditFact, acting: Acting): NewAuditEntry {
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
