import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

/**
 * Describes when and on which machine a figure was measured, and how busy that machine was: `on 2026-01-01: 2 cores …`.
 */
export function machine(): string {
  const model = cpus()[0]?.model.trim() ?? 'an unknown processor';
  const gigabytes = Math.round(totalmem() / 1024 ** 3);
  const load = loadavg().map((value) => value.toFixed(1));
  return `on ${new Date().toISOString().slice(0, 10)}: ${availableParallelism()} cores (${model}), ${gigabytes} GB, Node ${process.versions.node}; load average over 1, 5 and 15 minutes: ${load.join(', ')}`;
}
