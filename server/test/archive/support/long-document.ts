import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { WorkspaceDocument } from '../../../src/domain/workspace-document.ts';
import { bringIn } from '../../cli/support/places.ts';
import { sampleWorkspace } from '../../support/world.ts';

let filled: Promise<string> | null = null;

/** Fills a new data folder with enough data that a backup takes a second and shows its progress. */
export async function bringInLong(dataDir: string): Promise<void> {
  filled ??= fill();
  cpSync(await filled, dataDir, { recursive: true });
}

/** Imports the data once for all files of a worker; each test gets a copy. */
async function fill(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-long-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  await bringIn({ UNDERSTUDY_DATA_DIR: dataDir }, longDocument());
  return dataDir;
}

function longDocument(): WorkspaceDocument {
  const messages = Array.from({ length: 60_000 }, (_, index) => ({
    direction: 'inbound' as const,
    body: `message ${index} ${'x'.repeat(300)}`,
    sentAt: new Date(index * 1_000).toISOString(),
  }));
  const long = { id: 'conv_long', profileId: 'prof_aurora', messages };
  return { workspaces: [{ ...sampleWorkspace('ws_aurora'), conversations: [long] }] };
}
