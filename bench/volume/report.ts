import { writeSection } from '../../server/test/support/page-section.ts';
import { machine } from '../support/machine.ts';
import type { Compared } from './compare.ts';

export interface VolumeRow extends Compared {
  readonly store: string;
  readonly workspaces: number;
  readonly filled: number;
  readonly fillSeconds: number;
  readonly bytes: number;
}

export function tellVolume(rows: readonly VolumeRow[]): string {
  const head = ['store', 'messages', 'workspaces', 'on disk', 'fill time'];
  const compared = ['ready', 'first drafts p50', 'drafts p50', 'drafts p99'].map(
    (what) => `${what}: few, many (ratio)`,
  );
  return [
    `| ${[...head, ...compared].join(' | ')} |`,
    `|${[...head, ...compared].map(() => '---').join('|')}|`,
    ...rows.map((row) => {
      const size = [row.filled.toLocaleString('en'), row.workspaces.toLocaleString('en')];
      const spent = [`${(row.bytes / 1024 ** 3).toFixed(1)} GB`, `${Math.round(row.fillSeconds)} s`];
      const times = [row.readyMs, row.firstP50Ms, row.p50Ms, row.p99Ms].map(beside);
      return `| ${[row.store, ...size, ...spent, ...times].join(' | ')} |`;
    }),
  ].join('\n');
}

function beside([few, many]: readonly [number, number]): string {
  return `${few.toFixed(1)}, ${many.toFixed(1)} ms (${(many / few).toFixed(2)})`;
}

/** Updates the figures in docs/volume.md. */
export async function writeVolume(rows: readonly VolumeRow[]): Promise<void> {
  writeSection('volume.md', 'volume', `${tellVolume(rows)}\n\nMeasured ${machine()}.`);
}
