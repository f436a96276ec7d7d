import { shareOf } from '../../domain/inbox/connection.ts';
import { type PeriodName, periodOf } from '../../domain/period.ts';
import type { PlanName } from '../../domain/plan.ts';
import type { UsageRecord } from '../../domain/usage.ts';
import type { Store } from '../port.ts';
import type { MonthlyReplies, RecordUsageResult } from '../workspace-port.ts';
import { countActivity } from './activity.ts';
import type { Connection } from './connection.ts';
import { sweepLeases } from './leases.ts';
import { readModelTotals } from './model-usage.ts';
import type { Moment, Transaction } from './transaction.ts';

export type Source = 'api' | 'inbox' | 'page';

/** The plan of a workspace, and the allowance that is set for the workspace itself, if there is one. */
export interface Entitlement {
  readonly plan: PlanName;
  readonly monthlyReplies: number | null;
  /** JSON text; null or omitted if no source has a configured share. */
  readonly shares?: string | null;
}

const takeUnitSql: Readonly<Record<Source, string>> = {
  api: takeUnitOf('api'),
  inbox: takeUnitOf('inbox'),
  page: takeUnitOf('page'),
};

/**
 * Takes one unit of the current period's allowance and returns the period, or null if the allowance is used up. Before
 * rejecting, it reclaims the units of expired leases.
 */
export function chargeUnit(
  tx: Transaction,
  { workspaceId, source, limit, share }: { workspaceId: string; source: Source; limit: number; share: number },
): PeriodName | null {
  const period = periodOf(tx.now).name;
  const takeUnit = () => tx.db.run(takeUnitSql[source], workspaceId, period, limit, share) > 0;
  if (takeUnit()) return period;
  return sweepLeases(tx, { workspaceId, limit: 1_000 }) > 0 && takeUnit() ? period : null;
}

/**
 * Returns how many of the month's replies a source may use. Without a configured share for the source, this is all of
 * them.
 */
export function sourceLimitOf({ shares }: Entitlement, source: Source, limit: number): number {
  if (shares == null) return limit;
  const given: Partial<Record<Source, number>> = JSON.parse(shares);
  return given[source] === undefined ? limit : shareOf(limit, source, given);
}

/** Returns a workspace's monthly replies: its own allowance, or that of its plan. */
export function limitOf(entitlement: Entitlement, monthlyReplies: MonthlyReplies): number {
  return entitlement.monthlyReplies ?? monthlyReplies[entitlement.plan];
}

/** Adds one replay or one handoff to the current period. */
export function countOne({ db, now }: Transaction, workspaceId: string, what: 'replays' | 'handoffs'): void {
  db.run(
    what === 'replays'
      ? 'INSERT INTO usage (workspace_id, period, replays) VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET replays = replays + 1'
      : 'INSERT INTO usage (workspace_id, period, handoffs) VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET handoffs = handoffs + 1',
    workspaceId,
    periodOf(now).name,
  );
}

function recordUsage(tx: Transaction, input: Parameters<Store['recordUsage']>[0]): RecordUsageResult {
  const { workspaceId, source, externalId, monthlyReplies } = input;
  const entitlement = entitlementOf(tx.db, workspaceId);
  if (entitlement === undefined) return { outcome: 'workspace_not_found' };
  if (entitlement.status !== 'active') return { outcome: 'workspace_inactive' };
  const charged = 'SELECT 1 FROM charges WHERE workspace_id = ? AND source = ? AND external_id = ?';
  if (tx.db.get(charged, workspaceId, source, externalId) !== undefined) return { outcome: 'already_charged' };
  const limit = limitOf(entitlement, monthlyReplies);
  const period = chargeUnit(tx, { workspaceId, source, limit, share: sourceLimitOf(entitlement, source, limit) });
  if (period === null) return { outcome: 'allowance_used', renewsAt: periodOf(tx.now).endsAt };
  tx.db.run('INSERT INTO charges VALUES (?, ?, ?, ?)', workspaceId, source, externalId, period);
  countActivity(tx, workspaceId, { source, intent: '', riskLevel: '' });
  return { outcome: 'charged' };
}

/** Returns the current period's usage without sweeping leases, or null if the workspace does not exist. */
export function readUsage(
  { db, now }: Moment,
  { workspaceId, monthlyReplies }: Parameters<Store['usage']>[0],
): UsageRecord | null {
  const period = periodOf(now);
  const row = db.get<Entitlement & Record<Source | 'replays' | 'handoffs', number>>(
    `SELECT w.plan, w.monthly_replies AS monthlyReplies, ifnull(u.api, 0) AS api, ifnull(u.inbox, 0) AS inbox,
       ifnull(u.page, 0) AS page, ifnull(u.replays, 0) AS replays, ifnull(u.handoffs, 0) AS handoffs
     FROM workspaces w LEFT JOIN usage u ON u.workspace_id = w.workspace_id AND u.period = ?
     WHERE w.workspace_id = ?`,
    period.name,
    workspaceId,
  );
  if (row === undefined) return null;
  const { plan, api, inbox, page, replays, handoffs } = row;
  return {
    plan,
    limit: limitOf(row, monthlyReplies),
    used: api + inbox + page,
    period,
    totals: { drafts: api, replays, handoffs },
    bySource: { api, inbox, page },
    model: readModelTotals(db, workspaceId, period.name),
  };
}

function entitlementOf(db: Connection, workspaceId: string): (Entitlement & { status: string }) | undefined {
  const sql = 'SELECT plan, monthly_replies AS monthlyReplies, shares, status FROM workspaces WHERE workspace_id = ?';
  return db.get(sql, workspaceId);
}

/** Returns SQL that changes a row only if the unit fits within the limit. */
function takeUnitOf(source: Source): string {
  return `INSERT INTO usage (workspace_id, period, ${source}) SELECT ?1, ?2, 1 WHERE ?3 > 0 AND ?4 > 0
    ON CONFLICT DO UPDATE SET ${source} = ${source} + 1 WHERE api + inbox + page < ?3 AND ${source} < ?4`;
}

export const allowanceWrites = { recordUsage };
