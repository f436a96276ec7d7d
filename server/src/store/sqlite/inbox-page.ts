import type { InboxPageRecord, InboxQuery, InboxRowRecord, InboxTab } from '../inbox-page-port.ts';
import type { Connection } from './connection.ts';
import { type CardRow, cardColumns, cardOf, cardTables } from './reviewing.ts';
import type { Moment } from './transaction.ts';

const newestDraft = `FROM reply_drafts d WHERE d.workspace_id = c.workspace_id AND d.conversation_id = c.conversation_id
  ORDER BY d.created_at DESC, d.draft_id LIMIT 1`;
const lastMessage = `FROM messages m WHERE m.workspace_id = c.workspace_id AND m.conversation_id = c.conversation_id AND m.deleted_at IS NULL
  ORDER BY m.sent_at DESC, m.position DESC LIMIT 1`;
const hasText = `instr(lower(ifnull(c.contact ->> 'name', '') || char(10) || ifnull(c.contact ->> 'handle', '') || char(10) ||
  ifnull((SELECT m.body ${lastMessage}), '')), lower(?)) > 0`;

const orders: Readonly<Record<InboxQuery['order'], string>> = {
  urgency: 'p.urgency, p.since, p.conversation_id',
  newest: 'p.last_at DESC, p.conversation_id DESC',
  oldest: 'p.last_at, p.conversation_id',
};

/**
 * Returns one page of the inbox. Rows and counts come from tables that triggers maintain. Only a search reads each
 * conversation in the tab.
 */
function inboxPage({ db }: Moment, query: InboxQuery): InboxPageRecord {
  const { workspaceId, offset, limit } = query;
  const counts = countsOf(db, workspaceId);
  const { from, values, isWholeTab } = fitting(query);
  const ordered = `SELECT p.conversation_id AS id ${from} ORDER BY ${orders[query.order]}`;
  let total: number;
  let ids: string[];
  if (query.search === null) {
    total = isWholeTab
      ? counts[query.tab]
      : (db.get<{ total: number }>(`SELECT count(*) AS total ${from}`, ...values)?.total ?? 0);
    ids = db.all<{ id: string }>(`${ordered} LIMIT ? OFFSET ?`, ...values, limit, offset).map(({ id }) => id);
  } else {
    // The search runs only once, for both the count and the page.
    const found = db.all<{ id: string }>(ordered, ...values);
    total = found.length;
    ids = found.slice(offset, offset + limit).map(({ id }) => id);
  }
  return { counts, total, channels: channelsOf(db, workspaceId), conversations: rowsOf(db, workspaceId, ids) };
}

function countsOf(db: Connection, workspaceId: string): Record<InboxTab, number> {
  const rows = db.all<{ tab: InboxTab; rows: number }>(
    'SELECT tab, count(*) AS rows FROM inbox_places WHERE workspace_id = ? GROUP BY tab',
    workspaceId,
  );
  const counts = { waiting: 0, proposals: 0, automatic: 0, done: 0 };
  for (const { tab, rows: count } of rows) counts[tab] = count;
  return counts;
}

/** Returns the workspace's channels. Finds each one with a single index lookup. */
function channelsOf(db: Connection, workspaceId: string): string[] {
  const rows = db.all<{ channel: string }>(
    `WITH RECURSIVE known (channel) AS (
       SELECT min(channel) FROM inbox_places WHERE workspace_id = ?1 AND channel IS NOT NULL
       UNION ALL
       SELECT (SELECT min(p.channel) FROM inbox_places p WHERE p.workspace_id = ?1 AND p.channel > known.channel)
       FROM known WHERE known.channel IS NOT NULL)
     SELECT channel FROM known WHERE channel IS NOT NULL ORDER BY channel`,
    workspaceId,
  );
  return rows.map(({ channel }) => channel);
}

/** Returns SQL for the entries that match a query, with the values of its parameters. */
function fitting({ workspaceId, tab, profileId, channel, search }: InboxQuery) {
  const filters: readonly (readonly [condition: string, value: string | null])[] = [
    ['p.workspace_id = ?', workspaceId],
    ['p.tab = ?', tab],
    ['p.profile_id = ?', profileId],
    ['p.channel = ?', channel],
    [hasText, search],
  ];
  const set = filters.flatMap(([condition, value]) => (value === null ? [] : [{ condition, value }]));
  const conversations = search === null ? '' : 'JOIN conversations c USING (workspace_id, conversation_id)';
  return {
    from: `FROM inbox_places p ${conversations} WHERE ${set.map(({ condition }) => condition).join(' AND ')}`,
    values: set.map(({ value }) => value),
    isWholeTab: profileId === null && channel === null,
  };
}

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

export const inboxPageReads = { inboxPage };
