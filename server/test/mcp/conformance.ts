/**
 * Runs the applicable server scenarios of the official MCP conformance suite against a real service.
 *
 * npm run test:conformance -- [--all]
 *
 * With --all, it also runs the scenarios that do not apply, to show their results.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { scopes } from '../../src/domain/actor.ts';
import { createApiKey } from '../../src/lib/secrets.ts';
import { openStore } from '../../src/store/open-store.ts';
import { clientPackages, extraPackage, installPackages } from '../support/extra-packages.ts';
import { startService } from '../support/service-process.ts';
import { sampleWorkspace } from '../support/world.ts';
import { startAuthorizingRelay } from './support/authorizing-relay.ts';
import { notApplicable } from './support/conformance-scenarios.ts';

installPackages(clientPackages, (text) => process.stdout.write(text));
const suite = join(extraPackage(clientPackages, '@modelcontextprotocol/conformance'), 'dist/index.js');
const scenarioTimeoutMs = 240_000;
const run = promisify(execFile);

const dataDir = await mkdtemp(join(tmpdir(), 'understudy-conformance-'));
const { key, hash } = createApiKey();
let serviceUrl = '';
const relay = await startAuthorizingRelay(() => serviceUrl, key);
const store = await openStore({ kind: 'sqlite', dataDir }, { role: 'tool' });
// The suite claims to be a browser page of the address that it calls.
const workspace = { ...sampleWorkspace('ws_conformance'), allowedOrigins: [relay.url] };
await store.importDocument({ workspaces: [workspace] }, { forceState: false, dryRun: false });
await store.createKey({
  keyId: 'key_conformance',
  keyHash: hash,
  workspaceId: workspace.id,
  name: 'conformance',
  scopes,
  lifetimeMs: null,
});
await store.close();
const service = await startService({ UNDERSTUDY_DATA_DIR: dataDir });
serviceUrl = service.url;
const failed: string[] = [];
try {
  const all = await serverScenarios();
  const unknown = Object.keys(notApplicable).filter((name) => !all.includes(name));
  if (unknown.length > 0) throw new Error(`the suite has no scenario ${unknown.join(', ')}`);
  for (const scenario of all) {
    const reason = notApplicable[scenario];
    if (reason !== undefined && !process.argv.includes('--all')) {
      console.log(`–  ${scenario}: ${reason}`);
      continue;
    }
    const result = await judge(scenario);
    console.log(`${result.passed ? '✓' : '✗'}  ${scenario}${reason === undefined ? '' : ' (does not apply)'}`);
    if (result.passed || reason !== undefined) continue;
    failed.push(scenario);
    console.log(result.output);
  }
} finally {
  await service.stop();
  await relay.close();
  await rm(dataDir, { recursive: true, force: true });
}
console.log(failed.length === 0 ? '\nAll applicable scenarios pass.' : `\nFailed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

/** Returns the names of the server scenarios, as the suite lists them. */
async function serverScenarios(): Promise<string[]> {
  const { stdout } = await run(process.execPath, [suite, 'list', '--server']);
  const [, listed = ''] = stdout.split('Server scenarios');
  const [section = ''] = listed.split('Client scenarios');
  const names = [...section.matchAll(/^ +- (\S+)/gm)].map(([, name = '']) => name);
  if (names.length === 0) throw new Error('the suite lists no scenarios');
  return names;
}

async function judge(scenario: string): Promise<{ passed: boolean; output: string }> {
  const args = [suite, 'server', '--url', `${relay.url}/mcp`, '--scenario', scenario];
  try {
    const { stdout, stderr } = await run(process.execPath, args, { timeout: scenarioTimeoutMs });
    const output = stdout + stderr;
    return { passed: /Passed: ([1-9]\d*)\/\1, 0 failed/.test(output), output };
  } catch (error) {
    // The error that execFile throws contains both outputs.
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return { passed: false, output: stdout + stderr };
  }
}
