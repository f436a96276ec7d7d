import type { Connection } from '../../src/store/sqlite/connection.ts';
import { workspaceId } from './sim-database.ts';

type Operation = 'draft' | 'handoff';

interface Stored {
  readonly operation: Operation;
  readonly key: string;
  readonly json: string;
  readonly atMs: number;
}

interface Answered {
  readonly operation: Operation;
  readonly key: string;
  readonly json: string;
}

/** Records what the store committed and what callers saw, and checks that all of it is allowed. */
export interface History {
  stored(operation: Operation, key: string, json: string): void;
  answered(operation: Operation, key: string, json: string): void;
  /** Checks the allowance after a commit. */
  look(db: Connection): void;
  delivered(notificationId: string): void;
  /** Returns all violations. Call it when all callers have their answers and no lease is left. */
  faults(db: Connection): string[];
  /** All events in order, to compare two runs with one seed. */
  readonly lines: readonly string[];
}

const retentionMs = 24 * 3_600_000;
/** The maximum lag of the store's own time, which does not advance while no server runs. */
const lagMs = 10 * 60_000;

export function createHistory(nowMs: () => number, limit: number): History {
  const stored: Stored[] = [];
  const answered: Answered[] = [];
  const delivered = new Map<string, number>();
  const lines: string[] = [];
  const seen = new Set<string>();

  return {
    lines,
    stored(operation, key, json) {
      stored.push({ operation, key, json, atMs: nowMs() });
      lines.push(`${nowMs()} stored ${operation} ${key}`);
    },
    answered(operation, key, json) {
      answered.push({ operation, key, json });
      lines.push(`${nowMs()} answered ${operation} ${key}`);
    },
    delivered(notificationId) {
      delivered.set(notificationId, (delivered.get(notificationId) ?? 0) + 1);
    },
    look(db) {
      for (const { period, used } of usage(db)) {
        if (used > limit) seen.add(`the allowance of ${period} is exceeded: ${used} of ${limit}`);
        if (used < 0) seen.add(`the allowance of ${period} is below nothing`);
      }
    },
    faults(db) {
      const faults = [...seen];
      for (const [index, first] of stored.entries()) {
        const again = stored
          .slice(index + 1)
          .find(({ operation, key }) => operation === first.operation && key === first.key);
        if (again !== undefined && again.atMs - first.atMs < retentionMs - lagMs)
          faults.push(`${first.operation} ${first.key} was stored twice within ${again.atMs - first.atMs} ms`);
      }
      for (const { operation, key, json } of answered) {
        if (!stored.some((each) => each.operation === operation && each.key === key && each.json === json))
          faults.push(`${operation} ${key} was answered with what was never stored`);
      }
      for (const { operation, key, json, atMs } of newest(stored)) {
        if (nowMs() - atMs > retentionMs - lagMs) continue;
        const row = db.get<{ response: string | null; state: string }>(
          'SELECT response, state FROM writes WHERE workspace_id = ? AND operation = ? AND idempotency_key = ?',
          workspaceId,
          operation,
          key,
        );
        if (row?.state !== 'done' || row.response !== json)
          faults.push(`${operation} ${key} was stored ${nowMs() - atMs} ms ago and is ${row?.state ?? 'gone'} now`);
      }
      const drafts = stored.filter(({ operation }) => operation === 'draft').length;
      const charged = usage(db).reduce((sum, { used }) => sum + used, 0);
      if (charged !== drafts) faults.push(`${drafts} drafts were stored and ${charged} are charged`);
      const handoffs = stored.filter(({ operation }) => operation === 'handoff').length;
      const told = db.all<{ id: string; state: string }>('SELECT notification_id AS id, state FROM notifications');
      if (told.length !== handoffs)
        faults.push(`${handoffs} handoffs were stored and ${told.length} notifications are queued`);
      for (const { id, state } of told) {
        if (state !== 'delivered' || !delivered.has(id)) faults.push(`the notification ${id} is ${state}`);
      }
      return faults;
    },
  };
}

function newest(stored: readonly Stored[]): Stored[] {
  return [...new Map(stored.map((each) => [`${each.operation} ${each.key}`, each])).values()];
}

function usage(db: Connection): { period: string; used: number }[] {
  return db.all<{ period: string; used: number }>('SELECT period, api + inbox + page AS used FROM usage');
}
