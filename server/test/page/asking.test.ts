import { expect, onTestFinished, vi } from 'vitest';
import { onEachStore } from '../http/support/on-each-store.ts';
import { openPage, type PageWorld, pagePersona } from './support/open-page.ts';
import { ask, post, prove, submit, ticketIn, visit } from './support/visitor.ts';

const proxied = { config: { trustedProxies: ['127.0.0.1'] } };
const from = (network: number, host = 1) => ({ 'x-forwarded-for': `10.${network >> 8}.${network & 255}.${host}` });
const monthlyReplies = { creator: 500, studio: 3_000, agency: 20_000 };

async function unitsOf({ store, workspaceId }: PageWorld): Promise<number> {
  return (await store.usage({ workspaceId, monthlyReplies }))?.bySource.page ?? -1;
}

async function conversationsOf({ store, workspaceId }: PageWorld) {
  const all = await store.listConversations({ workspaceId, state: null, limit: 100 });
  return all.filter(({ channel }) => channel === 'page');
}

onEachStore(
  'a question that an item on the Page answers gets that item word for word, for one unit',
  async (harness) => {
    const world = await openPage(harness);
    const { status, body } = await ask(world.page, 'do you ship to Brazil?');
    expect([status, body]).toEqual([
      200,
      {
        ok: true,
        answered: true,
        parts: [
          {
            text: 'I ship worldwide from Lisbon; orders leave the studio every Tuesday.',
            topic: 'shipping',
            approvedOn: new Date().toISOString().slice(0, 10),
            url: null,
          },
        ],
      },
    ]);
    expect(await unitsOf(world)).toBe(1);
    expect(await conversationsOf(world)).toEqual([]);
    const [asked] = await world.store.listAsks({
      workspaceId: world.workspaceId,
      slug: world.slug,
      isAnswered: null,
      before: null,
      limit: 10,
    });
    expect(asked).toMatchObject({ question: 'do you ship to Brazil?', isAnswered: true, items: ['f_ship'] });
  },
);

onEachStore(
  'a question that only an item for messages answers is passed on, with a secret link to its thread',
  async (harness) => {
    const world = await openPage(harness);
    const { status, body } = await ask(world.page, 'do you have a discount code?', { contact: 'maya@example.org' });
    expect(status).toBe(200);
    expect(body).toEqual({
      ok: true,
      answered: false,
      message: "I'll pass this to Aurora Lane.",
      link: expect.stringMatching(new RegExp(`^/p/${world.slug}/r/[A-Za-z0-9_-]{43}$`)),
    });
    expect(await unitsOf(world)).toBe(0);
    const [conversation] = await conversationsOf(world);
    expect(conversation).toMatchObject({ channel: 'page', state: 'awaiting_owner', contact: null, messages: 1 });
    const before = await visit(`${world.url}${body.link}`);
    expect([before.status, before.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(before.text).toContain('do you have a discount code?');
    const { conversationId = '' } = conversation ?? {};
    await world.store.inboxStep({
      workspaceId: world.workspaceId,
      name: 'recordAnswer',
      input: { conversationId, text: 'Only for members, sorry!', by: 'Aurora', suggestion: null, isChanged: false },
    });
    expect((await visit(`${world.url}${body.link}`)).text).toContain('Only for members, sorry!');
    expect((await visit(`${world.url}${body.link.slice(0, -1)}${body.link.endsWith('A') ? 'B' : 'A'}`)).status).toBe(
      404,
    );
    const contacts = await world.store.leftContacts({ workspaceId: world.workspaceId });
    expect(contacts).toEqual([{ conversationId, slug: world.slug, contact: expect.stringMatching(/^sealed:v1:/) }]);
  },
);

onEachStore(
  'all questions that are passed on get the same status, headers and body, except the token',
  async (harness) => {
    const world = await openPage(harness);
    const questions = ['do you have a discount code?', 'I want to kill myself', 'what do you think of the mayor?'];
    const seen = [];
    for (const question of questions) {
      const startedAt = performance.now();
      const { status, headers, text } = await post(world.page, { question, proof: await prove(world.page) });
      expect(performance.now() - startedAt).toBeGreaterThanOrEqual(250);
      const shown = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
      seen.push({ status, shown, text: text.replace(/\/r\/[A-Za-z0-9_-]{43}"/, '/r/TOKEN"') });
    }
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
  },
);

onEachStore('a proof works once, even if many requests use it at the same time', async (harness) => {
  const world = await openPage(harness);
  const proof = await prove(world.page);
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => post(world.page, { question: 'do you ship to Brazil?', proof })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 11 }, () => 409)]);
  expect(new Set(answers.filter(({ status }) => status === 409).map(({ body }) => body.error))).toEqual(
    new Set(['page_proof_spent']),
  );
  expect(await unitsOf(world)).toBe(1);
});

onEachStore(
  'the same question is free for everyone with the same persona, even beyond a limit, and is charged again after a change',
  async (harness) => {
    const world = await openPage(harness, { ...proxied, page: { dailyReplies: 1 } });
    expect((await ask(world.page, 'Do you ship to Brazil?', { headers: from(1) })).body.answered).toBe(true);
    for (const question of ['do you ship  to brazil', 'DO YOU SHIP TO BRAZIL?!'])
      expect((await ask(world.page, question, { headers: from(2) })).body.answered).toBe(true);
    expect(await unitsOf(world)).toBe(1);
    expect((await ask(world.page, 'how much is the moon mug?', { headers: from(2) })).body.answered).toBe(false);
    await world.change({ persona: { ...pagePersona(), about: 'Painter in Porto.' } });
    expect((await ask(world.page, 'do you ship to Brazil?', { headers: from(2) })).body.answered).toBe(false);
    expect(await unitsOf(world)).toBe(1);
  },
);

onEachStore(
  'the same question from one network joins its conversation, and another network opens its own',
  async (harness) => {
    const world = await openPage(harness, proxied);
    const question = 'what do you think of the mayor?';
    for (const headers of [from(1), from(1, 9), from(2)]) {
      const { body } = await ask(world.page, question, { headers });
      expect((await visit(`${world.url}${body.link}`)).text).toContain(question);
    }
    expect(await conversationsOf(world)).toHaveLength(2);
  },
);

onEachStore('notices about a Page are combined, and urgent ones are sent immediately', async (harness) => {
  const world = await openPage(harness);
  const due = async () => {
    const [workspace] = await world.store.workspacesWithDueNotifications({ limit: 10 });
    return workspace === undefined
      ? 0
      : (await world.store.claimNotifications({ workspaceId: workspace, limit: 10, claimMs: 60_000 })).length;
  };
  for (const question of ['what do you think of the mayor?', 'who is your dentist?', 'do you have a discount code?'])
    await ask(world.page, question);
  const queued = () => world.store.listNotifications({ workspaceId: world.workspaceId, limit: 10 });
  expect(await queued()).toHaveLength(1);
  expect(await due()).toBe(0);
  await ask(world.page, 'I want to kill myself');
  expect((await queued()).map(({ verdict }) => verdict?.urgency)).toContain('urgent');
  expect(await due()).toBe(1);
});

onEachStore(
  'a Page passes on at most as many questions per day as the creator allows, and still answers others',
  async (harness) => {
    const world = await openPage(harness, { page: { dailyHandoffs: 2 } });
    for (const question of ['who is your dentist?', 'what do you think of the mayor?'])
      expect((await ask(world.page, question)).status).toBe(200);
    const full = await ask(world.page, 'which bank do you use?');
    expect([full.status, full.body.error]).toEqual([429, 'page_full']);
    expect((await ask(world.page, 'who is your dentist?')).status).toBe(200);
    expect((await ask(world.page, 'do you ship to Brazil?')).body.answered).toBe(true);
    expect(await conversationsOf(world)).toHaveLength(2);
  },
);

onEachStore(
  'a network may ask a limited number of questions per hour, the work grows with them, and other networks are not affected',
  async (harness) => {
    const world = await openPage(harness, { config: { ...proxied.config, page: { work: 1, asksPerHour: 6 } } });
    const costs = [];
    for (let number = 0; number < 6; number += 1) {
      const headers = { ...from(7, number + 1), 'x-visitor-id': `${number}` };
      costs.push((await visit(`${world.page}/challenge`, { headers })).body.parameters.cost);
      expect((await ask(world.page, 'do you ship to Brazil?', { headers })).status).toBe(200);
    }
    expect(costs).toEqual([1, 1, 4, 4, 16, 16]);
    const refused = await ask(world.page, 'do you ship to Brazil?', { headers: from(7, 77) });
    expect([refused.status, refused.body.error]).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_500);
    expect((await ask(world.page, 'do you ship to Brazil?', { headers: from(8) })).status).toBe(200);
  },
);

onEachStore('a form from a browser without scripts is answered with a page, three times per hour', async (harness) => {
  const world = await openPage(harness);
  // The service runs in this process. Its clock stands still, so that the form is sent too early on any machine.
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now());
  onTestFinished(() => void clock.mockRestore());
  const form = await visit(`${world.page}/ask`);
  expect([form.status, form.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const ticket = ticketIn(form);
  expect(ticket.length).toBeGreaterThanOrEqual(32);
  const early = await submit(world.page, { question: 'do you ship to Brazil?', contact: '', ticket, website: '' });
  clock.mockRestore();
  expect(early.status).toBe(403);
  expect(early.text).toContain('do you ship to Brazil?');
  const tickets = [ticket, ...(await Promise.all([1, 2, 3].map(() => visit(`${world.page}/ask`)))).map(ticketIn)];
  await new Promise((resolve) => setTimeout(resolve, 3_050));
  const send = (fields: Record<string, string>) =>
    submit(world.page, { question: 'do you ship to Brazil?', contact: '', website: '', ticket, ...fields });
  const trapped = await send({ website: 'https://spam.example' });
  expect(trapped.status).toBe(403);
  const short = await send({ question: '?' });
  expect(short.status).toBe(400);
  expect(ticketIn(short)).toBe(ticket);
  const answered = await send({});
  expect(answered.status).toBe(200);
  expect(answered.text).toContain('I ship worldwide from Lisbon');
  expect((await send({})).status).toBe(409);
  const passed = await send({ question: 'who is your dentist?', ticket: tickets[1] ?? '' });
  expect(passed.status).toBe(200);
  expect(passed.text).toContain('pass this to Aurora Lane.');
  expect(passed.text).not.toContain('dentist');
  expect(passed.text).not.toContain(tickets[1]);
  expect((await send({ question: 'how much is the moon mug?', ticket: tickets[2] ?? '' })).status).toBe(200);
  const fourth = await send({ ticket: tickets[3] ?? '' });
  expect([fourth.status, fourth.headers.get('retry-after') !== null]).toEqual([429, true]);
  expect((await ask(world.page, 'do you ship to Brazil?')).status).toBe(200);
});

onEachStore(
  'a question that was answered is passed on as soon as the workspace answers nothing by itself',
  async (harness) => {
    const world = await openPage(harness);
    const answered = async () => (await ask(world.page, 'do you ship to Brazil?')).body.answered;
    expect([await answered(), await answered()]).toEqual([true, true]);
    await world.store.setAutonomy({ workspaceId: world.workspaceId, autonomy: 'off' });
    expect(await answered()).toBe(false);
    await world.store.setAutonomy({ workspaceId: world.workspaceId, autonomy: 'careful' });
    expect(await answered()).toBe(true);
  },
);
