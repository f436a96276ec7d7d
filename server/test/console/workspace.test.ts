import { expect } from 'vitest';
import type { Store } from '../../src/store/port.ts';
import { onEachStore } from '../http/support/on-each-store.ts';
import { startConsoleWorld } from './support/console-world.ts';

onEachStore(
  'a key made in the console works, is listed by its last four, is rotated with overlap, and ends when revoked',
  async (harness) => {
    const world = await startConsoleWorld(harness);
    const owner = await world.owner();
    const { workspaceId } = world;
    const made = await owner.run(
      'createKey',
      { workspaceId },
      { name: 'Agent', scopes: ['usage:read'], expiresInDays: 30 },
    );
    expect((await world.usage({ key: made.secret })).status).toBe(200);
    expect(made.key).toMatchObject({ prefix: 'ustudy_live_', lastFour: made.secret.slice(-4), state: 'active' });
    const listed = await owner.run('listKeys', { workspaceId });
    expect(listed.keys[0]).toMatchObject({ id: made.key.id, lastFour: made.secret.slice(-4) });
    expect(JSON.stringify(listed)).not.toContain(made.secret);
    const params = { workspaceId, keyId: made.key.id };
    const rotated = await owner.run('rotateKey', params, { overlapHours: 1 });
    expect((await world.usage({ key: made.secret })).status).toBe(200);
    expect((await world.usage({ key: rotated.secret })).status).toBe(200);
    await owner.run('revokeKey', params);
    expect((await world.usage({ key: made.secret })).status).toBe(401);
    expect(
      (await owner.ask('POST', `/workspaces/${workspaceId}/keys/${made.key.id}/rotate`, { overlapHours: 0 })).status,
    ).toBe(409);
  },
);

onEachStore('origins and notifications are set as an import would set them, and tried', async (harness) => {
  const world = await startConsoleWorld(harness);
  const owner = await world.owner();
  const { workspaceId } = world;
  const origins = ['https://desk.borealis.example'];
  expect(await owner.run('changeOrigins', { workspaceId }, { allowedOrigins: origins })).toMatchObject({
    allowedOrigins: origins,
  });
  const notifications = { webhook: { url: 'https://hooks.aurora.example/in' }, include: ['reason' as const] };
  await owner.run('changeNotifications', { workspaceId }, { notifications });
  await owner.run('makeWebhookSecret', { workspaceId });
  expect(await owner.run('readSettings', { workspaceId })).toMatchObject({
    notifications,
    hasWebhookSecret: true,
    allowedOrigins: origins,
  });
  const wrong = await owner.ask('PUT', `/workspaces/${workspaceId}/settings/notifications`, {
    notifications: { webhook: { url: 'ftp://x' } },
  });
  expect(wrong).toMatchObject({ status: 400, body: { error: 'console_input_invalid' } });
  await world.handoff();
  const { deliveries } = await owner.run('listDeliveries', { workspaceId });
  expect(deliveries).toMatchObject([{ conversationId: 'conv_maya', state: 'queued' }]);
  const early = await owner.ask('POST', `/workspaces/${workspaceId}/deliveries/${deliveries[0]?.id}/retry`);
  expect(early.status).toBe(409);
});

onEachStore(
  'a handoff stands in the queue with the draft that the agent got, is edited, resolved and gone',
  async (harness) => {
    const world = await startConsoleWorld(harness);
    const owner = await world.owner();
    const { workspaceId } = world;
    const drafted = (await world.draft({ message: 'hi! do you ship to Brazil?', conversationId: 'conv_maya' })).body
      .decision;
    await world.handoff({ reason: 'wants to order' });
    const queue = await owner.run('readQueue', { workspaceId });
    expect(queue).toMatchObject({
      total: 1,
      conversations: [{ id: 'conv_maya', verdict: { reason: 'wants to order' }, displayName: 'Aurora Lane' }],
    });
    const params = { workspaceId, conversationId: 'conv_maya' };
    const thread = await owner.run('readThread', params);
    expect(thread.thread).toHaveLength(1);
    expect(thread.drafts).toMatchObject([{ reply: drafted.reply, isOutdated: false }]);
    expect(thread.proposal?.items.map(({ id }) => id)).toContain('f_ship');
    await owner.run('editReply', params, { reply: 'Yes, to Brazil too!' });
    expect((await owner.run('readThread', params)).edited).toMatchObject({
      reply: 'Yes, to Brazil too!',
      by: 'Ada Owner',
    });
    expect(await owner.run('resolveConversation', params)).toEqual({ before: 'awaiting_owner', after: 'open' });
    expect((await owner.run('readThread', params)).edited).toBeNull();
    expect((await owner.run('readQueue', { workspaceId })).total).toBe(0);
    expect((await owner.run('listConversations', { workspaceId }, { state: 'open' })).conversations).toHaveLength(2);
  },
);

onEachStore(
  'a conversation without a stored draft is drafted when it is opened, and nothing is charged',
  async (harness) => {
    const world = await startConsoleWorld(harness);
    const owner = await world.owner();
    const thread = await owner.run('readThread', { workspaceId: world.workspaceId, conversationId: 'conv_maya' });
    expect(thread.drafts).toEqual([]);
    expect(thread.proposal?.suggestions[0]?.reply).toContain('I ship worldwide');
    expect((await world.usage()).body.usage.used).toBe(0);
    const silent = await owner.run('readThread', { workspaceId: world.workspaceId, conversationId: 'conv_silent' });
    expect(silent.proposal).toBeNull();
  },
);

onEachStore(
  'a message is tried without touching the allowance, and kept as a test case that rehearsals draft',
  async (harness) => {
    const world = await startConsoleWorld(harness);
    const owner = await world.owner();
    const { workspaceId } = world;
    const message = 'how much is the Moon mug?';
    const trial = await owner.run(
      'tryMessage',
      { workspaceId },
      { profileId: 'prof_aurora', persona: 'published', message },
    );
    expect(trial.decision.reply).toContain('€38');
    expect(trial.claims.find(({ kind }) => kind === 'price')?.itemId).toBe('o_mug');
    expect(trial.steps.at(-1)).toMatchObject({ part: 'decision' });
    const expected = { riskLevel: trial.decision.riskLevel };
    const saved = await owner.run(
      'saveTestCase',
      { workspaceId },
      { profileId: 'prof_aurora', name: 'Mug', message, expected },
    );
    expect((await owner.run('listTestCases', { workspaceId })).testCases).toEqual([saved]);
    const place = { workspaceId, profileId: 'prof_aurora' };
    await owner.run('removeItem', { ...place, itemId: 'o_mug' }, { version: 0 });
    const rehearsal = await owner.run('rehearse', place, { messages: 0 });
    expect(rehearsal).toMatchObject({
      drafted: 1,
      failingCases: [saved.id],
      changed: [{ source: 'test_case', becomes: 'worse' }],
    });
    await owner.run('removeTestCase', { workspaceId, testCaseId: saved.id });
    expect((await world.usage()).body.usage.used).toBe(0);
  },
);

onEachStore(
  'usage is told by day, source, intent and risk, and gaps are questions that no item answers',
  async (harness) => {
    const world = await startConsoleWorld(harness);
    const owner = await world.owner();
    const { workspaceId } = world;
    await world.draft();
    await world.draft({ message: 'how much is the Moon mug?' });
    await owner.run('pasteMessage', { workspaceId }, { profileId: 'prof_aurora', message: 'i want to kill myself' });
    const usage = await owner.run('readUsage', { workspaceId });
    expect(usage.days).toHaveLength(30);
    expect(usage.days.at(-1)).toMatchObject({ api: 2, inbox: 1 });
    expect(usage.byIntent.map(({ intent }) => intent).toSorted()).toEqual(['crisis', 'pricing', 'shipping']);
    expect(usage.forecast.used).toBeGreaterThanOrEqual(2);
    const conversations = ['a', 'b'].map((name) => ({
      id: `conv_${name}`,
      profileId: 'prof_aurora',
      messages: [
        { direction: 'inbound' as const, body: 'which camera do you film with?', sentAt: '2026-02-01T00:00:00Z' },
      ],
    }));
    await world.importDocument({ workspaces: [{ id: workspaceId, name: 'A', plan: 'agency', conversations }] });
    const { gaps, looked } = await owner.run('readGaps', { workspaceId }, { profileId: 'prof_aurora' });
    expect(looked).toBe(4);
    expect(gaps[0]).toMatchObject({ times: 2, question: 'which camera do you film with?' });
  },
);

onEachStore('an open page hears within moments of a handoff, and of the end of its session', async (harness) => {
  let pulses = 0;
  const wrapStore = (store: Store): Store => ({
    ...store,
    async pulse(input) {
      const pulse = await store.pulse(input);
      pulses += 1;
      return pulse;
    },
  });
  const world = await startConsoleWorld(harness, { wrapStore });
  const owner = await world.owner();
  const stop = new AbortController();
  const response = await fetch(`${world.url}/console/api/workspaces/${world.workspaceId}/events`, {
    headers: { cookie: owner.cookie ?? '', 'sec-fetch-site': 'same-origin' },
    signal: stop.signal,
  });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  const listening = (async () => {
    while (!heard.includes('event: review')) heard += (await reader?.read())?.value ?? '';
  })();
  await expect.poll(() => pulses).toBeGreaterThan(0);
  await world.handoff();
  await listening;
  expect(heard).toContain('event: review');
  await owner.run('signOutEverywhere', {});
  for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) heard += part.value;
  expect(heard).toContain('event: signed_out');
  stop.abort();
});

onEachStore('the largest fact fits into a request', async (harness) => {
  const world = await startConsoleWorld(harness);
  const owner = await world.owner();
  const aliases = Array.from({ length: 100 }, (_, number) => `${number} `.padEnd(300, 'ü'));
  const place = { workspaceId: world.workspaceId, profileId: 'prof_aurora' };
  const saved = await owner.run('saveItem', place, { version: 0, fact: { text: 'ö'.repeat(1_000), aliases } });
  expect(saved.item).toMatchObject({ kind: 'fact', status: 'new' });
});

onEachStore('open pages do not delay the end of the service', async (harness) => {
  const world = await startConsoleWorld(harness);
  const owner = await world.owner();
  const response = await fetch(`${world.url}/console/api/workspaces/${world.workspaceId}/events`, {
    headers: { cookie: owner.cookie ?? '', 'sec-fetch-site': 'same-origin' },
  });
  const startedAt = performance.now();
  const ended = response.text();
  await world.app.close();
  expect(await ended).toContain('retry: 2000');
  expect(performance.now() - startedAt).toBeLessThan(30_000);
});

onEachStore('a stranger who signs out does not affect the open pages of others', async (harness) => {
  let looks = 0;
  const wrapStore = (store: Store): Store => ({
    ...store,
    useSession(input) {
      looks += 1;
      return store.useSession(input);
    },
  });
  const world = await startConsoleWorld(harness, { wrapStore });
  const owner = await world.owner();
  const page = new AbortController();
  await fetch(`${world.url}/console/api/workspaces/${world.workspaceId}/events`, {
    headers: { cookie: owner.cookie ?? '', 'sec-fetch-site': 'same-origin' },
    signal: page.signal,
  });
  looks = 0;
  for (let times = 0; times < 5; times += 1) await world.openBrowser().run('signOut', {});
  expect(looks).toBe(0);
  page.abort();
});
