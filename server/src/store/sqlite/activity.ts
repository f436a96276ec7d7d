import { dayOf } from '../../domain/period.ts';
import type { ActivityRecord, ConsoleStore, NewTestCase, TestCaseRecord } from '../console-port.ts';
import type { Moment, Transaction } from './transaction.ts';

const dayMs = 86_400_000;

/** Counts one reply for today. A draft is counted by its decision; otherwise, `intent` and `riskLevel` are empty. */
export function countActivity(
  { db, now }: Transaction,
  workspaceId: string,
  of: { source: 'api' | 'inbox' | 'page'; intent: string; riskLevel: string },
): void {
  db.run(
    'INSERT INTO activity VALUES (?, ?, ?, ?, ?, 1) ON CONFLICT DO UPDATE SET count = count + 1',
    workspaceId,
    dayOf(now),
    of.source,
    of.intent,
    of.riskLevel,
  );
}

function readActivity(
  { db, now }: Moment,
  { workspaceId, days }: Parameters<ConsoleStore['activity']>[0],
): ActivityRecord {
  const counts = db.all<ActivityRecord['counts'][number]>(
    `SELECT day, source, intent, risk_level AS riskLevel, count FROM activity WHERE workspace_id = ? AND day > ?
     ORDER BY day, source, intent, risk_level`,
    workspaceId,
    dayOf(now - days * dayMs),
  );
  const states = db.all<{ state: string; number: number }>(
    'SELECT state, count(*) AS number FROM notifications WHERE workspace_id = ? AND created_at > ? GROUP BY state',
    workspaceId,
    now - days * dayMs,
  );
  return { now, counts, deliveries: Object.fromEntries(states.map(({ state, number }) => [state, number])) };
}

const caseColumns = `case_id AS caseId, profile_id AS profileId, name, message, history, expected, created_at AS createdAt,
  by_name AS "by"`;

function listTestCases({ db }: Moment, { workspaceId }: { workspaceId: string }): TestCaseRecord[] {
  const sql = `SELECT ${caseColumns} FROM test_cases WHERE workspace_id = ? ORDER BY created_at DESC, case_id`;
  return db.all<TestCaseRecord>(sql, workspaceId);
}

function saveTestCase({ db, now }: Transaction, input: NewTestCase & { max: number }): TestCaseRecord | null {
  const { workspaceId, max, ...given } = input;
  const profile = 'SELECT 1 FROM profiles WHERE workspace_id = ? AND profile_id = ?';
  if (db.get(profile, workspaceId, given.profileId) === undefined) return null;
  const kept = db.get<{ number: number }>(
    'SELECT count(*) AS number FROM test_cases WHERE workspace_id = ?',
    workspaceId,
  );
  if ((kept?.number ?? 0) >= max) return null;
  db.run(
    'INSERT INTO test_cases VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)',
    workspaceId,
    given.caseId,
    given.profileId,
    given.name,
    given.message,
    given.history,
    given.expected,
    now,
    given.by,
  );
  return { ...given, createdAt: now };
}

function removeTestCase(
  { db }: Transaction,
  { workspaceId, caseId }: Parameters<ConsoleStore['removeTestCase']>[0],
): boolean {
  return db.run('DELETE FROM test_cases WHERE workspace_id = ? AND case_id = ?', workspaceId, caseId) > 0;
}

export const activityReads = { activity: readActivity, listTestCases };
export const activityWrites = { removeTestCase, saveTestCase };
