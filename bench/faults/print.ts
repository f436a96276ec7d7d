import { type Audit, isClean } from './audit.ts';
import type { FaultRow } from './fault.ts';

/** Formats the rows as a Markdown table, with their notes below. */
export function faultTable(rows: readonly FaultRow[]): string {
  const head = ['injected', 'store', 'times', 'callers saw', 'acknowledged', 'lost', 'doubled', 'recovery'];
  const lines = rows.map((row) =>
    [
      row.injected,
      row.store,
      row.times,
      row.seen,
      row.found.acknowledged,
      lostOf(row.found),
      doubledOf(row.found),
      row.back,
    ].join(' | '),
  );
  const notes = [...new Set(rows.flatMap(({ note }) => (note === undefined ? [] : [`- ${note}`])))];
  return [
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...lines.map((line) => `| ${line} |`),
    ...(notes.length === 0 ? [] : ['', ...notes]),
  ].join('\n');
}

function lostOf(found: Audit): string {
  const parts = [
    found.lost > 0 ? `**${found.lost} acknowledged**` : null,
    found.neverAcknowledged > 0 ? `**${found.neverAcknowledged} never finished**` : null,
    found.chargedTooOften < 0 ? `**${-found.chargedTooOften} not charged**` : null,
    found.handedOffTooOften < 0 ? `**${-found.handedOffTooOften} not counted**` : null,
    found.queuedTooOften < 0 ? `**${-found.queuedTooOften} not queued**` : null,
    found.notNotified > 0 ? `**${found.notNotified} not notified**` : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? 'nothing' : parts.join(', ');
}

function doubledOf(found: Audit): string {
  const parts = [
    found.chargedTooOften > 0 ? `**${found.chargedTooOften} charges**` : null,
    found.handedOffTooOften > 0 ? `**${found.handedOffTooOften} handoffs**` : null,
    found.queuedTooOften > 0 ? `**${found.queuedTooOften} notifications**` : null,
    found.notifiedAgain > 0 ? `${found.notifiedAgain} of ${found.notified} deliveries resent, same id` : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? 'nothing' : parts.join(', ');
}

/** Returns true if a row has the expected result: a control must lose something, and every other row nothing. */
export function isAsExpected(row: FaultRow): boolean {
  return row.isControl === true ? row.found.lost > 0 : isClean(row.found);
}
