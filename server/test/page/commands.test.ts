import { expect, test } from 'vitest';
import { createPageVerbs } from '../../src/admin/pages/page-verbs.ts';
import { bringIn, freshDataFolder, onBothStores } from '../cli/support/places.ts';
import { runInside } from '../cli/support/understudy.ts';
import { onEachStore } from '../http/support/on-each-store.ts';
import { openPage } from './support/open-page.ts';
import { ask, visit } from './support/visitor.ts';

onBothStores((fresh) => {
  test('a Page is created, listed, paused, resumed, given a domain and removed with commands', async () => {
    const env = { ...(await fresh()), UNDERSTUDY_PUBLIC_URL: 'https://page.example' };
    await bringIn(env, {
      workspaces: [
        { id: 'ws_aurora', name: 'Aurora', plan: 'creator', profiles: [{ id: 'p1', displayName: 'Aurora' }] },
      ],
    });
    const run = (...args: string[]) => runInside(['pages', ...args, '--workspace', 'ws_aurora', '--json'], env);
    const made = await run(
      'create',
      '--profile',
      'p1',
      '--slug',
      'aurora',
      '--frame-ancestor',
      'https://a.example',
      '--daily-handoffs',
      '7',
    );
    const page = {
      slug: 'aurora',
      profileId: 'p1',
      status: 'active',
      model: false,
      frameAncestors: ['https://a.example'],
      dailyReplies: null,
      dailyHandoffs: 7,
      theme: null,
      robots: 'noindex',
      url: 'https://page.example/p/aurora',
    };
    expect([made.code, made.json()]).toEqual([0, expect.objectContaining(page)]);
    expect((await run('list')).json()).toEqual([expect.objectContaining(page)]);
    expect((await run('create', '--profile', 'p1', '--slug', 'aurora')).stderr).toContain('already');
    expect((await run('create', '--profile', 'p1', '--slug', 'Aurora')).code).toBe(2);
    expect((await run('pause', 'aurora')).json()).toEqual({ slug: 'aurora', before: 'active', after: 'paused' });
    expect((await run('list')).json()[0].status).toBe('inactive');
    expect((await run('resume', 'aurora')).json()).toEqual({ slug: 'aurora', before: 'paused', after: 'active' });
    const proof = (await run('domain', 'aurora', 'Ask.A.Example.')).json();
    expect(proof).toEqual({
      txtName: '_understudy.ask.a.example',
      txtValue: expect.stringMatching(/^understudy-page=[\w-]{32}$/),
    });
    expect((await run('domain', 'aurora', 'ask.a.example')).json()).toEqual(proof);
    expect((await run('domain', 'aurora', 'page.example')).stderr).toContain('the address of the service');
    expect((await run('domain', 'aurora', 'localhost')).code).toBe(1);
    expect((await run('pause', 'aurorra')).stderr).toContain('Did you mean "aurora"?');
    expect((await run('remove', 'aurora')).json()).toEqual({ slug: 'aurora', before: 'active', after: 'removed' });
    expect((await run('list')).json()).toEqual([]);
  });

  test('a document creates Pages by slug, keeps omitted values, and is exported again', async () => {
    const env = await fresh();
    const document = (pages: unknown, id = 'ws_aurora') => ({
      workspaces: [{ id, name: 'A', plan: 'creator', profiles: [{ id: 'p1', displayName: 'A' }], pages }],
    });
    const bring = (value: unknown) => runInside(['import', '-', '--json'], env, JSON.stringify(value));
    expect((await bring(document([{ slug: 'aurora', profileId: 'p1', robots: 'index' }]))).code).toBe(0);
    expect((await bring(document([{ slug: 'aurora', profileId: 'p1', dailyReplies: 4 }]))).code).toBe(0);
    const { workspaces } = (await runInside(['export', '-w', 'ws_aurora', '--json'], env)).json();
    expect(workspaces[0].pages).toEqual([
      {
        slug: 'aurora',
        profileId: 'p1',
        status: 'active',
        model: false,
        frameAncestors: [],
        dailyReplies: 4,
        dailyHandoffs: 50,
        theme: null,
        robots: 'index',
      },
    ]);
    expect((await bring({ workspaces })).code).toBe(0);
    const taken = await bring(document([{ slug: 'aurora', profileId: 'p1' }], 'ws_borealis'));
    expect([taken.code, taken.stderr]).toEqual([1, expect.stringContaining('workspaces[0].pages[0].slug')]);
    const wrong = await bring(document([{ slug: 'aurora', profileId: 'p1', theme: { accent: 'red' } }]));
    expect(wrong.stderr).toContain('workspaces[0].pages[0].theme.accent');
    const twice = await bring(
      document([
        { slug: 'two', profileId: 'p1' },
        { slug: 'two', profileId: 'p1' },
      ]),
    );
    expect(twice.stderr).toContain('workspaces[0].pages[1].slug');
    const homeless = await bring(document([{ slug: 'three', profileId: 'p9' }]));
    expect(homeless.stderr).toContain('workspaces[0].pages[0].profileId');
  });
});

test('commands for Pages need no PostgreSQL, and their help names them', async () => {
  const { code, stdout } = await runInside(['pages', '--help'], freshDataFolder());
  expect(code).toBe(0);
  for (const name of ['create', 'list', 'pause', 'resume', 'remove', 'domain']) expect(stdout).toContain(name);
});

onEachStore('a verified domain shows its Page, but neither the console nor the API', async (harness) => {
  const world = await openPage(harness);
  const { workspaceId, slug, store, url } = world;
  const verbs = createPageVerbs({ store, baseUrl: url });
  const domain = `ask.${slug}.example`;
  const { txtName, txtValue } = await verbs.addDomain({ workspaceId, slug, domain });
  const allowed = async () => (await visit(`${url}/hooks/tls-allowed?domain=${domain}`)).status;
  const verify = (records: readonly string[]) =>
    verbs.verifyDomain({ workspaceId, slug, domain }, async (name) => (name === txtName ? records : []));
  expect((await verify(['understudy-page=other'])).isProven).toBe(false);
  expect(await allowed()).toBe(404);
  expect((await verify(['v=spf1', txtValue])).isProven).toBe(true);
  expect(await allowed()).toBe(200);
  const { host } = new URL(url);
  const { request } = await import('node:http');
  const statusAt = (path: string, name: string) =>
    new Promise<number>((resolve, reject) => {
      const sent = request(`${url}${path}`, { headers: { host: name } }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sent.on('error', reject);
      sent.end();
    });
  for (const path of ['/console/', '/console/api/session', '/api/v1/agent/openapi.json', '/healthz', '/mcp'])
    expect([path, await statusAt(path, domain)]).toEqual([path, 404]);
  expect(await statusAt('/healthz', host)).toBe(200);
  expect(await statusAt(`/p/${slug}`, domain)).toBe(200);
  expect(await statusAt('/', domain)).toBe(302);
  expect(await statusAt('/p/another-page', domain)).toBe(404);
  expect((await verify([])).isProven).toBe(false);
  expect(await allowed()).toBe(404);
});

onEachStore(
  'a visitor is erased by the contact details that they left, and expired data of a Page is removed',
  async (harness) => {
    const world = await openPage(harness);
    const { store, workspaceId, slug, openAt } = world;
    const { eraseContact } = await import('../../src/admin/erase-contact.ts');
    const { createSealer } = await import('../../src/lib/sealing.ts');
    const { open } = createSealer([Buffer.alloc(32, 7)]);
    const nina = await ask(world.page, 'who is your dentist?', { contact: 'Nina@Example.org' });
    const maya = await ask(world.page, 'which bank do you use?', { contact: 'maya@example.org' });
    await ask(world.page, 'do you ship to Brazil?');
    const asks = (of = store) => of.listAsks({ workspaceId, slug, isAnswered: null, before: null, limit: 10 });
    expect(await asks()).toHaveLength(3);
    await eraseContact(store, { workspaceId, contact: 'nina@example.org', conversationIds: [], dryRun: false }, open);
    expect((await visit(`${world.url}${nina.body.link}`)).status).toBe(404);
    expect((await visit(`${world.url}${maya.body.link}`)).status).toBe(200);
    expect((await asks()).map(({ question }) => question).toSorted()).toEqual([
      'do you ship to Brazil?',
      'which bank do you use?',
    ]);

    const [left] = await store.leftContacts({ workspaceId });
    await store.setConversationState({ workspaceId, conversationId: left?.conversationId ?? '', action: 'resolve' });
    await store.expirePages();
    expect(await store.leftContacts({ workspaceId })).toHaveLength(1);
    const later = await openAt(31 * 86_400_000);
    await later.expirePages();
    await later.expirePages();
    expect(await later.leftContacts({ workspaceId })).toEqual([]);
    expect(await asks(later)).toEqual([]);
    expect(
      (await store.usage({ workspaceId, monthlyReplies: { creator: 1, studio: 1, agency: 1 } }))?.bySource.page,
    ).toBe(1);
  },
);
