import type { InboxPageRecord, InboxQuery, InboxRowRecord, InboxTab } from '../inbox-page-port.ts';
import type { Connection } from './connection.ts';
import { type CardRow, cardColumns, cardOf, cardTables } from './reviewing.ts';

const newestDraft = `FROM reply_drafts d WHERE d.workspace_id = c.workspace_id AND d.conversation_id = c.conversation_id
  ORDER BY d.created_at DESC, d.draft_id LIMIT 1`;
const isSafe = `d.data ->> 'riskLevel' = 'safe' AND NOT d.data ->> 'requiresCreator'`;
const lastMessage = `FROM messages m WHERE m.workspace_id = c.workspace_id AND m.conversation_id = c.conversation_id AND m.deleted_at IS NULL
  ORDER BY m.sent_at DESC, m.position DESC LIMIT 1`;
const tab = `CASE c.state WHEN 'awaiting_owner' THEN 'waiting' WHEN 'closed' THEN 'done' ELSE ifnull((
  SELECT CASE
    WHEN m.direction = 'inbound' AND m.message_id = (SELECT t.data ->> 'answeredTo' FROM threads t
      WHERE t.workspace_id = c.workspace_id AND t.conversation_id = c.conversation_id) THEN 'done'
    WHEN m.direction = 'inbound' THEN iif((SELECT ${isSafe} AND d.epoch >= c.epoch AND d.state IN ('waiting', 'queued') ${newestDraft}),
      'automatic', 'proposals')
    WHEN m.recorded IS NULL AND (SELECT ${isSafe} AND d.data ->> 'reply' = m.body ${newestDraft}) THEN 'automatic'
    ELSE 'done' END ${lastMessage}), 'done') END`;
const notice = (what: string): string => `(SELECT ${what} FROM notifications n WHERE n.workspace_id = c.workspace_id
  AND n.conversation_id = c.conversation_id ORDER BY n.created_at DESC LIMIT 1)`;
const urgency = notice(`CASE n.verdict ->> 'urgency' WHEN 'urgent' THEN 0 WHEN 'high' THEN 1 ELSE 2 END`);

interface Placed {
  readonly id: string;
  readonly tab: InboxTab;
  readonly fits: number;
  readonly channel: string | null;
  readonly lastAt: number;
  readonly urgency: number | null;
  readonly since: number;
}

/** Every conversation is placed with each page: where it belongs depends on its last message and its newest draft. */
export function inboxPage(db: Connection, query: InboxQuery): InboxPageRecord {
  const { workspaceId, profileId, channel, search, offset, limit } = query;
  const waiting = `c.state = 'awaiting_owner'`;
  const placed = db.all<Placed>(
    `SELECT c.conversation_id AS id, ${tab} AS tab, c.channel, ifnull(c.last_message_at, 0) AS lastAt,
       iif(${waiting}, ${urgency}, 2) AS urgency,
       ifnull(iif(${waiting}, ${notice('n.created_at')}, NULL), ifnull(c.last_message_at, 0)) AS since,
       (?2 IS NULL OR c.profile_id = ?2) AND (?3 IS NULL OR c.channel = ?3) AND (?4 IS NULL OR
         instr(lower(ifnull(c.contact ->> 'name', '') || char(10) || ifnull(c.contact ->> 'handle', '') || char(10) ||
           ifnull((SELECT m.body ${lastMessage}), '')), lower(?4)) > 0) AS fits
     FROM conversations c WHERE c.workspace_id = ?1`,
    workspaceId,
    profileId,
    channel,
    search,
  );
  const counts = { waiting: 0, proposals: 0, automatic: 0, done: 0 };
  for (const each of placed) counts[each.tab] += 1;
  const fitting = placed.filter((each) => each.tab === query.tab && each.fits === 1).toSorted(orders[query.order]);
  const ids = fitting.slice(offset, offset + limit).map(({ id }) => id);
  const channels = new Set(placed.flatMap((each) => each.channel ?? []));
  return {
    counts,
    total: fitting.length,
    channels: [...channels].toSorted(),
    conversations: rowsOf(db, workspaceId, ids),
  };
}

const byId = (one: Placed, other: Placed): number => (one.id < other.id ? -1 : 1);
const orders: Readonly<Record<InboxQuery['order'], (one: Placed, other: Placed) => number>> = {
  urgency: (one, other) => (one.urgency ?? 2) - (other.urgency ?? 2) || one.since - other.since || byId(one, other),
  newest: (one, other) => other.lastAt - one.lastAt || byId(one, other),
  oldest: (one, other) => one.lastAt - other.lastAt || byId(one, other),
};

type StoredRow = CardRow & { readonly latest: string | null; readonly draft: string | null };

function rowsOf(db: Connection, workspaceId: string, ids: readonly string[]): InboxRowRecord[] {
  const rows = db.all<StoredRow>(
    `SELECT ${cardColumns}, (SELECT json_object('direction', m.direction, 'body', substr(m.body, 1, 160)) ${lastMessage}) AS latest,
       (SELECT json_object('intent', d.data ->> 'intent', 'riskLevel', d.data ->> 'riskLevel') ${newestDraft}) AS draft
     ${cardTables} WHERE c.workspace_id = ? AND c.conversation_id IN (SELECT value FROM json_each(?))`,
    workspaceId,
    JSON.stringify(ids),
  );
  const found = new Map(rows.map((row) => [row.conversationId, row]));
  return ids.flatMap((id) => {
    const row = found.get(id);
    if (row === undefined) return [];
    const { latest, draft, ...rest } = row;
    return [
      {
        ...cardOf(rest),
        latest: latest === null ? null : JSON.parse(latest),
        draft: draft === null ? null : JSON.parse(draft),
      },
    ];
  });
}
