import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { freshDataFolder } from '../cli/support/places.ts';
import { repository } from '../cli/support/understudy.ts';
import { type Opened, openInbox, received, sent } from './support/open-inbox.ts';

const answer = 'I ship worldwide from Lisbon; orders leave the studio every Tuesday.';

/** Starts an example sender on the outbox of an inbox that queues safe drafts. */
async function startSender(
  file: string,
  env: Record<string, string> = {},
): Promise<{ inbox: Opened; output(): string }> {
  const inbox = await openInbox(async () => freshDataFolder(), '--mode', 'ready');
  const scopes = ['--scopes', 'outbox:read,outbox:write'];
  const { key } = (await inbox.command('keys', 'create', '--name', 'example', ...scopes)).json();
  const child = spawn(process.execPath, [join(repository, 'examples', file)], {
    env: { UNDERSTUDY_URL: inbox.url, UNDERSTUDY_KEY: key, PROFILE: 'prof_aurora', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(async () => {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  return { inbox, output: () => output };
}

async function ask(inbox: Opened): Promise<void> {
  await inbox.take(sent('b1', 'Welcome!', { sender: 'machine' }), received('m1', 'do you ship to Brazil?'));
}

async function draftState(inbox: Opened): Promise<string | undefined> {
  return (await inbox.command('drafts', 'list')).json()[0]?.state;
}

test('the example sender claims a ready text, sends it and reports it', async () => {
  const { inbox, output } = await startSender('outbox-sender.ts');
  await ask(inbox);
  await expect.poll(() => draftState(inbox), { timeout: 120_000, interval: 500 }).toBe('sent');
  expect(output()).toBe(`to t7, after m1: ${answer}\n`);
});

test('the example agent bot posts a ready text into its Chatwoot conversation, once, and reports its id', async () => {
  const posted: { path: string; token: unknown; body: unknown }[] = [];
  const chatwoot = createServer(async (request, response) => {
    let raw = '';
    for await (const chunk of request) raw += String(chunk);
    posted.push({ path: request.url ?? '', token: request.headers['api_access_token'], body: JSON.parse(raw) });
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ id: 4711, content: answer }));
  });
  chatwoot.listen(0, '127.0.0.1');
  await once(chatwoot, 'listening');
  onTestFinished(() => void chatwoot.close());
  const address = chatwoot.address();
  if (address === null || typeof address === 'string') throw new Error('the fake Chatwoot has no port');
  const { inbox, output } = await startSender('chatwoot-agent-bot.ts', {
    CONNECTION: 'con_ig',
    CHATWOOT_URL: `http://127.0.0.1:${address.port}`,
    CHATWOOT_ACCOUNT: '7',
    CHATWOOT_BOT_TOKEN: 'bot-token',
  });
  await ask(inbox);
  await expect.poll(() => draftState(inbox), { timeout: 120_000, interval: 500 }).toBe('sent');
  expect(output()).toBe('');
  expect(posted).toEqual([
    {
      path: '/api/v1/accounts/7/conversations/t7/messages',
      token: 'bot-token',
      body: { content: answer, message_type: 'outgoing' },
    },
  ]);
  expect(await inbox.take(sent('4711', answer)), 'the echo is known by the reported id').toEqual(['duplicate']);
});

test('the example n8n workflow calls only paths that the interface has, and all its nodes are connected', () => {
  const workflow = JSON.parse(readFileSync(join(repository, 'examples/n8n/understudy.json'), 'utf8'));
  const openapi = JSON.parse(readFileSync(join(repository, 'openapi.json'), 'utf8'));
  const nodes: { name: string; type: string; parameters: { url?: string; method?: string } }[] = workflow.nodes;
  const calls = nodes.flatMap(({ parameters: { url, method = 'GET' } }) => {
    const path = url
      ?.replace(/^=\{\{[^}]*\}\}/, '')
      .replace(/\?.*$/, '')
      .replace(/\{\{[^}]*\}\}/g, '{outboxId}');
    return path === undefined ? [] : [`${method} ${path}`];
  });
  expect(calls).toEqual([
    'POST /api/v1/inbox/events',
    'GET /api/v1/outbox',
    'POST /api/v1/outbox/claims',
    'POST /api/v1/outbox/{outboxId}/result',
  ]);
  for (const call of calls) {
    const [method = '', path = ''] = call.split(' ');
    expect(openapi.paths[path]?.[method.toLowerCase()], call).toBeDefined();
  }
  const links: [string, { main: { node: string }[][] }][] = Object.entries(workflow.connections);
  const linked = new Set(links.flatMap(([from, { main }]) => [from, ...main.flat().map(({ node }) => node)]));
  expect([...linked].toSorted()).toEqual(nodes.map(({ name }) => name).toSorted());
});
