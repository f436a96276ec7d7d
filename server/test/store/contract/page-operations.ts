import { createHash } from 'node:crypto';
import { newPageSettings } from '../../../src/domain/page/page.ts';
import type { PageStore } from '../../../src/store/page-port.ts';
import type { Tenant, TenantOperation } from './tenant.ts';
import { replies } from './writes.ts';

const limit = 50;
const revisionOf = async ({ store, workspaceId }: Tenant) =>
  (await store.profile({ workspaceId, profileId: 'prof_aurora' }))?.revision ?? '';
const slugOf = (workspaceId: string) => workspaceId;
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');

/**
 * The operations of Pages, as a tenant uses them, with ids that the other tenant uses too; slugs and domains belong to
 * the installation.
 */
export const pageOperations = {
  findPage: async ({ store, workspaceId, canary, stranger }, [whose, question]) => {
    if (whose === 5) return (await store.findPage({ slug: `${stranger.canary}-none` })) === null;
    const use = { useHash: `use ${question}`, networks: [`network ${canary}`], isForm: false };
    return store.findPage({ slug: slugOf(workspaceId), use, questionHash: hashOf(`question ${question}`) });
  },
  ask: async (tenant, [question, use, kind]) => {
    const { store, workspaceId, canary, stranger } = tenant;
    const number = `${question} ${use} ${kind}`;
    return store.ask({
      workspaceId,
      slug: slugOf(kind === 5 ? stranger.workspaceId : workspaceId),
      askId: `ask ${number}`,
      conversationId: `page ${number}`,
      messageId: `m ${number}`,
      notificationId: `ntf_page ${number}`,
      use: { useHash: `use ${number}`, networks: [`network ${canary}`], isForm: use > 3 },
      question: `${canary} asks ${question}`,
      questionHash: hashOf(`question ${question}`),
      revision: await revisionOf(tenant),
      judged: {
        intent: 'shipping',
        riskLevel: kind > 2 ? 'safe' : 'review',
        urgency: kind === 0 ? 'urgent' : kind === 1 ? 'high' : 'normal',
        items: kind > 2 ? ['f_ship'] : [],
        modelUse: null,
      },
      tokenHash: hashOf(`token ${number}`),
      contact: kind < 2 ? `sealed ${canary}` : null,
      monthlyReplies: replies(500),
      limits: { asksPerHour: 6, formAsksPerHour: 3 },
    });
  },
  listPages: ({ store, workspaceId }) => store.listPages({ workspaceId }),
  putPage: ({ store, workspaceId, canary, stranger }, [isNew, whose, profile]) =>
    store.putPage({
      workspaceId,
      page: {
        slug: slugOf(whose === 5 ? stranger.workspaceId : workspaceId),
        profileId: profile === 5 ? 'prof_nobody' : 'prof_aurora',
        ...newPageSettings({ frameAncestors: [`https://${canary}.example`], dailyHandoffs: 3, dailyReplies: 2 }),
      },
      // The other tenant's actions decide whether its slug is taken, so each tenant looks only for its own.
      isNew: whose !== 5 && isNew < 4,
    }),
  removePage: ({ store, workspaceId, stranger }, [whose, luck]) =>
    luck > 0
      ? Promise.resolve(null)
      : store.removePage({ workspaceId, slug: slugOf(whose === 5 ? stranger.workspaceId : workspaceId) }),
  putDomain: ({ store, workspaceId, canary }, [which]) =>
    store.putDomain({
      workspaceId,
      slug: slugOf(workspaceId),
      domain: `${which % 2}.${workspaceId}.example`,
      token: canary,
    }),
  settleDomain: ({ store, workspaceId }, [which, isProven]) =>
    store.settleDomain({
      workspaceId,
      slug: slugOf(workspaceId),
      domain: `${which % 2}.${workspaceId}.example`,
      isProven: isProven < 4,
    }),
  removeDomain: ({ store, workspaceId, stranger }, [which, whose]) =>
    store.removeDomain({
      workspaceId,
      slug: slugOf(workspaceId),
      domain: `${which % 2}.${whose === 5 ? stranger.workspaceId : workspaceId}.example`,
    }),
  provenDomain: ({ store, workspaceId }, [which]) =>
    store.provenDomain({ domain: `${which % 2}.${workspaceId}.example` }),
  provenDomains: async ({ store, workspaceId }) =>
    (await store.provenDomains()).filter(({ slug }) => slug === slugOf(workspaceId)),
  noteItems: async ({ store, workspaceId, canary }, [which, hash]) =>
    Object.keys(
      await store.noteItems({
        workspaceId,
        profileId: which === 5 ? 'prof_nobody' : 'prof_aurora',
        items: [{ id: `${canary} ${which}`, hash: `${hash}` }],
      }),
    ),
  notedItems: async ({ store, workspaceId }, [which]) => {
    const items = await store.notedItems({ workspaceId, profileId: which === 5 ? 'prof_nobody' : 'prof_aurora' });
    return items.map(({ id, hash }) => ({ id, hash }));
  },
  pageThread: ({ store, workspaceId, stranger }, [question, use, kind]) =>
    store.pageThread({
      workspaceId,
      slug: slugOf(kind === 5 ? stranger.workspaceId : workspaceId),
      tokenHash: hashOf(`token ${question} ${use} ${kind}`),
    }),
  listAsks: ({ store, workspaceId, stranger }, [answered, whose]) =>
    store.listAsks({
      workspaceId,
      slug: slugOf(whose === 5 ? stranger.workspaceId : workspaceId),
      isAnswered: answered < 2 ? null : answered < 4,
      before: null,
      limit,
    }),
  pageDays: ({ store, workspaceId }) => store.pageDays({ workspaceId, slug: slugOf(workspaceId), days: 7 }),
  leftContacts: ({ store, workspaceId }) => store.leftContacts({ workspaceId }),
  expirePages: ({ store }) => store.expirePages(),
} satisfies Record<keyof PageStore, TenantOperation>;
