import type { UsageView } from '../../domain/console/insight-contract.ts';
import { dayOf } from '../../domain/period.ts';
import type { PlanTable } from '../../domain/plan.ts';
import type { ActivityRecord } from '../../store/console-port.ts';
import type { Store } from '../../store/port.ts';
import { isoTime } from '../iso-time.ts';
import { createUsageVerbs } from '../usage-verbs.ts';

const dayMs = 86_400_000;
const daysShown = 30;
const daysLookedBack = 7;

/** Reads the month's allowance and the counts of the last days, and forecasts the month's use. */
export async function readUsageView(
  { store, plans }: { store: Store; plans: PlanTable },
  workspaceId: string,
): Promise<UsageView> {
  const [usage, activity] = await Promise.all([
    createUsageVerbs({ store, plans }).read({ workspaceId }),
    store.activity({ workspaceId, days: daysShown }),
  ]);
  const { queued = 0, delivering = 0, delivered = 0, failed = 0 } = activity.deliveries;
  const days = daysOf(activity);
  return {
    usage,
    forecast: forecastOf(usage, days, activity.now),
    days,
    byIntent: byIntent(activity),
    fallbacks: Object.entries(usage.totals.model?.outcomes ?? {})
      .filter(([outcome]) => outcome !== 'used')
      .reduce((sum, [, count]) => sum + count, 0),
    deliveries: { queued, delivering, delivered, failed },
  };
}

function daysOf({ counts, now }: ActivityRecord): UsageView['days'] {
  const days = Array.from({ length: daysShown }, (_, index) => ({
    day: dayOf(now - (daysShown - 1 - index) * dayMs),
    api: 0,
    inbox: 0,
    page: 0,
  }));
  const byDay = new Map(days.map((day) => [day.day, day]));
  for (const { day, source, count } of counts) {
    const found = byDay.get(day);
    if (found !== undefined) found[source] += count;
  }
  return days;
}

function byIntent({ counts }: ActivityRecord): UsageView['byIntent'] {
  const found = new Map<string, UsageView['byIntent'][number]>();
  for (const { intent, riskLevel, count } of counts) {
    // This reply was charged without a draft, so it has no decision.
    if (intent === '') continue;
    const row = found.get(intent) ?? { intent, safe: 0, review: 0, blocked: 0 };
    if (riskLevel === 'safe' || riskLevel === 'review' || riskLevel === 'blocked') row[riskLevel] += count;
    found.set(intent, row);
  }
  const total = (row: UsageView['byIntent'][number]) => row.safe + row.review + row.blocked;
  return [...found.values()].toSorted((one, other) => total(other) - total(one));
}

/** Projects the month's use from the last seven days; today counts in proportion to the time that has passed. */
function forecastOf(usage: UsageView['usage'], days: UsageView['days'], now: number): UsageView['forecast'] {
  const last = days.slice(-daysLookedBack);
  const replies = last.reduce((sum, { api, inbox, page }) => sum + api + inbox + page, 0);
  const perMs = replies / ((daysLookedBack - 1) * dayMs + (now % dayMs) || 1);
  const end = Date.parse(usage.period.end);
  const used = Math.round(usage.used + perMs * (end - now));
  if (usage.remaining === 0) return { used, usedUpAt: isoTime(now) };
  const usedUpAt = perMs === 0 ? Number.POSITIVE_INFINITY : now + usage.remaining / perMs;
  return { used, usedUpAt: usedUpAt < end ? isoTime(usedUpAt) : null };
}
