import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type ServiceInside, serveInside } from '../support/service-inside.ts';
import { sampleWorkspace } from '../support/world.ts';
import { bringIn, onBothStores, type Place } from './support/places.ts';
import { runInside, startUnderstudy } from './support/understudy.ts';

// Each test starts a service; its commands run in the test's process, which is not the service's process.
vi.setConfig({ testTimeout: 300_000 });

async function serve(place: Place): Promise<ServiceInside> {
  const service = await serveInside(place);
  onTestFinished(async () => void (await service.stop()));
  return service;
}

function call({ url }: ServiceInside, path: string, key: string, body?: object, idempotencyKey = 'a-write-1') {
  return fetch(`${url}/api/v1/agent/${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': idempotencyKey }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
}

const document = { workspaces: [sampleWorkspace('ws_aurora')] };
const allScopes = ['keys', 'create', '-w', 'ws_aurora', '-n', 'Desk', '-s', 'all', '--json'];

onBothStores((fresh) => {
  test('a running service notices keys, rotations and revocations from the command line', async () => {
    const env = await fresh();
    const service = await serve(env);
    await bringIn(env, document);
    const made = (
      await runInside(
        ['keys', 'create', '-w', 'ws_aurora', '-n', 'Desk', '-s', 'usage:read', '-e', '90d', '--json'],
        env,
      )
    ).json();
    expect(made).toMatchObject({ name: 'Desk', scopes: ['usage:read'], workspaceId: 'ws_aurora' });
    expect(Math.round((Date.parse(made.expiresAt) - Date.now()) / 86_400_000)).toBe(90);
    expect((await call(service, 'usage', made.key)).status).toBe(200);
    expect((await call(service, 'persona?profileId=prof_aurora', made.key)).status).toBe(403);

    const next = (await runInside(['keys', 'rotate', made.id, '--overlap', '24h', '--json'], env)).json();
    expect(next).toMatchObject({ scopes: ['usage:read'], previous: { id: made.id, successorId: next.id } });
    expect((await call(service, 'usage', next.key)).status).toBe(200);
    expect((await call(service, 'usage', made.key)).status).toBe(200);

    expect((await runInside(['keys', 'revoke', made.id], env)).code).toBe(0);
    expect((await call(service, 'usage', made.key)).status).toBe(401);
    expect((await call(service, 'usage', next.key)).status).toBe(200);

    const listed = (await runInside(['keys', 'list', '-w', 'ws_aurora', '--json'], env)).json();
    expect(listed.map(({ id, state }: { id: string; state: string }) => [id, state])).toEqual([
      [next.id, 'active'],
      [made.id, 'revoked'],
    ]);
    const table = (await runInside(['keys', 'list'], env)).stdout;
    expect(table).toContain(next.id);
    expect(table).not.toContain('\u001b');
  });

  test('a handoff created over HTTP is visible on the command line, which can resolve and close it', async () => {
    const env = await fresh();
    const service = await serve(env);
    await bringIn(env, document);
    const { key } = (await runInside(allScopes, env)).json();
    const handoff = await call(service, 'handoff', key, {
      conversationId: 'conv_maya',
      confirm: true,
      reason: 'asks for Maya',
    });
    expect(handoff.status).toBe(200);

    const [notification, ...others] = (
      await runInside(['notifications', 'list', '-w', 'ws_aurora', '--json'], env)
    ).json();
    expect(others).toEqual([]);
    expect(notification).toMatchObject({ conversationId: 'conv_maya', verdict: { reason: 'asks for Maya' } });
    expect(Object.keys(notification)).toEqual(expect.arrayContaining(['id', 'state', 'createdAt', 'attempts']));

    const waiting = ['conversations', 'list', '-w', 'ws_aurora', '--state', 'awaiting_owner', '--json'];
    expect((await runInside(waiting, env)).json()).toMatchObject([{ id: 'conv_maya' }]);
    const resolved = await runInside(['conversations', 'resolve', 'conv_maya', '-w', 'ws_aurora'], env);
    expect(resolved.stdout).toBe('✓ conv_maya is now open (it was awaiting_owner).\n');
    const closed = await runInside(['conversations', 'close', 'conv_maya', '-w', 'ws_aurora', '--json'], env);
    expect(closed.json()).toEqual({ id: 'conv_maya', before: 'open', after: 'closed' });
    expect((await runInside(waiting, env)).json()).toEqual([]);
  });

  test('drafts, inboxes and Pages share one allowance, and each id of an inbox or Page is charged once', async () => {
    const env = await fresh();
    const service = await serve(env);
    await bringIn(env, { workspaces: [{ ...sampleWorkspace('ws_aurora'), monthlyReplies: 3 }] });
    const { key } = (await runInside(allScopes, env)).json();
    const record = (source: string, id: string) =>
      runInside(['usage', 'record', '-w', 'ws_aurora', '--source', source, '--id', id, '--json'], env);
    expect((await record('inbox', 'm1')).json()).toEqual({ source: 'inbox', id: 'm1', outcome: 'charged' });
    expect((await record('inbox', 'm1')).json().outcome).toBe('already_charged');
    expect((await record('page', 'm1')).json().outcome).toBe('charged');
    const draft = { profileId: 'prof_aurora', message: 'do you ship to Brazil?' };
    expect((await call(service, 'draft', key, draft)).status).toBe(200);
    expect((await call(service, 'draft', key, draft, 'a-write-2')).status).toBe(429);
    const beyond = await record('page', 'm2');
    expect([beyond.code, beyond.stdout]).toEqual([1, '']);
    expect(beyond.stderr).toContain('is used up; it renews at');

    const usage = (await runInside(['usage', '-w', 'ws_aurora', '--json'], env)).json();
    expect(usage).toMatchObject({
      limit: 3,
      used: 3,
      remaining: 0,
      totals: { bySource: { api: 1, inbox: 1, page: 1 } },
    });
    expect(await (await call(service, 'usage', key)).json()).toEqual({ ok: true, usage });
    expect((await runInside(['usage', '-w', 'ws_aurora'], env)).stdout).toContain('3 of 3 replies used, 0 left');
    expect((await runInside(['explain', '--request', 'a-write-1', '-w', 'ws_aurora'], env)).stdout).toMatch(
      /^Reply is supported by .*\bf_ship\b/m,
    );
  });

  test('a feed is read line by line as it arrives, and each line gets an answer; an invalid line is reported and does not stop the feed', async () => {
    const env = await fresh();
    const service = await serve(env);
    await bringIn(env, document);
    const feed = startUnderstudy(['conversations', 'append', '-w', 'ws_aurora', '--json'], { env });
    const answers = createInterface({ input: feed.stdout })[Symbol.asyncIterator]();
    const say = async (line: string) => {
      feed.stdin.write(`${line}\n`);
      return JSON.parse((await answers.next()).value ?? 'null');
    };
    const message = { conversationId: 'conv_maya', direction: 'inbound', body: 'and to Chile?', id: 'm_1' };
    expect(await say(JSON.stringify(message))).toEqual({ line: 1, conversationId: 'conv_maya', outcome: 'appended' });
    expect((await say(JSON.stringify(message))).outcome).toBe('duplicate');
    expect(await say('{"conversationId"')).toEqual({
      line: 3,
      outcome: 'invalid',
      faults: ['the line is not a JSON object'],
    });
    expect((await say(JSON.stringify({ ...message, direction: 'sideways' }))).faults).toEqual([
      'direction must be one of inbound, outbound',
    ]);
    expect((await say(JSON.stringify({ ...message, conversationId: 'conv_new' }))).outcome).toBe(
      'conversation_not_found',
    );
    const first = { ...message, conversationId: 'conv_new', profileId: 'prof_aurora', contact: { name: 'Zoe' } };
    expect((await say(JSON.stringify(first))).outcome).toBe('appended');
    const exited = once(feed, 'exit');
    feed.stdin.end();
    expect(await exited).toEqual([1, null]);

    const { key } = (await runInside(allScopes, env)).json();
    const handoff = await call(service, 'handoff', key, { conversationId: 'conv_new', confirm: true });
    expect(handoff.status).toBe(200);
  });
});
