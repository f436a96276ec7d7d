/**
 * npm run measure:determinism [-- --messages 10000]: drafts every message in this folder, cycled over all creators, and
 * compares the bytes of decisions and traces: twice in this process, in a second process, and in processes with a
 * different time zone and locale.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { parse } from 'yaml';
import { validateDocument } from '../src/admin/documents/validate-document.ts';
import type { ProfileDocument } from '../src/domain/workspace-document.ts';
import { createEmbeddedEngine } from '../src/drafting/embedded-engine.ts';
import type { DraftInput } from '../src/drafting/engine.ts';

interface Asked {
  readonly message: string;
  readonly history: readonly { readonly from: string; readonly text: string }[];
}

const now = Date.parse('2026-11-21T12:00:00Z');
const root = import.meta.dirname;
const { values: flags } = parseArgs({
  options: { messages: { type: 'string', default: '10000' }, child: { type: 'boolean', default: false } },
});
const count = Number(flags.messages);
if (!Number.isInteger(count) || count < 1) throw new Error('--messages must be a whole number of at least 1');

if (flags.child) process.stdout.write(`${await hashOfDrafts()} ${surroundings()}`);
else {
  const first = await hashOfDrafts();
  process.stdout.write(`${count.toLocaleString('en-US')} messages to ${readProfiles().length} creators: ${first}\n`);
  tell('again in this process', first, `${await hashOfDrafts()} ${surroundings()}`);
  tell('in another process', first, inChild({}));
  tell('TZ=Pacific/Auckland', first, inChild({ TZ: 'Pacific/Auckland' }));
  tell('LC_ALL=tr_TR.UTF-8', first, inChild({ LANG: 'tr_TR.UTF-8', LC_ALL: 'tr_TR.UTF-8' }));
  tell('TZ=America/St_Johns, LC_ALL=de_DE.UTF-8', first, inChild({ TZ: 'America/St_Johns', LC_ALL: 'de_DE.UTF-8' }));
  if (process.exitCode === 1 && !inChild({}).startsWith(`${first} `))
    process.stdout.write('The engine or the text changed during the run. Run it again without changing any files.\n');
}

function tell(where: string, expected: string, found: string): void {
  const isSame = found.startsWith(`${expected} `);
  process.stdout.write(
    `${isSame ? 'same bytes' : 'DIFFERENT BYTES'}  ${where}: ${found.slice(isSame ? expected.length + 1 : 0)}\n`,
  );
  if (!isSame) process.exitCode = 1;
}

/** Returns the time zone and locale that the process uses, as proof that the settings took effect. */
function surroundings(): string {
  const { timeZone, locale } = new Intl.DateTimeFormat().resolvedOptions();
  return `${timeZone}, ${locale}`;
}

function inChild(env: Readonly<Record<string, string>>): string {
  const args = [import.meta.filename, '--child', '--messages', String(count)];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: 300_000,
  });
  return status === 0 ? stdout : `ended with ${status}: ${stderr.split('\n')[0]}`;
}

/** Returns the SHA-256 of every decision and trace, in order. */
async function hashOfDrafts(): Promise<string> {
  const engine = createEmbeddedEngine();
  const profiles = readProfiles();
  const asked = readAsked();
  const hash = createHash('sha256');
  for (let at = 0; at < count; at++) {
    const one = asked[at % asked.length];
    // Each further round over the messages shifts the creators by one, so that it does not repeat the pairs of the
    // previous round.
    const profile = profiles[(at + Math.floor(at / asked.length)) % profiles.length];
    if (one === undefined || profile === undefined) throw new Error('there is no message or no creator');
    hash.update(JSON.stringify(await engine.draft(inputOf(one, profile))));
  }
  return hash.digest('hex');
}

function inputOf({ message, history }: Asked, { displayName, persona }: ProfileDocument): DraftInput {
  return {
    message,
    history: history.map(({ from, text }) => ({
      direction: from === 'contact' ? 'inbound' : 'outbound',
      body: text,
      senderType: null,
      sentAt: null,
    })),
    displayName,
    persona: persona ?? {},
    relationship: null,
    awaitsCreator: false,
    now,
  };
}

/** Reads the creators of the demo and of every author of cases. */
function readProfiles(): ProfileDocument[] {
  const files = [
    join(root, '../demo/demo-workspace.yaml'),
    ...foldersOf('cases').map((folder) => join(folder, 'workspace.yaml')),
  ];
  return files.flatMap((file) =>
    validateDocument(parse(readFileSync(file, 'utf8')), file).workspaces.flatMap(({ profiles = [] }) => profiles),
  );
}

/** Reads every message of every author, cases first. Only bytes are compared, so labels are not used. */
function readAsked(): Asked[] {
  const cases = foldersOf('cases').flatMap((folder) =>
    linesOf(join(folder, 'cases.jsonl')).map((line): Asked => {
      const { message, history = [] } = JSON.parse(line) as Asked & { history?: Asked['history'] }; // as described in README.md
      return { message, history };
    }),
  );
  const messages = foldersOf('messages').flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.txt'))
      .sort()
      .flatMap((name) => linesOf(join(folder, name)))
      .filter((line) => !line.startsWith('# '))
      .map((line): Asked => ({ message: line.replaceAll('\\n', '\n').trim(), history: [] })),
  );
  return [...cases, ...messages];
}

function foldersOf(kind: string): string[] {
  return readdirSync(join(root, kind))
    .sort()
    .map((author) => join(root, kind, author));
}

function linesOf(file: string): string[] {
  return readFileSync(file, 'utf8')
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
}
