import type { AccountCareStore } from '../../../src/store/account-care-port.ts';
import type { AccountStore } from '../../../src/store/account-port.ts';
import type { ChangeAction, ConsoleStore } from '../../../src/store/console-port.ts';
import { inboxOrders, inboxTabs } from '../../../src/store/inbox-page-port.ts';
import type { PushStore } from '../../../src/store/push-port.ts';
import type { Tenant } from './tenant.ts';

type Operation = (tenant: Tenant, picks: readonly [number, number, number]) => Promise<unknown>;

const profileId = 'prof_aurora';

/** The console's operations on a workspace, as a tenant uses them, with ids that the other tenant uses too. */
export const consoleOperations = {
  workspace: ({ store, workspaceId }) => store.workspace({ workspaceId }),
  // Its texts contain times; the other operations compare the data behind them.
  pulse: async ({ store, workspaceId }) => Object.keys(await store.pulse({ workspaceId })),
  listProfiles: ({ store, workspaceId }) => store.listProfiles({ workspaceId }),
  personaDraft: ({ store, workspaceId }) => store.personaDraft({ workspaceId, profileId }),
  saveDraft: async ({ store, workspaceId, canary }, [version, draft]) =>
    store.saveDraft({
      workspaceId,
      profileId,
      version,
      draft: draft === 0 ? null : { about: `${canary} draft ${draft}` },
      baseRevision: 'revision',
      unpublished: draft,
      change: change(canary, 'about'),
    }),
  publishDraft: async ({ store, workspaceId, canary }, [version, persona]) => {
    const live = await store.personaDraft({ workspaceId, profileId });
    return store.publishDraft({
      workspaceId,
      profileId,
      version,
      publishedRevision: persona === 0 ? 'another' : (live?.publishedRevision ?? ''),
      persona: { about: `${canary} published ${persona}` },
      revision: `revision-${canary}-${persona}`,
      change: change(canary, 'publish'),
    });
  },
  personaChanges: ({ store, workspaceId }, [version]) =>
    store.personaChanges({ workspaceId, profileId, version: version === 0 ? null : version, limit: 20 }),
  reviewQueue: ({ store, workspaceId }) => store.reviewQueue({ workspaceId, limit: 10 }),
  inboxPage: ({ store, workspaceId }, [tab, order, search]) =>
    store.inboxPage({
      workspaceId,
      tab: inboxTabs[(tab ?? 0) % inboxTabs.length] ?? 'waiting',
      order: inboxOrders[(order ?? 0) % inboxOrders.length] ?? 'newest',
      search: search === 0 ? null : 'canary',
      profileId: null,
      channel: null,
      offset: 0,
      limit: 10,
    }),
  thread: ({ store, workspaceId }, [number]) =>
    store.thread({ workspaceId, conversationId: `conv_${number % 3}`, messages: 10 }),
  saveReply: ({ store, workspaceId, canary }, [number, reply]) => {
    const conversationId = `conv_${number % 3}`;
    return store.saveReply({ workspaceId, conversationId, reply: reply === 0 ? '' : canary, by: canary });
  },
  recentThreads: ({ store, workspaceId }) => store.recentThreads({ workspaceId, profileId, limit: 10 }),
  listTestCases: ({ store, workspaceId }) => store.listTestCases({ workspaceId }),
  saveTestCase: async ({ store, workspaceId, canary }, [number, profile]) => {
    const caseId = `case_${number}`;
    await store.removeTestCase({ workspaceId, caseId });
    const given = { name: canary, message: canary, history: '[]', expected: null, by: canary };
    const profileOf = profile === 0 ? 'prof_nobody' : profileId;
    return store.saveTestCase({ workspaceId, caseId, profileId: profileOf, ...given, max: 4 });
  },
  removeTestCase: ({ store, workspaceId }, [number]) => store.removeTestCase({ workspaceId, caseId: `case_${number}` }),
  activity: ({ store, workspaceId }) => store.activity({ workspaceId, days: 30 }),
} satisfies Record<keyof ConsoleStore, Operation>;

/** Operations on accounts cross workspaces, and have their own suite. */
export const accountOperationNames = Object.keys({
  hasAccounts: 1,
  makeLink: 1,
  readLink: 1,
  useLink: 1,
  listInvitations: 1,
  withdrawInvitation: 1,
  createAccount: 1,
  joinWorkspace: 1,
  resetPassword: 1,
  accountByEmail: 1,
  account: 1,
  changeAccount: 1,
  countAttempt: 1,
  openSession: 1,
  useSession: 1,
  listSessions: 1,
  endSessions: 1,
  workspacesOf: 1,
  addPasskey: 1,
  listPasskeys: 1,
  passkey: 1,
  touchPasskey: 1,
  removePasskey: 1,
  listMembers: 1,
  changeMember: 1,
  listAccounts: 1,
  setAccountDisabled: 1,
  removeAccount: 1,
  makeInstaller: 1,
  listNotices: 1,
  dismissNotices: 1,
  pushTargets: 1,
  keepPush: 1,
} satisfies Record<keyof AccountStore | keyof AccountCareStore | keyof PushStore, 1>);

function change(canary: string, action: ChangeAction) {
  const of = { accountId: 'acc', by: canary, action, itemKind: null, itemId: null, title: canary };
  return { ...of, before: null, after: JSON.stringify({ about: canary }), conversationId: null };
}
