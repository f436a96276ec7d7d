import type { Share } from '../../admin/evaluate/intervals.ts';
import type { Measure } from '../../admin/evaluate/measures.ts';

type Figure = Pick<Measure, 'unit' | 'value'>;

/** Formats a figure: `97.3 %`, `0.912`, `0.14 ms`; `—` if there is none. */
export function figureText({ unit, value }: Figure): string {
  if (value === null) return '—';
  if (unit === 'share') return percent(value);
  if (unit === 'ms') return `${value.toFixed(2)} ms`;
  return value.toFixed(unit === 'per thousand' ? 1 : 3);
}

/** Formats the bounds of the figure's 95 % interval; '' if there are none. */
export function intervalText({ unit, low, high }: Pick<Measure, 'unit' | 'low' | 'high'>): string {
  if (low === null || high === null) return '';
  const bare = (value: number): string => figureText({ unit, value }).replace(/ (%|ms)$/, '');
  return `${bare(low)}–${figureText({ unit, value: high })}`;
}

/** Formats a goal, such as `≥ 90 %`; '' if there is none. */
export function goalText({ unit, goal }: Measure): string {
  if (goal === null) return '';
  const text = figureText({ unit, value: goal.value })
    .replace(/(\.\d*?)0+(?= |$)/, '$1')
    .replace(/\.(?= |$)/, '');
  return `${goal.is === 'at most' ? '≤' : '≥'} ${text}`;
}

/** Formats a count, such as `3 of 412`; '' if nothing is counted. */
export function countText({ hits, of }: Measure): string {
  if (of === undefined) return '';
  return hits === undefined
    ? of.toLocaleString('en-US')
    : `${hits.toLocaleString('en-US')} of ${of.toLocaleString('en-US')}`;
}

/** Formats a share and its total, short enough for a cell: `97.3 % of 212`. */
export function shareText({ value, of }: Share): string {
  return value === null ? '—' : `${percent(value)} of ${of.toLocaleString('en-US')}`;
}

/** Formats a percentage with one decimal, or with two below 1 %. */
function percent(value: number): string {
  const part = 100 * value;
  return `${part !== 0 && part < 1 ? part.toFixed(2) : part.toFixed(1)} %`;
}
