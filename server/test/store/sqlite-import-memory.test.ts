import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openStore } from '../../src/store/open-store.ts';

const repository = join(import.meta.dirname, '../../..');

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'understudy-import-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes a document of `conversations` × 100 messages as JSON, and returns its path. */
function writeDocument(folder: string, conversations: number, spoil?: (messages: Record<string, unknown>[]) => void) {
  const messages = (conversation: number) =>
    Array.from(
      { length: 100 },
      (_, index): Record<string, unknown> => ({
        id: `m_${conversation}_${index}`,
        direction: index % 2 === 0 ? 'inbound' : 'outbound',
        body: `Message ${index} of conversation ${conversation}, about mugs and bowls and when they are fired again.`,
        sentAt: new Date(1_700_000_000_000 + (conversation * 100 + index) * 1_000).toISOString(),
      }),
    );
  const all = Array.from({ length: conversations }, (_, index) => messages(index));
  spoil?.(all.flat());
  const path = join(folder, 'workspace.json');
  const workspace = {
    id: 'ws_big',
    name: 'Big',
    plan: 'agency',
    profiles: [{ id: 'prof_one', displayName: 'One' }],
    conversations: all.map((list, index) => ({ id: `conv_${index}`, profileId: 'prof_one', messages: list })),
  };
  writeFileSync(path, JSON.stringify({ workspaces: [workspace] }));
  return path;
}

/**
 * A process reports its own peak resident memory, in kB. `resourceUsage().maxRSS` is not used on Linux: there, it
 * starts with the memory of the parent process, and test files share a large one.
 */
const reportPeak = `
  import { existsSync, readFileSync } from 'node:fs';
  const status = '/proc/self/status';
  const peakKb = () =>
    existsSync(status) ? /VmHWM:\\s+(\\d+)/.exec(readFileSync(status, 'utf8'))[1] : process.resourceUsage().maxRSS;
  process.on('exit', () => process.stderr.write('\\npeak ' + peakKb()));
`;

/** Runs `understudy import` as an operator does. `highestMb` is its peak resident memory. */
async function runImport(dataDir: string, file: string) {
  const child = spawn(
    process.execPath,
    ['--import', `data:text/javascript,${encodeURIComponent(reportPeak)}`, 'scripts/run.mjs', 'import', file, '--json'],
    {
      cwd: repository,
      env: { PATH: process.env['PATH'], UNDERSTUDY_DATA_DIR: dataDir },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  let told = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (told += chunk));
  const [code] = await once(child, 'close');
  return { code, output, told, highestMb: Number(/peak (\d+)/.exec(told)?.[1]) / 1024 };
}

test('a file of 100,000 messages is imported completely, in limited memory, and changes nothing the second time', {
  timeout: 600_000,
}, async () => {
  const folder = freshFolder();
  const dataDir = join(folder, 'data');
  const small = await runImport(join(folder, 'other'), writeDocument(folder, 10));
  const file = writeDocument(folder, 1_000);
  const first = await runImport(dataDir, file);
  expect(first.code).toBe(0);
  expect(JSON.parse(first.output).messages).toEqual({ created: 100_000, updated: 0, unchanged: 0 });
  console.info(
    `  import of 1,000 messages: ${Math.round(small.highestMb)} MB at the highest; of 100,000: ${Math.round(first.highestMb)} MB`,
  );
  // The document itself is about 17 MB of text.
  expect(first.highestMb).toBeLessThan(350);
  const second = await runImport(dataDir, file);
  expect(JSON.parse(second.output).messages).toEqual({ created: 0, updated: 0, unchanged: 100_000 });
});

test('one invalid record in a thousand prevents the import, and every error is reported with its path', async () => {
  const folder = freshFolder();
  const dataDir = join(folder, 'data');
  const file = writeDocument(folder, 10, (messages) => {
    Object.assign(messages[437] ?? {}, { direction: 'sideways', sentAt: 'xxxxx' });
  });
  const { code, told } = await runImport(dataDir, file);
  expect(code).toBe(1);
  expect(told).toContain('nothing was imported');
  expect(told).toContain('workspaces[0].conversations[4].messages[37].direction');
  expect(told).toContain('workspaces[0].conversations[4].messages[37].sentAt');
  expect(told).not.toContain('xxxxx');
  const store = await openStore({ kind: 'sqlite', dataDir }, { role: 'tool' });
  onTestFinished(() => store.close());
  expect(await store.listWorkspaces()).toEqual([]);
});
