import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { type ConsoleRouteName, consoleApiPath, consoleRoutes } from '../../src/domain/console/routes.ts';
import { noMeasures } from '../../src/domain/measures.ts';
import { createEmbeddedEngine } from '../../src/drafting/embedded-engine.ts';
import { createAdmission } from '../../src/http/admission.ts';
import { registerConsole } from '../../src/http/console/register-console.ts';
import { createWorkLimit } from '../../src/http/work-limit.ts';
import { createLog } from '../../src/lib/log.ts';
import { createSealer } from '../../src/lib/sealing.ts';
import { noClassifiers } from '../../src/teaching/classifier-shelf.ts';
import { onEachStore } from '../http/support/on-each-store.ts';
import { sqliteHarness } from '../support/store-harness.ts';
import { sampleWorkspace, testConfig } from '../support/world.ts';
import { type Browser, type ConsoleWorld, pathOf, startConsoleWorld } from './support/console-world.ts';

const names = Object.keys(consoleRoutes).filter((name): name is ConsoleRouteName => name in consoleRoutes);
const ranks = ['reviewer', 'editor', 'owner'];

test('every route that the console serves is in the list that is replayed here', async () => {
  const { store } = await sqliteHarness().openFresh();
  const app = Fastify();
  const served: string[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    if (url.startsWith(consoleApiPath)) served.push(`${method} ${url}`);
  });
  const log = createLog({ level: 'silent' });
  const deps = {
    store,
    engine: createEmbeddedEngine(),
    classifiers: noClassifiers,
    config: testConfig,
    log,
    testDelivery: null,
    sendLetter: null,
    sealer: createSealer([]),
  };
  await registerConsole(app, { ...deps, measures: noMeasures, admission: createAdmission(createWorkLimit(1)) });
  await app.ready();
  const listed = Object.values(consoleRoutes).map(({ method, path }) => `${method} ${consoleApiPath}${path}`);
  expect(served.toSorted()).toEqual(listed.toSorted());
  await app.close();
});

onEachStore(
  'every request is refused without a session, with another workspace, and with too weak a role',
  async (harness) => {
    const { world, params } = await twoWorkspaces(harness);
    const stranger = await world.member('owner', 'ws_borealis');
    const members = new Map<string, Browser>();
    for (const role of ranks) members.set(role, await world.member(role));
    for (const name of names) {
      const { access } = consoleRoutes[name];
      if (access === 'anyone') continue;
      expect([name, await replay(world.openBrowser(), name, params)]).toEqual([name, 'console_signed_out']);
      if (access === 'account') continue;
      if (access === 'installer') {
        expect([name, await replay(stranger, name, params)]).toEqual([name, 'console_role_missing']);
        continue;
      }
      expect([name, await replay(stranger, name, params)]).toEqual([name, 'console_not_found']);
      expect([name, await replay(stranger, name, { ...params, workspaceId: 'ws_nowhere' })]).toEqual([
        name,
        'console_not_found',
      ]);
      for (const role of ranks) {
        const member = members.get(role);
        if (member === undefined) throw new Error('a role without a member');
        if (ranks.indexOf(role) < ranks.indexOf(access)) {
          expect([name, role, await replay(member, name, params)]).toEqual([name, role, 'console_role_missing']);
        }
      }
    }
    // The rejected requests did not change the workspace.
    expect(
      (await world.store.listKeys({ workspaceId: world.workspaceId })).filter(({ revokedAt }) => revokedAt !== null),
    ).toEqual([]);
    expect(
      (await world.store.personaDraft({ workspaceId: world.workspaceId, profileId: 'prof_aurora' }))?.version,
    ).toBe(0);
    expect(await world.store.listTestCases({ workspaceId: world.workspaceId })).toHaveLength(1);
  },
  300_000,
);

/** Values for routes whose query has required fields. */
const queries: Partial<Record<ConsoleRouteName, string>> = {
  readGaps: '?profileId=prof_aurora',
  readInbox: '?tab=waiting',
};

onEachStore(
  'a role may do what it is listed for',
  async (harness) => {
    const { world, params } = await twoWorkspaces(harness);
    for (const role of ranks) {
      const member = await world.member(role);
      for (const name of names) {
        const { access, method, output } = consoleRoutes[name];
        if (output === null || method !== 'GET' || !ranks.includes(access)) continue;
        if (ranks.indexOf(role) < ranks.indexOf(access)) continue;
        const refusal = await replay(member, name, params, queries[name] ?? '');
        expect([name, role, refusal]).toEqual([name, role, null]);
      }
    }
  },
  300_000,
);

onEachStore('an object of another workspace is not found by its id either', async (harness) => {
  const { world, params } = await twoWorkspaces(harness);
  const stranger = await world.member('owner', 'ws_borealis');
  const own = { ...params, workspaceId: 'ws_borealis' };
  const byId: [ConsoleRouteName, unknown][] = [
    ['revokeKey', {}],
    ['rotateKey', { overlapHours: 0 }],
    ['withdrawInvitation', undefined],
    ['changeMember', { role: 'reviewer' }],
    ['removeMember', undefined],
    ['removeTestCase', undefined],
    ['readThread', undefined],
    ['editReply', { reply: 'mine' }],
    ['recordAnswer', { text: 'mine', suggestion: null, suggested: null }],
    ['undoAnswer', { messageId: null, before: 'closed' }],
    ['teachWords', { itemId: 'f_ship', kind: 'alias', text: 'mine' }],
    ['resolveConversation', {}],
    ['closeConversation', {}],
    ['undoChange', { version: 0 }],
    ['renewConnectionSecret', { overlapHours: 0 }],
    ['pauseConnection', {}],
    ['resumeConnection', {}],
    ['removeConnection', {}],
    ['removeItem', { version: 0 }],
    ['changePage', { status: 'inactive' }],
    ['removePage', {}],
    ['addPageDomain', { domain: 'a.example' }],
    ['verifyPageDomain', {}],
    ['removePageDomain', undefined],
  ];
  for (const [name, body] of byId) {
    const answer = await stranger.ask(consoleRoutes[name].method, pathOf(name, own), body);
    expect([name, answer.body.error]).toEqual([name, 'console_not_found']);
  }
  const retry = await stranger.ask('POST', pathOf('retryDelivery', own), {});
  expect(retry.body.error).toBe('console_not_possible');
});

onEachStore('no API key opens the console, and no session opens the interface of agents', async (harness) => {
  const { world, params } = await twoWorkspaces(harness);
  const authorization = `Bearer ${world.key}`;
  for (const name of names) {
    const { access, method } = consoleRoutes[name];
    if (access === 'anyone') continue;
    const answer = await world.openBrowser().ask(method, pathOf(name, params), undefined, { authorization });
    expect([name, answer.status]).toEqual([name, 401]);
  }
  const { cookie } = await world.owner();
  for (const path of ['/api/v1/agent/usage', '/api/v1/agent/persona?profileId=prof_aurora']) {
    expect((await world.call('GET', path, { key: null, headers: { cookie: cookie ?? '' } })).status).toBe(401);
  }
  expect((await world.draft({}, { key: null, headers: { cookie: cookie ?? '' } })).status).toBe(401);
  expect((await world.call('POST', '/mcp', { key: null, headers: { cookie: cookie ?? '' }, body: {} })).status).toBe(
    401,
  );
});

onEachStore(
  'a request that no page of the service makes is refused, whatever its cookie',
  async (harness) => {
    const { world, params } = await twoWorkspaces(harness);
    const owner = await world.owner();
    const forged: Record<string, string>[] = [
      { origin: 'https://evil.example' },
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ];
    for (const name of names) {
      const { method } = consoleRoutes[name];
      for (const headers of forged) {
        const answer = await owner.ask(method, pathOf(name, params), undefined, headers);
        expect([name, answer.body.error]).toEqual([name, 'console_request_refused']);
      }
      if (method === 'GET') continue;
      const response = await fetch(`${world.url}${consoleApiPath}${pathOf(name, params)}`, {
        method,
        headers: { origin: world.url, cookie: owner.cookie ?? '' },
      });
      expect([name, response.status]).toEqual([name, 403]);
    }
  },
  300_000,
);

/** Starts a world whose workspace has one of everything, with a second workspace. */
async function twoWorkspaces(harness: Parameters<typeof startConsoleWorld>[0]) {
  const world = await startConsoleWorld(harness, { config: { failedAuthenticationsPerMinute: 1_000 } });
  const { workspaceId } = world;
  const other = sampleWorkspace('ws_borealis');
  await world.importDocument({ workspaces: [{ ...other, conversations: [] }] });
  const owner = await world.owner();
  const { key } = await owner.run('createKey', { workspaceId }, { name: 'k', scopes: ['usage:read'] });
  const { invitation } = await owner.run('invite', { workspaceId }, { email: 'i@aurora.example', role: 'reviewer' });
  const testCase = await owner.run(
    'saveTestCase',
    { workspaceId },
    { profileId: 'prof_aurora', name: 'c', message: 'hello' },
  );
  await world.handoff();
  await world.importDocument({
    workspaces: [
      {
        ...sampleWorkspace(workspaceId),
        conversations: [],
        connections: [{ id: 'con_maya', profileId: 'prof_aurora', kind: 'generic' }],
        pages: [{ slug: workspaceId.replace('_', '-'), profileId: 'prof_aurora' }],
      },
    ],
  });
  const { deliveries } = await owner.run('listDeliveries', { workspaceId });
  const member = await memberOf(world);
  const params = {
    workspaceId,
    profileId: 'prof_aurora',
    itemId: 'f_nowhere',
    changeId: '1',
    keyId: key.id,
    invitationId: invitation.id,
    accountId: member,
    testCaseId: testCase.id,
    deliveryId: deliveries[0]?.id ?? '',
    conversationId: 'conv_maya',
    sessionId: 'ses_1',
    passkeyId: 'pk_1',
    connectionId: 'con_maya',
    slug: workspaceId.replace('_', '-'),
    domain: 'a.example',
  };
  return { world, params };
}

async function memberOf(world: ConsoleWorld): Promise<string> {
  const browser = await world.member('reviewer');
  return (await browser.ask('GET', '/session')).body.session.account.id;
}

/** Sends a request with minimal input and returns the error code; null if the request succeeds. */
async function replay(
  browser: Browser,
  name: ConsoleRouteName,
  params: Readonly<Record<string, string>>,
  query = '',
): Promise<string | null> {
  const { method } = consoleRoutes[name];
  const answer = await browser.ask(
    method,
    pathOf(name, params) + query,
    method === 'GET' || method === 'DELETE' ? undefined : {},
  );
  return answer.status === 200 ? null : answer.body.error;
}
