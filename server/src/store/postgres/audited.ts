import { currentActor } from '../../lib/acting.ts';
import { entriesLeft, isAudited } from '../audit-entries.ts';
import type { NewAuditEntry } from '../audit-port.ts';
import type { Call, Database } from './database.ts';

/**
 * Wraps operations so that each adds its entries to the audit log in the same commit. Without an actor, the operations
 * add no entries.
 */
export function withEntries<Operations extends object>(database: Database, operations: Operations): Operations {
  const wrapped = Object.entries(operations).flatMap(([name, operation]) =>
    isAudited(name) && !leavesItsOwn.has(name) ? [[name, audit(database, name, operation)]] : [],
  );
  // The operations keep their types, because the wrapper only adds entries.
  return { ...operations, ...(Object.fromEntries(wrapped) as Partial<Operations>) };
}

/**
 * Operations whose database function itself adds the entry to the audit log. Agents wait for these operations. Each
 * takes one round trip in this way, and would otherwise take four.
 */
const leavesItsOwn: ReadonlySet<string> = new Set(['settleHandoff']);

function audit(database: Database, name: string, operation: (...input: unknown[]) => Promise<unknown>) {
  return (...input: unknown[]): Promise<unknown> => {
    const acting = currentActor();
    if (acting === null || isRehearsal(input[1])) return operation(...input);
    return database.together(async () => {
      const result = await operation(...input);
      await appendEntries(database.call, entriesLeft(name, acting, [input[0], result, input[1]]));
      return result;
    });
  };
}

/** Returns true for a dry run, which adds no entry. */
function isRehearsal(options: unknown): boolean {
  return typeof options === 'object' && options !== null && 'dryRun' in options && options.dryRun === true;
}

/** Appends entries to their chains, which stay locked until the commit. */
export async function appendEntries(call: Call, entries: readonly NewAuditEntry[]): Promise<void> {
  for (const entry of entries) await call('append_audit', { entry: JSON.stringify(entry) });
}
