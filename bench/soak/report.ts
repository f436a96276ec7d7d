import { mkdir, writeFile } from 'node:fs/promises';
import { writeSection } from '../../server/test/support/page-section.ts';
import { machine } from '../support/machine.ts';
import { plotSvg } from '../support/plot.ts';
import { type Trend, trendOf } from './trend.ts';

/** The measurements during ten seconds. */
export interface Sample {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly failures: number;
  readonly residentMb: number;
  readonly heapMb: number;
  /** The number of open files and sockets, and of the event loop's active handles. */
  readonly handles: number;
  readonly loopP99Ms: number;
}

export interface Soak {
  readonly store: string;
  readonly minutes: number;
  readonly share: number;
  readonly capacity: number;
  readonly rate: number;
  readonly everyMs: number;
  readonly samples: readonly Sample[];
}

const judged = [
  { name: 'residentMb', label: 'resident memory, MB', share: 0.1, least: 10 },
  { name: 'heapMb', label: 'heap in use, MB', share: 0.1, least: 10 },
  { name: 'handles', label: 'open files, sockets and timers', share: 0.1, least: 5 },
  { name: 'loopP99Ms', label: 'event-loop delay p99, ms', share: 0.5, least: 10 },
  { name: 'p99Ms', label: 'answers p99, ms', share: 0.5, least: 10 },
] as const;
const warmUp = 0.2;

/** Returns the trends as a Markdown table, and whether all are flat and nothing failed. */
export function tellSoak({ samples, minutes, rate, capacity, share, store }: Soak): { text: string; isFlat: boolean } {
  const settled = samples.slice(Math.ceil(samples.length * warmUp));
  const trends = judged.map(({ name, label, ...tolerated }) => ({
    label,
    ...trendOf(
      settled.map((sample) => sample[name]),
      tolerated,
    ),
  }));
  const failures = samples.reduce((sum, sample) => sum + sample.failures, 0);
  const isFlat = failures === 0 && trends.every((trend) => trend.isFlat);
  const reached = settled.reduce((sum, sample) => sum + sample.perSecond, 0) / Math.max(1, settled.length);
  const text = [
    `${store}: ${minutes} minutes at ${rate} requests/s, which is ${share} times the ${Math.round(capacity)} requests/s that 16 connections reached just before the run. The service sent ${Math.round(reached)} responses/s; ${failures} responses had a status other than 200.`,
    '',
    '| value | median | growth over the run | noise (2 standard errors) | tolerance | result |',
    '|---|---|---|---|---|---|',
    ...trends.map((trend) => `| ${row(trend)} |`),
  ].join('\n');
  return { text, isFlat };
}

function row({ label, median, growth, noise, tolerance, isFlat }: Trend & { label: string }): string {
  const figures = [median, growth, noise, tolerance].map((value) => value.toFixed(1));
  const verdict = !isFlat ? '**grows**' : growth > noise ? 'rises within the tolerance' : 'flat';
  return [label, ...figures, verdict].join(' | ');
}

/** Updates the store's section of the report and its plots. */
export async function writeSoak(soak: Soak): Promise<void> {
  const docs = new URL('../../docs/', import.meta.url);
  const slug = soak.store.toLowerCase();
  const xs = soak.samples.map((_, index) => String(Math.round((index * soak.everyMs) / 6_000) / 10));
  const series = (names: readonly (keyof Sample)[]) =>
    names.map((name) => ({ name: labelOf(name), ys: soak.samples.map((sample) => sample[name]) }));
  const plots = [
    { file: `soak-${slug}-memory.svg`, title: 'Memory', yLabel: 'MB', names: ['residentMb', 'heapMb'] },
    { file: `soak-${slug}-times.svg`, title: 'Times', yLabel: 'ms', names: ['p99Ms', 'loopP99Ms'] },
    { file: `soak-${slug}-handles.svg`, title: 'Handles', yLabel: 'count', names: ['handles'] },
  ] as const;
  await mkdir(new URL('plots/', docs), { recursive: true });
  for (const { file, title, yLabel, names } of plots) {
    const svg = plotSvg({ title: `${title}, ${soak.store}`, xLabel: 'minutes', yLabel, xs, series: series(names) });
    await writeFile(new URL(`plots/${file}`, docs), svg);
  }
  const pictures = plots.map(({ file, title }) => `![${title}](plots/${file})`).join('\n');
  writeSection('soak.md', slug, `## ${soak.store}\n\n${tellSoak(soak).text}\n\nMeasured ${machine()}.\n\n${pictures}`);
}

function labelOf(name: keyof Sample): string {
  return judged.find((one) => one.name === name)?.label ?? name;
}
