import { randomBytes } from 'node:crypto';
import { personalHashOf } from '../domain/audit-hash.ts';
import type { Acting } from '../lib/acting.ts';
import { installationChain, type NewAuditEntry } from './audit-port.ts';
import { type AuditFact, audited } from './audited-operations.ts';

/** Returns the audit entries that a store operation adds, ordered by chain. If there is no actor, returns none. */
export function entriesLeft(
  name: string,
  acting: Acting | null,
  [input, result, options]: readonly [input: unknown, result: unknown, options?: unknown],
): NewAuditEntry[] {
  if (acting === null || !isAudited(name)) return [];
  // The type of `audited` guarantees that each function takes its operation's input and result.
  const judge = audited[name] as (...of: unknown[]) => readonly AuditFact[];
  const entries = judge(input, result, options).map((fact) => entryOf(fact, acting));
  // Every transaction adds to chains in the same order, so that no two transactions deadlock.
  return entries.toSorted((one, other) => (one.workspaceId < other.workspaceId ? -1 : 1));
}

/** Returns true if the operation with this name adds entries. */
export function isAudited(name: string): name is keyof typeof audited {
  return Object.hasOwn(audited, name);
}

/** Returns the entry to store for one action. */
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
