import { writeFile } from 'node:fs/promises';
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
  const head = ['store', 'messages', 'workspaces', 'on disk', 'filled in'];
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

export async function writeVolume(rows: readonly VolumeRow[]): Promise<void> {
  await writeFile(
    new URL('../../docs/volume.md', import.meta.url),
    `${introduction}\n${tellVolume(rows)}\n\nMeasured ${machine()}.\n`,
  );
}

const introduction = `# Volume

An installation with tens of millions of messages beside one with ten workspaces, in the same run. Made by
\`npm run bench:volume -- --minutes 20 --write\`.

10,000 workspaces are imported as documents are; then messages go straight into the tables, workspace after workspace, until
there are as many as asked for, or the time or the disk is used up. Either side is started three times in turns, and
drafts on workspaces drawn at random, in turns with the other. "First drafts" are the first hundred after each start, when
hardly a workspace is met twice and little of the data is in the database's memory. The engine is the constant one.
`;
