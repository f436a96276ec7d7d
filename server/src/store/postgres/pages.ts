import { type AskAnswer, type AskInput, type PageSnapshot, pageKeeping } from '../../domain/page/ask.ts';
import { settleAsk } from '../../domain/page/settle-ask.ts';
import type { PageStore } from '../page-port.ts';
import { createBatches } from './batches.ts';
import type { Call, Database } from './database.ts';
import { rowsOf } from './inbox.ts';
import { workspaceIds } from './workspace-ids.ts';

const rowsPerCommit = 500;

type Ask = AskInput & { readonly workspaceId: string };

/**
 * Creates the store of Pages. One transaction reads a question's data under locks and writes the outcome, which this
 * process determines. Questions to one Page that arrive in the meantime share the next transaction.
 */
export function createPages({ call, transaction }: Database): PageStore {
  return {
    findPage: (needs) => call('find_page', { slug: needs.slug, needs: JSON.stringify(needs) }),
    ask: createBatches<Ask, AskAnswer>({
      carryOut: (asks) => transaction('change', (inside) => settleInTurn(inside, asks)),
      order: () => 0,
      largest: 32,
      atOnce: 16,
      laneOf: ({ workspaceId, slug }) => JSON.stringify([workspaceId, slug]),
      mixesLanes: false,
    }),
    listPages: ({ workspaceId }) => call('list_pages', { workspace: workspaceId }),
    putPage: ({ workspaceId, page, isNew }) =>
      call('put_page', { workspace: workspaceId, page: JSON.stringify(page), new: isNew }),
    removePage: ({ workspaceId, slug }) => call('remove_page', { workspace: workspaceId, slug }),
    putDomain: ({ workspaceId, slug, domain, token }) =>
      call('put_domain', { workspace: workspaceId, slug, domain, token }),
    settleDomain: ({ workspaceId, slug, domain, isProven }) =>
      call('settle_domain', { workspace: workspaceId, slug, domain, proven: isProven }),
    removeDomain: ({ workspaceId, slug, domain }) => call('remove_domain', { workspace: workspaceId, slug, domain }),
    async provenDomain({ domain }) {
      const [found = null] = await call<{ workspaceId: string; slug: string }[]>('proven_domains', { domain });
      return found && { workspaceId: found.workspaceId, slug: found.slug };
    },
    async provenDomains() {
      const found = await call<{ domain: string; slug: string }[]>('proven_domains', { domain: null });
      return found.map(({ domain, slug }) => ({ domain, slug }));
    },
    noteItems: ({ workspaceId, profileId, items }) =>
      call('note_items', { workspace: workspaceId, profile: profileId, items: JSON.stringify(items) }),
    notedItems: ({ workspaceId, profileId }) => call('noted_items', { workspace: workspaceId, profile: profileId }),
    pageThread: ({ workspaceId, slug, tokenHash }) =>
      call('page_thread', { workspace: workspaceId, slug, token_hash: tokenHash }),
    listAsks: ({ workspaceId, slug, isAnswered, before, limit }) =>
      call('list_asks', { workspace: workspaceId, slug, answered: isAnswered, before, limit }),
    pageDays: ({ workspaceId, slug, days }) => call('list_page_days', { workspace: workspaceId, slug, days }),
    leftContacts: ({ workspaceId }) => call('left_contacts', { workspace: workspaceId }),
    async expirePages() {
      let rows = 0;
      for await (const workspace of workspaceIds(call)) {
        let step: number;
        do {
          step = await call('expire_pages', { workspace, ages: JSON.stringify(pageKeeping), limit: rowsPerCommit });
          rows += step;
        } while (step === rowsPerCommit);
      }
      return { rows };
    },
  };
}

/**
 * Settles the questions to one Page one after another. Each question sees the state that the previous question left.
 */
async function settleInTurn(inside: Call, asks: readonly Ask[]): Promise<AskAnswer[]> {
  const [first] = asks;
  if (first === undefined) return [];
  const workspace = first.workspaceId;
  // The month's counter is locked before anything that a question writes.
  const isCharging = asks.some(({ judged }) => judged.items.length > 0);
  const answers: AskAnswer[] = [];
  let unsaved: string | null = null;
  for (const { workspaceId: _, ...input } of asks) {
    const { slug, use, questionHash } = input;
    const needs = JSON.stringify({ slug, use, questionHash, isCharging });
    const snapshot: PageSnapshot | null = await inside('next_ask', { workspace, changes: unsaved, needs });
    const { answer, changes } = settleAsk(snapshot, input);
    answers.push(answer);
    unsaved = null;
    if (changes === null) continue;
    const { inbox, ...rest } = changes;
    if (inbox !== null) await inside('save_inbox', { workspace, changes: JSON.stringify(rowsOf(inbox)) });
    unsaved = JSON.stringify(rest);
  }
  if (unsaved !== null) await inside('next_ask', { workspace, changes: unsaved, needs: null });
  return answers;
}
