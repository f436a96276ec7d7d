/**
 * Lets a public contract tester (Portman: variations and fuzzing from the OpenAPI description, run by Newman) loose on
 * a real service, and fails on a 5xx, on a status that the description does not name, and on a failed contract test.
 *   npm run test:contract-tester      fetches the tester from the npm registry
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { scopes } from '../../src/domain/actor.ts';
import { buildOpenApi } from '../../src/http/openapi.ts';
import { createApiKey } from '../../src/lib/secrets.ts';
import { openStore } from '../../src/store/open-store.ts';
import { startService } from '../support/service-process.ts';
import { sampleWorkspace } from '../support/world.ts';

const tester = ['--yes', '--package=@apideck/portman@1.33.0', '--package=tslib@2.8.1', 'portman'];

interface Execution {
  readonly item: { readonly name: string };
  readonly request: { readonly method: string; readonly url: { readonly path: readonly string[] } };
  readonly response?: { readonly code: number };
  readonly assertions?: readonly { readonly assertion: string; readonly error?: { readonly message: string } }[];
}

const folder = mkdtempSync(join(tmpdir(), 'understudy-contract-'));
const file = (name: string) => join(folder, name);
const faults: string[] = [];
const store = await openStore({ kind: 'sqlite', dataDir: file('data') }, { role: 'tool' });
const { key, hash } = createApiKey();
await store.importDocument({ workspaces: [sampleWorkspace('ws_contract')] }, { forceState: false, dryRun: false });
await store.createKey({
  keyId: 'key_contract',
  keyHash: hash,
  workspaceId: 'ws_contract',
  name: 'contract',
  scopes,
  lifetimeMs: null,
});
await store.close();
const service = await startService({ UNDERSTUDY_DATA_DIR: file('data') });
try {
  const description = buildOpenApi({ serverUrl: service.url });
  const config = JSON.parse(readFileSync(new URL('./portman.json', import.meta.url), 'utf8'));
  config.overwrites = [
    {
      openApiOperation: 'POST::/*',
      overwriteRequestHeaders: [{ key: 'Idempotency-Key', value: '{{$guid}}', overwrite: true }],
    },
  ];
  config.globals = { securityOverwrites: { bearer: { token: key } } };
  writeFileSync(file('openapi.json'), JSON.stringify(description));
  writeFileSync(file('portman.json'), JSON.stringify(config));
  writeFileSync(
    file('newman.json'),
    JSON.stringify({ reporters: ['json'], reporter: { json: { export: file('report.json') } } }),
  );
  const options = ['--local', 'openapi.json', '--portmanConfigFile', 'portman.json', '--baseUrl', service.url];
  const run = [
    '--output',
    'collection.json',
    '--includeTests',
    'true',
    '--runNewman',
    'true',
    '--newmanOptionsFile',
    'newman.json',
  ];
  try {
    execFileSync('npx', [...tester, ...options, ...run], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  } catch {
    // Newman exits with 1 when a test failed: the report below says which.
  }
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
  // The description is ours: paths, then methods, then responses by status.
  const paths = description['paths'] as Record<string, Record<string, { responses: Record<string, unknown> }>>;
  return paths[path]?.[method.toLowerCase()]?.responses[String(status)] !== undefined;
}
