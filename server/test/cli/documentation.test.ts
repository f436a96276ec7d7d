import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { startService } from '../support/service-process.ts';
import { whyNoCurl } from './support/curl.ts';
import { freshDataFolder } from './support/places.ts';
import { repository } from './support/understudy.ts';

const run = promisify(execFile);

/** A block of commands on a page, which a test runs, and the answer that the page shows. */
interface Shown {
  readonly command: string;
  readonly answer: string | null;
}

/**
 * Values that differ from run to run, or may improve without the page being wrong. The decision and the reply must
 * match.
 */
const mayDiffer = [
  'confidence',
  'rationale',
  'requestId',
  'start',
  'end',
  'used',
  'remaining',
  'drafts',
  'api',
  'limit',
];

test.for(['README.md', 'docs/calling.md'])(
  'every command in %s works on a first start, and its answer matches the page',
  // Each run needs a service and a process for each command.
  { timeout: 300_000 },
  async (page, { skip }) => {
    const noCurl = whyNoCurl();
    skip(noCurl !== null, noCurl ?? '');
    const env = { ...freshDataFolder(), UNDERSTUDY_DEMO: 'true' };
    const service = await startService(env);
    onTestFinished(() => service.kill());
    await expect.poll(() => service.output()).toContain('npm start -- --no-demo');
    const [KEY = ''] = service.output().match(/ustudy_live_[0-9A-Za-z]{38}/) ?? [];
    const PATH = `${join(repository, 'node_modules/.bin')}:${process.env['PATH'] ?? ''}`;

    const blocks = shownIn(readFileSync(join(repository, page), 'utf8'));
    expect(blocks.length).toBeGreaterThan(2);
    for (const { command, answer } of blocks) {
      const script = command.replaceAll('http://127.0.0.1:8787', service.url);
      const { stdout } = await run('sh', ['-euc', script], { cwd: repository, env: { ...env, PATH, KEY } });
      if (answer === null) expect([command, stdout.length > 0]).toEqual([command, true]);
      else if (answer.startsWith('{')) expect(comparable(stdout)).toEqual(comparable(answer));
      else expect(stdout.trim()).toBe(answer.trim());
    }
  },
);

test('a run block is found together with the answer after it', () => {
  expect(
    shownIn('```sh\na\n```\n\n```json\n{}\n```\n```sh\nb\n```\ntext\n```json\n{}\n```\n```console\nc\n```'),
  ).toEqual([
    { command: 'a\n', answer: '{}\n' },
    { command: 'b\n', answer: null },
  ]);
});

test.each([
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  'docs/architecture.md',
  'docs/calling.md',
  'docs/conversations.md',
  'docs/creators.md',
  'docs/page.md',
  'docs/creators-by-command.md',
  'docs/console.md',
  'docs/evaluation.md',
  'docs/drafting.md',
  'docs/operating.md',
  'docs/mcp.md',
  'docs/notifications.md',
  'docs/releasing.md',
])('every link of %s to a file or heading of the repository has a target', (page) => {
  const text = readFileSync(join(repository, page), 'utf8');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target]) =>
    target === undefined || /^https?:/.test(target) ? [] : [target],
  );
  const broken = links.filter((target) => !leadsSomewhere(join(repository, page), target));
  expect(broken).toEqual([]);
});

function shownIn(page: string): Shown[] {
  const blocks = /^```sh\n(.*?)^```\n(?:\s*^```(?:json|text)\n(.*?)^```)?/gms;
  return [...page.matchAll(blocks)].map(([, command = '', answer]) => ({ command, answer: answer ?? null }));
}

/** Parses JSON and replaces the values that may differ from run to run by their types. */
function comparable(text: string): unknown {
  return JSON.parse(text, (key, value) => (mayDiffer.includes(key) ? typeof value : value));
}

function leadsSomewhere(page: string, target: string): boolean {
  const [file = '', heading] = target.split('#');
  const path = file === '' ? page : join(page, '..', file);
  if (heading === undefined) return existsSync(path);
  const headings = [...readFileSync(path, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );
  return headings.includes(heading);
}
