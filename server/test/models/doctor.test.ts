import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkModel } from '../../src/cli/doctor/check-model.ts';
import { loadConfig } from '../../src/config.ts';
import { readingOf, type StubScript, startStubModel } from '../support/stub-model.ts';

const workspaces = [
  {
    workspaceId: 'ws_aurora',
    name: 'Aurora',
    plan: 'creator',
    status: 'active',
    monthlyReplies: null,
    allowedOrigins: [],
    notifications: null,
    usesModel: true,
    usesWording: false,
    profiles: 1,
    conversations: 0,
    createdAt: 0,
  },
] as const;

async function doctorOver(...scripts: StubScript[]) {
  const stub = await startStubModel(...scripts);
  onTestFinished(() => stub.close());
  const env = {
    UNDERSTUDY_MODEL: 'openai-compatible:stub:8b',
    UNDERSTUDY_MODEL_BASE_URL: stub.baseUrl,
    UNDERSTUDY_MODEL_TIMEOUT_MS: '3000',
    UNDERSTUDY_CONFIG: await emptyFile(),
  };
  return checkModel(loadConfig({ env }), workspaces);
}

async function emptyFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-model-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await writeFile(join(folder, 'empty.yaml'), '{}\n');
  return join(folder, 'empty.yaml');
}

test('the doctor reports that a model answers in the required format, and how fast', async () => {
  const [finding, ...more] = await doctorOver();
  expect(more).toEqual([]);
  expect(finding).toMatchObject({ status: 'ok' });
  expect(finding?.found).toMatch(
    /^openai-compatible:stub:8b answers in \d+\.\d s \(60 tokens\), in the required format/,
  );
});

test.each<[string, StubScript, 'warn' | 'fail', RegExp]>([
  ['prose', { kind: 'text', text: 'Yes we ship!' }, 'fail', /did not match the required form/],
  [
    'with another item',
    { kind: 'answer', with: (request) => readingOf(request, ['f_care']) },
    'warn',
    /misreads a simple question/,
  ],
  ['nothing', { kind: 'silent' }, 'fail', /did not answer in time/],
  ['a refusal of the key', { kind: 'status', status: 401 }, 'fail', /rejected the request \(HTTP 401\)/],
  ['a missing model', { kind: 'status', status: 404 }, 'fail', /HTTP 404/],
])('the doctor reports a model that answers %s', async (_, script, status, found) => {
  const [finding] = await doctorOver(script);
  expect(finding).toMatchObject({ status, found: expect.stringMatching(found), remedy: expect.any(String) });
});

test('the doctor reports a workspace that would use a model if there is none', async () => {
  const [finding] = await checkModel(loadConfig({ env: { UNDERSTUDY_CONFIG: await emptyFile() } }), workspaces);
  expect(finding).toMatchObject({ status: 'warn', found: 'none, though ws_aurora would use one' });
});

test.each<[Record<string, string>, RegExp]>([
  [{ UNDERSTUDY_MODEL: 'llama' }, /UNDERSTUDY_MODEL must be openai-compatible:NAME/],
  [{ UNDERSTUDY_MODEL: 'openai-compatible:x' }, /UNDERSTUDY_MODEL_BASE_URL is required/],
  [{ UNDERSTUDY_MODEL: 'anthropic:x' }, /UNDERSTUDY_MODEL_KEY or UNDERSTUDY_MODEL_KEY_FILE is required/],
  [{ UNDERSTUDY_MODEL: 'openai:x', UNDERSTUDY_MODEL_KEY: 'sk geheim' }, /UNDERSTUDY_MODEL_KEY must be printable ASCII/],
  [{ UNDERSTUDY_MODEL_KEY: 'sk-1' }, /UNDERSTUDY_MODEL is required with/],
  [{ UNDERSTUDY_MODEL_REQUIRED: 'true' }, /UNDERSTUDY_MODEL is required with UNDERSTUDY_MODEL_REQUIRED/],
  [{ UNDERSTUDY_MODEL_TIMEOUT_MS: '5' }, /UNDERSTUDY_MODEL_TIMEOUT_MS must be a whole number/],
  [
    {
      UNDERSTUDY_MODEL: 'openai:x',
      UNDERSTUDY_MODEL_KEY: 'sk-1',
      UNDERSTUDY_MODEL_CONCURRENCY: '2',
    },
    /UNDERSTUDY_MODEL_CONCURRENCY_PER_WORKSPACE \(16\) must not be above/,
  ],
])('contradictory settings of a model stop the start: %j', async (env, fault) => {
  const UNDERSTUDY_CONFIG = await emptyFile();
  try {
    loadConfig({ env: { ...env, UNDERSTUDY_CONFIG } });
    expect.unreachable();
  } catch (error) {
    const { faults } = error as { faults: string[] };
    expect(faults.join('\n')).toMatch(fault);
    expect(faults.join('\n')).not.toContain('geheim');
  }
});
