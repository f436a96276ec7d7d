import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type Connect, testClientGuarantees } from './support/client-guarantees.ts';
import { clientFolder, needsClients, ofClient } from './support/needs-clients.ts';
import { newHome } from './support/new-home.ts';
import { startRecordingProxy } from './support/recording-proxy.ts';

needsClients();
const { Client } = await ofClient(() => import('@modelcontextprotocol/sdk/client/index.js'));
const { StdioClientTransport } = await ofClient(() => import('@modelcontextprotocol/sdk/client/stdio.js'));

// biome-ignore lint/suspicious/noTemplateCurlyInString: mcp-remote puts the environment's value there itself
const header = 'Authorization:${AUTH_HEADER}';

/**
 * Starts mcp-remote as a desktop assistant does: as a program on standard input and output, with the key in its
 * environment.
 */
const connectWith =
  (...options: string[]): Connect =>
  async ({ url, key }) => {
    const home = await newHome();
    const program = join(clientFolder('mcp-remote'), 'dist/proxy.js');
    const client = new Client({ name: 'desktop', version: '1.0.0' });
    onTestFinished(() => client.close());
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [program, `${url}/mcp`, '--transport', 'http-only', '--header', header, ...options],
      env: {
        PATH: process.env['PATH'] ?? '',
        // Without the cache, each start compiles the whole client.
        NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
        HOME: home,
        MCP_REMOTE_CONFIG_DIR: home,
        AUTH_HEADER: `Bearer ${key}`,
        // If the key is invalid, mcp-remote looks for a browser next; there must be none.
        BROWSER: 'none',
      },
      stderr: 'ignore',
    });
    await client.connect(transport, { timeout: 120_000 });
    return {
      toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
      async call(name, args) {
        const { isError = false, structuredContent } = await client.callTool({ name, arguments: args });
        return { isError: isError === true, body: structuredContent };
      },
    };
  };

const { service } = testClientGuarantees('mcp-remote', connectWith());
const newest = testClientGuarantees('mcp-remote on 2026-07-28', connectWith('--protocol', 'auto'), {
  serves2026: true,
});

test('mcp-remote falls back immediately when it probes for a newer revision', async () => {
  const proxy = await startRecordingProxy(service().url);
  const target = { url: proxy.url, key: (await service().newTenant()).key };
  const client = await connectWith('--protocol', 'auto')(target);
  expect(await client.toolNames()).toHaveLength(4);
  expect(proxy.exchanges.map(({ what }) => what)).toContain('POST server/discover');
});

test('mcp-remote uses revision 2026-07-28 for its assistant if it is served', async () => {
  const proxy = await startRecordingProxy(newest.service().url);
  const target = { url: proxy.url, key: (await newest.service().newTenant()).key };
  const client = await connectWith('--protocol', 'auto')(target);
  await client.toolNames();
  expect(proxy.exchanges).toContainEqual({ what: 'POST tools/list', status: 200, protocolVersion: '2026-07-28' });
});
