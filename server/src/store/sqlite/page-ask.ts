import type { AskAnswer, AskInput, PageChanges, PageNeeds, PageSnapshot } from '../../domain/page/ask.ts';
import { pageKeeping } from '../../domain/page/ask.ts';
import { settleAsk } from '../../domain/page/settle-ask.ts';
import { dayOf, periodOf } from '../../domain/period.ts';
import { countActivity } from './activity.ts';
import { draftingTerms } from './autonomy.ts';
import { overwriting } from './forgetting.ts';
import { saveInbox } from './inbox-save.ts';
import { countModelUse, modelTerms } from './model-usage.ts';
import { pageColumns, pageRecord, type StoredPage } from './pages.ts';
import type { Moment, Transaction } from './transaction.ts';

const hourMs = 3_600_000;
const dayMs = 86_400_000;
const noAsks = { count: 0, oldestAt: null, formCount: 0, formOldestAt: null };

/** Returns a Page with the data that `needs` names, as of one moment, or null if it does not exist. */
function findPage({ db, now, lived }: Moment, needs: PageNeeds): PageSnapshot | null {
  const { slug, use, questionHash = null, isJudging = false } = needs;
  const row = db.get<StoredPage>(`SELECT ${pageColumns} FROM pages WHERE slug = ?`, slug);
  if (row === undefined) return null;
  const { workspaceId, profileId } = row;
  const head = db.get<
    Omit<PageSnapshot['workspace'], 'shares' | 'usesModel'> & {
      shares: string | null;
      drafting: string | null;
      profileStatus: 'active' | 'inactive';
      revision: string;
    }
  >(
    `SELECT w.status, w.plan, w.monthly_replies AS monthlyReplies, w.shares, w.drafting, p.status AS profileStatus, p.revision
     FROM workspaces w JOIN profiles p ON p.workspace_id = w.workspace_id AND p.profile_id = ? WHERE w.workspace_id = ?`,
    ...[profileId, workspaceId],
  );
  if (head === undefined) return null;
  const { status, plan, monthlyReplies, shares, drafting } = head;
  const usage = db.get<PageSnapshot['usage']>(
    'SELECT api, inbox, page FROM usage WHERE workspace_id = ? AND period = ?',
    ...[workspaceId, periodOf(now).name],
  );
  const today = db.get<PageSnapshot['today']>(
    'SELECT replies, handoffs FROM page_days WHERE workspace_id = ? AND slug = ? AND day = ?',
    ...[workspaceId, slug, dayOf(now)],
  );
  const networks = JSON.stringify(use?.networks ?? []);
  const asks =
    use === undefined
      ? noAsks
      : (db.get<typeof noAsks>(
          `SELECT count(*) AS count, min(at) AS oldestAt, count(*) FILTER (WHERE is_form = 1) AS formCount,
             min(at) FILTER (WHERE is_form = 1) AS formOldestAt FROM page_uses WHERE workspace_id = ? AND slug = ?
             AND network IN (SELECT value FROM json_each(?)) AND at > ?`,
          ...[workspaceId, slug, networks, now - hourMs],
        ) ?? noAsks);
  const spent = 'SELECT 1 FROM page_uses WHERE workspace_id = ? AND use_hash = ?';
  const repeat =
    questionHash === null
      ? undefined
      : db.get<{ question: string }>(
          `SELECT question FROM page_asks WHERE workspace_id = ? AND slug = ? AND question_hash = ? AND at > ? AND is_charged = 1
             AND revision = ? ORDER BY at LIMIT 1`,
          ...[workspaceId, slug, questionHash, now - dayMs, head.revision],
        );
  const joined =
    use === undefined || questionHash === null
      ? undefined
      : db.get<{ id: string }>(
          `SELECT conversation_id AS id FROM page_asks WHERE workspace_id = ? AND slug = ? AND question_hash = ? AND at > ?
             AND conversation_id IS NOT NULL AND network IN (SELECT value FROM json_each(?)) ORDER BY at LIMIT 1`,
          ...[workspaceId, slug, questionHash, now - dayMs, networks],
        );
  return {
    now,
    workspaceId,
    workspace: {
      status,
      plan,
      monthlyReplies,
      shares: shares === null ? null : JSON.parse(shares),
      usesModel: modelTerms(drafting).usesModel,
    },
    page: pageRecord(db, row),
    profile: { status: head.profileStatus, revision: head.revision },
    usage: usage ?? { api: 0, inbox: 0, page: 0 },
    today: today ?? { replies: 0, handoffs: 0 },
    asks: { count: asks.count, oldestAt: asks.oldestAt },
    formAsks: { count: asks.formCount, oldestAt: asks.formOldestAt },
    isSpent: use !== undefined && db.get(spent, workspaceId, use.useHash) !== undefined,
    repeat: repeat?.question ?? null,
    joined: joined?.id ?? null,
    isGathering: isGathering({ db, now, lived }, row),
    drafting: isJudging ? draftingTerms(db, drafting, { workspaceId, profileId }) : null,
  };
}

/** Returns true if the combined notice has not been sent yet. */
function isGathering({ db, lived }: Moment, { workspaceId, notice }: StoredPage): boolean {
  if (notice === null) return false;
  const { notificationId }: { notificationId: string } = JSON.parse(notice);
  const queued = `SELECT 1 FROM notifications WHERE workspace_id = ? AND notification_id = ? AND state = 'queued' AND attempts = 0 AND due_at > ?`;
  return db.get(queued, workspaceId, notificationId, lived) !== undefined;
}

/** Settles one question in a savepoint, so that its result is written to exactly the state that was read. */
function askPage(tx: Transaction, input: AskInput & { workspaceId: string }): AskAnswer {
  const { slug, use, questionHash, workspaceId } = input;
  const found = findPage(tx, { slug, use, questionHash });
  const { answer, changes } = settleAsk(found?.workspaceId === workspaceId ? found : null, input);
  if (changes !== null) saveAsk(tx, workspaceId, changes);
  return answer;
}

function saveAsk(tx: Transaction, workspaceId: string, changes: PageChanges): void {
  const { db, now } = tx;
  const { slug, use, ask, inbox, link, day, charge, notice } = changes;
  if (use !== null) {
    const [network = ''] = use.networks;
    db.run(
      'INSERT INTO page_uses VALUES (?, ?, ?, ?, ?, ?)',
      ...[workspaceId, use.useHash, slug, network, use.isForm ? 1 : 0, now],
    );
  }
  if (inbox !== null) saveInbox(tx, workspaceId, inbox);
  if (ask !== null) {
    db.run(
      'INSERT INTO page_asks VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
      ...[workspaceId, ask.askId, slug, now, ask.question, ask.questionHash, ask.network, ask.revision],
      ...[ask.isAnswered ? 1 : 0, ask.isCharged ? 1 : 0, ask.intent, JSON.stringify(ask.items), ask.conversationId],
    );
  }
  if (link !== null) {
    db.run(
      'INSERT INTO page_links VALUES (?, ?, ?, ?, ?, ?, NULL)',
      ...[workspaceId, link.tokenHash, slug, link.conversationId, now, link.contact],
    );
  }
  if (day.replies + day.handoffs > 0) {
    db.run(
      `INSERT INTO page_days VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET replies = replies + excluded.replies,
         handoffs = handoffs + excluded.handoffs`,
      ...[workspaceId, slug, dayOf(now), day.replies, day.handoffs],
    );
  }
  if (charge !== null) {
    const period = periodOf(now).name;
    db.run(
      'INSERT INTO usage (workspace_id, period, page) VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET page = page + 1',
      ...[workspaceId, period],
    );
    db.run(`INSERT INTO charges VALUES (?, 'page', ?, ?)`, ...[workspaceId, charge.askId, period]);
    countActivity(tx, workspaceId, { source: 'page', intent: charge.intent, riskLevel: charge.riskLevel });
    if (charge.modelUse !== null) countModelUse(tx, workspaceId, charge.modelUse);
  }
  if (notice !== null) {
    db.run(
      'UPDATE pages SET notice = ? WHERE workspace_id = ? AND slug = ?',
      ...[JSON.stringify(notice), workspaceId, slug],
    );
  }
}

/** Removes expired data of Pages in one small commit. Returns how many rows changed. */
function expirePagesStep({ db, confirmed, now }: Transaction, { limit }: { limit: number }): number {
  return overwriting(db, () => {
    const { useMs, networkMs, askMs, contactMs, dayMs: keptMs } = pageKeeping;
    const uses = db.run(
      `DELETE FROM page_uses WHERE (workspace_id, use_hash) IN (
         SELECT workspace_id, use_hash FROM page_uses WHERE at < ? ORDER BY at LIMIT ?)`,
      ...[confirmed - useMs, limit],
    );
    const asks = db.run(
      `DELETE FROM page_asks WHERE (workspace_id, ask_id) IN (
         SELECT workspace_id, ask_id FROM page_asks WHERE at < ? ORDER BY at LIMIT ?)`,
      ...[confirmed - askMs, limit],
    );
    const networks = db.run(
      `UPDATE page_asks SET network = NULL WHERE (workspace_id, ask_id) IN (
         SELECT workspace_id, ask_id FROM page_asks WHERE network IS NOT NULL AND at < ? ORDER BY at LIMIT ?)`,
      ...[confirmed - networkMs, limit],
    );
    const isAwaiting = `EXISTS (SELECT 1 FROM conversations c WHERE c.workspace_id = page_links.workspace_id
      AND c.conversation_id = page_links.conversation_id AND c.state = 'awaiting_owner')`;
    db.run(
      `UPDATE page_links SET resolved_at = NULL WHERE contact IS NOT NULL AND resolved_at IS NOT NULL AND ${isAwaiting}`,
    );
    db.run(
      `UPDATE page_links SET resolved_at = ? WHERE contact IS NOT NULL AND resolved_at IS NULL AND NOT ${isAwaiting}`,
      now,
    );
    const contacts = db.run(
      'UPDATE page_links SET contact = NULL WHERE contact IS NOT NULL AND resolved_at < ?',
      confirmed - contactMs,
    );
    const days = db.run('DELETE FROM page_days WHERE day < ?', dayOf(confirmed - keptMs));
    return Math.max(uses, asks, networks) === limit ? limit : uses + asks + networks + contacts + days;
  });
}

export const pageAskReads = { findPage };
export const pageAskWrites = { askPage, expirePagesStep };
