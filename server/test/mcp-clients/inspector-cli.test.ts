import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { type Connect, draftArguments, testClientGuarantees } from './support/client-guarantees.ts';
import { startClientService } from './support/client-service.ts';
import { clientFolder, needsClients } from './support/needs-clients.ts';
import { newHome } from './support/new-home.ts';
import { startRecordingProxy } from './support/recording-proxy.ts';

needsClients();

async function inspect({ url, key }: { url: string; key: string }, args: readonly string[]) {
  const home = await newHome();
  const child = spawn(
    process.execPath,
    [
      join(clientFolder('@modelcontextprotocol/inspector'), 'clients/launcher/build/index.js'),
      '--cli',
      `${url}/mcp`,
      '--transport',
      'http',
      '--header',
      `Authorization: Bearer ${key}`,
      '--format',
      'json',
      ...args,
    ],
    {
      // Without the cache, each run compiles the whole client.
      env: {
        PATH: process.env['PATH'],
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
        HOME: home,
        MCP_CATALOG_PATH: join(home, 'mcp.json'),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 180_000,
    },
  );
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const [exitCode, output, errors] = await Promise.all([exited, text(child.stdout), text(child.stderr)]);
  return { exitCode, output, errors };
}

const connect: Connect = async (target) => ({
  async toolNames() {
    const { exitCode, output, errors } = await inspect(target, ['--method', 'tools/list']);
    if (exitCode !== 0) throw new Error(errors);
    const { result }: { result: { tools: { name: string }[] } } = JSON.parse(output);
    return result.tools.map(({ name }) => name);
  },
  async call(name, args) {
    const called = ['--method', 'tools/call', '--tool-name', name, '--tool-args-json', JSON.stringify(args)];
    const { output, errors } = await inspect(target, called);
    if (output === '') throw new Error(errors);
    const { result } = JSON.parse(output);
    return { isError: result.isError === true, body: result.structuredContent };
  },
});

const { service } = testClientGuarantees("the Inspector's CLI", connect, { callsListedToolsOnly: true });

test("the Inspector's CLI finds no error in the schemas of the tools when it is strict", async () => {
  const target = { url: service().url, key: (await service().newTenant()).key };
  const { exitCode, errors } = await inspect(target, ['--method', 'tools/list', '--strict']);
  expect(errors).toBe('');
  expect(exitCode).toBe(0);
});

test("the Inspector's CLI falls back immediately when it probes for a newer revision", async () => {
  const proxy = await startRecordingProxy(service().url);
  const target = { url: proxy.url, key: (await service().newTenant()).key };
  const { exitCode } = await inspect(target, ['--method', 'tools/list', '--protocol-era', 'auto']);
  expect(exitCode).toBe(0);
  expect(proxy.exchanges.map(({ what }) => what)).toContain('POST server/discover');
});

test("the Inspector's CLI uses revision 2026-07-28 if it is served", async () => {
  const newest = await startClientService({ serves2026: true });
  onTestFinished(() => newest.stop());
  const proxy = await startRecordingProxy(newest.url);
  const target = { url: proxy.url, key: (await newest.newTenant()).key };
  const draft = ['--tool-name', 'agent_draft_reply', '--tool-args-json', JSON.stringify(draftArguments())];
  const { exitCode } = await inspect(target, ['--protocol-era', 'modern', '--method', 'tools/call', ...draft]);
  expect(exitCode).toBe(0);
  expect(proxy.exchanges.at(-1)).toEqual({ what: 'POST tools/call', status: 200, protocolVersion: '2026-07-28' });
});
