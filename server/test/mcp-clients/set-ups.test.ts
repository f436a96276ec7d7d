import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { draftArguments } from './support/client-guarantees.ts';
import { type ClientService, startClientService } from './support/client-service.ts';
import { newHome } from './support/new-home.ts';

const root = join(import.meta.dirname, '../../..');
const page = readFileSync(join(root, 'docs/mcp.md'), 'utf8');
const address = 'https://understudy.example';
/** All the ways in which a client's file names the key. */
const keyReference = /\$\{(env:|input:)?[A-Za-z_-]+\}|\$UNDERSTUDY_API_KEY|ustudy_live_…/;

interface ServerEntry {
  readonly command?: string;
  readonly args?: string[];
  readonly env?: Record<string, string>;
  readonly url?: string;
  readonly httpUrl?: string;
  readonly serverUrl?: string;
  readonly headers?: Record<string, string>;
}

/** The set-ups of the page in JSON, by client. */
const setUps = page.split(/^\*\*/m).flatMap((section): [string, ServerEntry][] => {
  const json = /```json\n([\s\S]*?)```/.exec(section)?.[1];
  if (json === undefined || !section.includes('**')) return [];
  const { mcpServers, servers, context_servers } = JSON.parse(json);
  const entries = mcpServers ?? servers ?? context_servers;
  return entries === undefined ? [] : [[section.slice(0, section.indexOf('**')), entries.understudy]];
});

let service: ClientService;
beforeAll(async () => {
  service = await startClientService();
});
afterAll(() => service.stop());

test('the page has a set-up in JSON for seven clients', () => {
  expect(setUps.map(([client]) => client)).toEqual([
    'Claude Desktop',
    'Claude Code',
    'VS Code',
    'Cursor',
    'Windsurf',
    'Zed',
    'Gemini CLI',
  ]);
});

test.each(setUps)('the set-up for %s connects as it stands, with the address and the key put in', async (_, entry) => {
  const { key } = await service.newTenant();
  const client = new Client({ name: 'set-up', version: '1.0.0' });
  onTestFinished(() => client.close());
  await client.connect(entry.command === undefined ? overHttp(entry, key) : overProgram(entry, key, await newHome()));
  expect((await client.listTools()).tools).toHaveLength(4);
});

function overHttp({ url, httpUrl, serverUrl, headers = {} }: ServerEntry, key: string) {
  const target = new URL((url ?? httpUrl ?? serverUrl ?? '').replace(address, service.url));
  const filled = Object.entries(headers).map(([name, value]) => [name, value.replace(keyReference, key)]);
  return new StreamableHTTPClientTransport(target, { requestInit: { headers: Object.fromEntries(filled) } });
}

/** Runs the installed program of the same version, where `npx` would fetch it. */
function overProgram({ command, args = [], env = {} }: ServerEntry, key: string, home: string) {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules/mcp-remote/package.json'), 'utf8'));
  const [yes, program, ...rest] = args;
  expect([command, yes, program]).toEqual(['npx', '-y', `mcp-remote@${version}`]);
  const filled = Object.entries(env).map(([name, value]) => [name, value.replace(keyReference, key)]);
  return new StdioClientTransport({
    command: process.execPath,
    args: [
      join(root, 'node_modules/mcp-remote/dist/proxy.js'),
      ...rest.map((arg) => arg.replace(address, service.url)),
    ],
    env: { PATH: process.env['PATH'] ?? '', HOME: home, MCP_REMOTE_CONFIG_DIR: home, ...Object.fromEntries(filled) },
    stderr: 'ignore',
  });
}

test('the refusal that the page shows is the one that a client gets', async () => {
  const { key } = await service.newTenant({ monthlyReplies: 0 });
  const client = new Client({ name: 'refused', version: '1.0.0' });
  onTestFinished(() => client.close());
  const headers = { Authorization: `Bearer ${key}` };
  await client.connect(overHttp({ url: `${address}/mcp`, headers }, key));
  const { structuredContent } = await client.callTool({ name: 'agent_draft_reply', arguments: draftArguments() });
  const steady = (json: string) => json.replace(/req_[0-9a-f]+/, 'req_').replace(/\d{4}-\d\d-/, 'YYYY-MM-');
  const shown = /## Errors[\s\S]*?```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '';
  expect(steady(JSON.stringify(JSON.parse(shown)))).toBe(steady(JSON.stringify(structuredContent)));
});

test('the page names the versions of the clients that are tested', () => {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
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
    expect(row).toContain(`| ${devDependencies[client]}`);
  }
});
