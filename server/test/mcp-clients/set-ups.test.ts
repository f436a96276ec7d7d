import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { clientPackages, versionsOf } from '../support/extra-packages.ts';
import { draftArguments } from './support/client-guarantees.ts';
import { type ClientService, startClientService } from './support/client-service.ts';
import { clientFolder, needsClients, ofClient } from './support/needs-clients.ts';
import { newHome } from './support/new-home.ts';

needsClients();
const { Client } = await ofClient(() => import('@modelcontextprotocol/sdk/client/index.js'));
const { StdioClientTransport } = await ofClient(() => import('@modelcontextprotocol/sdk/client/stdio.js'));
const { StreamableHTTPClientTransport } = await ofClient(
  () => import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
);

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/mcp.md'), 'utf8');
const address = 'https://understudy.example';

interface ServerEntry {
  readonly command?: string;
  readonly args?: string[];
  readonly env?: Record<string, string>;
  readonly type?: string;
  readonly url?: string;
  readonly httpUrl?: string;
  readonly serverUrl?: string;
  readonly headers?: Record<string, string>;
}

/**
 * The configuration that each client's documentation describes: the list of servers, the fields of an entry, and the
 * form of the header with the key.
 */
const expectations: Readonly<Record<string, { list: string; fields: string[]; key: string }>> = {
  'Claude Desktop': { list: 'mcpServers', fields: ['command', 'args', 'env'], key: 'ustudy_live_…' },
  // biome-ignore-start lint/suspicious/noTemplateCurlyInString: the clients put the value there themselves
  'Claude Code': { list: 'mcpServers', fields: ['type', 'url', 'headers'], key: '${UNDERSTUDY_API_KEY}' },
  'VS Code': { list: 'servers', fields: ['type', 'url', 'headers'], key: '${input:understudy-key}' },
  Cursor: { list: 'mcpServers', fields: ['url', 'headers'], key: '${env:UNDERSTUDY_API_KEY}' },
  Windsurf: { list: 'mcpServers', fields: ['serverUrl', 'headers'], key: '${env:UNDERSTUDY_API_KEY}' },
  // biome-ignore-end lint/suspicious/noTemplateCurlyInString: see above
  Zed: { list: 'context_servers', fields: ['url', 'headers'], key: 'ustudy_live_…' },
  'Gemini CLI': { list: 'mcpServers', fields: ['httpUrl', 'headers'], key: '$UNDERSTUDY_API_KEY' },
};

function expectationOf(client: string) {
  const expected = expectations[client];
  if (expected === undefined) throw new Error(`nothing is known of ${client}`);
  return expected;
}

/** The JSON set-ups on the page, by client. */
const setUps = page.split(/^\*\*/m).flatMap((section): [string, ServerEntry][] => {
  const json = /```json\n([\s\S]*?)```/.exec(section)?.[1];
  if (json === undefined || !section.includes('**')) return [];
  const client = section.slice(0, section.indexOf('**'));
  return client in expectations ? [[client, JSON.parse(json)[expectationOf(client).list].understudy]] : [];
});

let service: ClientService;
beforeAll(async () => {
  service = await startClientService();
});
afterAll(() => service.stop());

test('the page has a set-up in JSON for seven clients', () => {
  expect(setUps.map(([client]) => client)).toEqual(Object.keys(expectations));
});

test.each(setUps)(
  'the set-up for %s has the fields that it reads, and connects once the address and the key are filled in',
  async (name, entry) => {
    const expected = expectationOf(name);
    expect(Object.keys(entry)).toEqual(expected.fields);
    if (entry.type !== undefined) expect(entry.type).toBe('http');
    const { key } = await service.newTenant();
    const client = new Client({ name: 'set-up', version: '1.0.0' });
    onTestFinished(() => client.close());
    if (entry.command === undefined) {
      expect(entry.headers).toEqual({ Authorization: `Bearer ${expected.key}` });
      await client.connect(overHttp(entry, expected.key, key));
    } else {
      expect(entry.env).toEqual({ AUTH_HEADER: `Bearer ${expected.key}` });
      await client.connect(overProgram(entry, key, await newHome()));
    }
    expect((await client.listTools()).tools).toHaveLength(4);
  },
);

test("VS Code asks for the key that its set-up's header names, and hides it", () => {
  const section = page.split(/^\*\*/m).find((each) => each.startsWith('VS Code**')) ?? '';
  const { inputs } = JSON.parse(/```json\n([\s\S]*?)```/.exec(section)?.[1] ?? '{}');
  expect(inputs).toEqual([expect.objectContaining({ type: 'promptString', id: 'understudy-key', password: true })]);
});

test('the set-up for Codex CLI names the address, and the variable that holds the key', () => {
  const toml = /```toml\n([\s\S]*?)```/.exec(page)?.[1];
  expect(toml).toBe(`[mcp_servers.understudy]\nurl = "${address}/mcp"\nbearer_token_env_var = "UNDERSTUDY_API_KEY"\n`);
});

function overHttp({ url, httpUrl, serverUrl, headers = {} }: ServerEntry, reference: string, key: string) {
  const target = new URL((url ?? httpUrl ?? serverUrl ?? '').replace(address, service.url));
  const filled = Object.entries(headers).map(([name, value]) => [name, value.replace(reference, key)]);
  return new StreamableHTTPClientTransport(target, { requestInit: { headers: Object.fromEntries(filled) } });
}

/** Runs the installed program of the same version instead of fetching it with `npx`. */
function overProgram({ command, args = [], env = {} }: ServerEntry, key: string, home: string) {
  const version = versionsOf(clientPackages)['mcp-remote'];
  const [yes, program, ...rest] = args;
  expect([command, yes, program]).toEqual(['npx', '-y', `mcp-remote@${version}`]);
  const filled = Object.entries(env).map(([name, value]) => [name, value.replace('ustudy_live_…', key)]);
  return new StdioClientTransport({
    command: process.execPath,
    args: [join(clientFolder('mcp-remote'), 'dist/proxy.js'), ...rest.map((arg) => arg.replace(address, service.url))],
    env: { PATH: process.env['PATH'] ?? '', HOME: home, MCP_REMOTE_CONFIG_DIR: home, ...Object.fromEntries(filled) },
    stderr: 'ignore',
  });
}

test('the error that the page shows is the one that a client gets', async () => {
  const { key } = await service.newTenant({ monthlyReplies: 0 });
  const client = new Client({ name: 'refused', version: '1.0.0' });
  onTestFinished(() => client.close());
  const headers = { Authorization: `Bearer ${key}` };
  await client.connect(overHttp({ url: `${address}/mcp`, headers }, key, key));
  const { structuredContent } = await client.callTool({ name: 'agent_draft_reply', arguments: draftArguments() });
  const steady = (json: string) => json.replace(/req_[0-9a-f]+/, 'req_').replace(/\d{4}-\d\d-/, 'YYYY-MM-');
  const shown = /## Errors[\s\S]*?```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  expect(steady(JSON.stringify(JSON.parse(shown)))).toBe(steady(JSON.stringify(structuredContent)));
});

test('the page names the versions of the clients that are tested', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const versions = { ...devDependencies, ...versionsOf(clientPackages) };
  const clients = [
    '@modelcontextprotocol/sdk',
    '@modelcontextprotocol/client',
    '@ai-sdk/mcp',
    '@openai/agents',
    '@langchain/mcp-adapters',
    '@modelcontextprotocol/inspector',
    'mcp-remote',
  ];
  for (const client of clients) {
    const row = page.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${client}`));
    expect(row).toContain(`| ${versions[client]}`);
  }
});
