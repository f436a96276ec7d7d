/**
 * Runs a public contract tester (Portman: variations and fuzzing from the OpenAPI description, run by Newman) against a
 * real service. Fails on a 5xx, on a status that the description does not name, and on a failed contract test.
 *
 * `npm run test:contract-tester` fetches the tester from the npm registry.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scopes } from '../../src/domain/actor.ts';
import { buildOpenApi } from '../../src/http/openapi.ts';
import { createApiKey } from '../../src/lib/secrets.ts';
import { openStore } from '../../src/store/open-store.ts';
import { ask, prove } from '../page/support/visitor.ts';
import { startService } from '../support/service-process.ts';
import { sampleWorkspace } from '../support/world.ts';

const packages = ['--yes', '--package=@apideck/portman@1.33.0', '--package=tslib@2.8.1', '--package=newman@6.2.2'];

/** Runs in the tester before each signed delivery, and signs the body that it is about to send. */
const signDelivery = `
const body = pm.request.body && pm.request.body.raw ? pm.variables.replaceIn(pm.request.body.raw) : '';
if (body !== '') pm.request.body.raw = body;
const at = String(Math.floor(Date.now() / 1000));
const key = CryptoJS.enc.Base64.parse(pm.collectionVariables.get('connectionSecret').replace('whsec_', ''));
const signature = CryptoJS.enc.Base64.stringify(CryptoJS.HmacSHA256(['msg_1', at, body].join('.'), key));
for (const [name, value] of [['webhook-id', 'msg_1'], ['webhook-timestamp', at], ['webhook-signature', 'v1,' + signature]])
  if (pm.request.headers.has(name)) pm.request.headers.upsert({ key: name, value });
`;

interface Execution {
  readonly item: { readonly name: string };
  readonly request: { readonly method: string; readonly url: { readonly path: readonly string[] } };
  readonly response?: { readonly code: number };
  readonly assertions?: readonly { readonly assertion: string; readonly error?: { readonly message: string } }[];
}

const question = 'do you ship to Brazil?';

const folder = mkdtempSync(join(tmpdir(), 'understudy-contract-'));
const file = (name: string) => join(folder, name);
const faults: string[] = [];
const pages = [{ slug: 'aurora', profileId: 'prof_aurora' }];
writeFileSync(file('workspace.json'), JSON.stringify({ workspaces: [{ ...sampleWorkspace('ws_contract'), pages }] }));
understudy('import', file('workspace.json'));
const store = await openStore({ kind: 'sqlite', dataDir: file('data') }, { role: 'tool' });
const { key, hash } = createApiKey();
await store.createKey({
  keyId: 'key_contract',
  keyHash: hash,
  workspaceId: 'ws_contract',
  name: 'contract',
  scopes,
  lifetimeMs: null,
});
const shown = { workspaceId: 'ws_contract', slug: 'aurora', domain: 'a.example' };
await store.putDomain({ ...shown, token: 'token' });
await store.settleDomain({ ...shown, isProven: true });
await store.close();
const service = await startService({ UNDERSTUDY_DATA_DIR: file('data') });
try {
  const description = buildOpenApi({ serverUrl: service.url });
  const link = await passQuestionOn();
  const { connection, outboxId } = await fillOutbox();
  const config = JSON.parse(readFileSync(new URL('./portman.json', import.meta.url), 'utf8'));
  const inPath = (key: string, value: string) => [{ key, value, overwrite: true }];
  const inBody = (key: string, value: string) => ({ key, value, overwrite: true });
  const hook = 'POST::/hooks/{receiverId}';
  const claim = 'POST::/api/v1/outbox/claims';
  const result = 'POST::/api/v1/outbox/{outboxId}/result';
  config.overwrites = [
    {
      openApiOperation: 'POST::/*',
      overwriteRequestHeaders: [{ key: 'Idempotency-Key', value: '{{$guid}}', overwrite: true, insert: false }],
    },
    { openApiOperation: hook, overwriteRequestPathVariables: inPath('receiverId', connection.receiverId) },
    { openApiOperation: claim, overwriteRequestBody: [inBody('outboxId', outboxId)] },
    {
      openApiOperation: result,
      overwriteRequestPathVariables: inPath('outboxId', outboxId),
      overwriteRequestBody: [inBody('claimId', '{{claimId}}')],
    },
    { openApiOperation: 'GET::/p/{slug}/r/{token}', overwriteRequestPathVariables: inPath('token', link) },
    { openApiOperation: 'POST::/p/{slug}/ask', overwriteRequestBody: [inBody('proof', await proveTo('aurora'))] },
  ];
  config.assignVariables = [
    { openApiOperation: claim, collectionVariables: [{ responseBodyProp: 'claim.claimId', name: 'claimId' }] },
  ];
  config.operationPreRequestScripts = [{ openApiOperation: hook, scripts: [signDelivery] }];
  config.globals = {
    securityOverwrites: { bearer: { token: key } },
    collectionVariables: { connectionSecret: connection.secret },
  };
  writeFileSync(file('openapi.json'), JSON.stringify(description));
  writeFileSync(file('portman.json'), JSON.stringify(config));
  const options = ['--local', 'openapi.json', '--portmanConfigFile', 'portman.json', '--baseUrl', service.url];
  const output = ['--output', 'collection.json', '--includeTests', 'true'];
  const at = { cwd: folder, stdio: ['ignore' as const, 'ignore' as const, 'inherit' as const] };
  execFileSync('npx', [...packages, 'portman', ...options, ...output], at);
  // Newman also exits with 1 if a test failed. The report names the test, and must exist in either case.
  const newman = ['newman', 'run', 'collection.json', '--reporters', 'json', '--reporter-json-export', 'report.json'];
  spawnSync('npx', [...packages, ...newman], at);
  const executions: Execution[] = JSON.parse(readFileSync(file('report.json'), 'utf8')).run.executions;
  const statuses = new Map<number, number>();
  for (const { item, request, response, assertions } of executions) {
    const path = `/${request.url.path.join('/')}`;
    const status = response?.code ?? 0;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (status === 0 || status >= 500) faults.push(`${item.name}: answered ${status}`);
    else if (!isDocumented(description, path, request.method, status))
      faults.push(`${item.name}: ${status} is not documented`);
    for (const { assertion, error } of assertions ?? []) {
      if (error !== undefined) faults.push(`${item.name}: ${assertion}: ${error.message}`);
    }
  }
  if (executions.length < 20) faults.push(`the tester sent only ${executions.length} requests`);
  const counts = [...statuses].sort().map(([status, count]) => `${count} × ${status}`);
  console.log(`${executions.length} requests from the description: ${counts.join(', ')}`);
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
for (const fault of faults) console.error(`fault: ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;

function isDocumented(description: Record<string, unknown>, path: string, method: string, status: number): boolean {
  // The description contains paths, then methods, then responses by status.
  const paths = description['paths'] as Record<string, Record<string, { responses: Record<string, unknown> }>>;
  const known = paths[path] ?? Object.entries(paths).find(([template]) => fits(template, path))?.[1];
  return known?.[method.toLowerCase()]?.responses[String(status)] !== undefined;
}

/** Returns true if a path matches a template such as `/hooks/{receiverId}`. */
function fits(template: string, path: string): boolean {
  const [wanted, given] = [template.split('/'), path.split('/')];
  return wanted.length === given.length && wanted.every((part, at) => part.startsWith('{') || part === given[at]);
}

/** Runs a command on the data folder; returns its output. */
function understudy(...args: string[]): string {
  const run = join(import.meta.dirname, '../../../scripts/run.mjs');
  const env = { ...process.env, UNDERSTUDY_DATA_DIR: file('data') };
  return execFileSync(process.execPath, [run, ...args], { env, stdio: ['ignore', 'pipe', 'inherit'] }).toString();
}

/** Returns a proof of work for the one question that gets an answer. */
function proveTo(slug: string): Promise<string> {
  return prove(`${service.url}/p/${slug}`);
}

/** Asks a question that is passed on, and returns the token of its link. */
async function passQuestionOn(): Promise<string> {
  const { body } = await ask(`${service.url}/p/aurora`, 'who is your dentist?');
  return String(body.link).split('/').at(-1) ?? '';
}

/**
 * Connects an inbox, and delivers a message whose draft waits in the outbox, so that each path has something to answer.
 */
async function fillOutbox(): Promise<{ connection: { receiverId: string; secret: string }; outboxId: string }> {
  const options = ['--profile', 'prof_aurora', '--kind', 'generic', '--id', 'con_ig', '--mode', 'ready'];
  const timing = ['--quiet-seconds', '0', '--max-wait-seconds', '0', '--workspace', 'ws_contract', '--json'];
  const created = understudy('connections', 'create', ...options, ...timing);
  const call = async (path: string, body?: unknown): Promise<{ items?: { id: string }[] }> => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${service.url}${path}`, init);
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return JSON.parse(await answer.text());
  };
  const sentAt = new Date().toISOString();
  const shared = { threadId: 't1', sentAt };
  await call('/api/v1/inbox/events', {
    connectionId: 'con_ig',
    events: [
      { id: 's1', type: 'message.sent', messageId: 'b1', body: 'Welcome!', sender: 'machine', ...shared },
      { id: 's2', type: 'message.received', messageId: 'a1', body: question, contact: { id: 'u1' }, ...shared },
    ],
  });
  let outboxId: string | undefined;
  for (let tries = 0; tries < 9 && outboxId === undefined; tries += 1)
    outboxId = (await call('/api/v1/outbox?profileId=prof_aurora&wait=20')).items?.[0]?.id;
  if (outboxId === undefined) throw new Error('no draft reached the outbox within three minutes');
  return { connection: JSON.parse(created), outboxId };
}
