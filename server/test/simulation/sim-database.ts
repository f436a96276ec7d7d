import type { Row, TableName } from '../../src/store/installation-port.ts';
import {
  type ClockSource,
  createWatchedClock,
  readClockBase,
  type WatchedClock,
} from '../../src/store/sqlite/clock.ts';
import { type Connection, openConnection } from '../../src/store/sqlite/connection.ts';
import { endLeasesOfPredecessor } from '../../src/store/sqlite/leases.ts';
import { migrate } from '../../src/store/sqlite/migrate.ts';
import type { Transaction } from '../../src/store/sqlite/transaction.ts';
import { writeRows } from '../../src/store/sqlite/write-rows.ts';

export const workspaceId = 'ws_simulated';
export const profileId = 'prof_simulated';

/** The real schema in memory, whose content outlives every process of the simulation. */
export interface SimDatabase {
  readonly db: Connection;
  /** Empties the database, and creates one workspace with this many conversations. */
  reset(of: { conversations: number; monthlyReplies: number; usesModel: boolean }): void;
  /** Starts a server's clock. A server that is alone frees its predecessor's leases. */
  start(isAlone: boolean, source: ClockSource): WatchedClock;
  /** Runs one transaction, all or nothing. */
  transact<Result>(clock: WatchedClock, work: (tx: Transaction) => Result): Result;
}

const settings = { clockOffsetMs: 0, clockStep: null, watches: true };
const filled = [
  'writes',
  'usage',
  'notifications',
  'activity',
  'charges',
  'model_usage',
  'messages',
  'conversations',
  'profiles',
  'workspaces',
];

export function openSimDatabase(): SimDatabase {
  const db = openConnection(':memory:', { busyTimeoutMs: 0 });
  migrate(db, 'memory', 0);

  function write(table: TableName, rows: readonly Row[]): void {
    writeRows(db, { table, workspaceId, rows });
  }

  return {
    db,
    reset({ conversations, monthlyReplies, usesModel }) {
      for (const table of filled) db.run(`DELETE FROM ${table}`);
      db.run('UPDATE clock SET offset_ms = 0, seen_ms = 0, doubt_ms = 0, doubt_until_ms = 0');
      const drafting = usesModel ? { model: true } : null;
      const about = {
        name: 'Simulated',
        plan: 'agency',
        status: 'active',
        monthlyReplies,
        allowedOrigins: [],
        createdAt: 0,
      };
      write('workspaces', [{ ...about, notifications: { include: [] }, webhookSecret: null, drafting }]);
      write('profiles', [{ profileId, displayName: 'S', status: 'active', revision: 'r1', persona: {} }]);
      for (let number = 0; number < conversations; number += 1) {
        const conversationId = `conv_${number}`;
        const of = { conversationId, profileId, state: 'open', channel: null, contact: null, relationship: null };
        write('conversations', [{ ...of, messages: 1, lastMessageAt: 1, epoch: 0 }]);
        const message = {
          conversationId,
          messageId: 'm1',
          direction: 'inbound',
          senderType: null,
          body: 'hi',
          sentAt: 1,
        };
        write('messages', [message]);
      }
    },
    start(isAlone, source) {
      const base = readClockBase(db, settings, source);
      const clock = createWatchedClock(db, base, settings, source);
      if (isAlone) endLeasesOfPredecessor(db, clock.read().lived);
      if (clock.watch()) clock.note();
      return clock;
    },
    transact(clock, work) {
      db.run('BEGIN');
      try {
        if (clock.watch()) clock.note();
        const result = work({ db, ...clock.read() });
        db.run('COMMIT');
        return result;
      } catch (error) {
        db.run('ROLLBACK');
        throw error;
      }
    },
  };
}
