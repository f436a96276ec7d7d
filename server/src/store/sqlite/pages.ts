import { type DomainRecord, type PageRecord, type PageSettings, pageSettingNames } from '../../domain/page/page.ts';
import type { NotedItem } from '../../domain/page/page-items.ts';
import { dayOf, type EpochMs } from '../../domain/period.ts';
import type { KeptAsk, LinkedThread, NewPage, PageStore, PutDomain, PutPage } from '../page-port.ts';
import type { Connection } from './connection.ts';
import type { Moment, Transaction } from './transaction.ts';

const ofPage = 'workspace_id = ? AND slug = ?';

export interface StoredPage {
  readonly workspaceId: string;
  readonly slug: string;
  readonly profileId: string;
  readonly createdAt: EpochMs;
  readonly settings: string;
  readonly notice: string | null;
}

export const pageColumns = `workspace_id AS workspaceId, slug, profile_id AS profileId, created_at AS createdAt, settings, notice`;

export function pageRecord(db: Connection, row: StoredPage): PageRecord {
  const { workspaceId, slug, profileId, createdAt, settings } = row;
  const domains = db.all<DomainRecord>(
    `SELECT domain, token, proven_at AS provenAt FROM page_domains WHERE ${ofPage} ORDER BY domain`,
    ...[workspaceId, slug],
  );
  // `settingsOf` wrote this JSON, so it has the form of the settings.
  return { slug, profileId, createdAt, ...(JSON.parse(settings) as PageSettings), domains };
}

function settingsOf(page: PageSettings): string {
  return JSON.stringify(Object.fromEntries(pageSettingNames.map((name) => [name, page[name]])));
}

export function listPages({ db }: Pick<Moment, 'db'>, { workspaceId }: { workspaceId: string }): PageRecord[] | null {
  if (db.get('SELECT 1 FROM workspaces WHERE workspace_id = ?', workspaceId) === undefined) return null;
  return db
    .all<StoredPage>(`SELECT ${pageColumns} FROM pages WHERE workspace_id = ? ORDER BY slug`, workspaceId)
    .map((row) => pageRecord(db, row));
}

export function putPage(
  { db, now }: Transaction,
  { workspaceId, page, isNew }: { workspaceId: string; page: NewPage; isNew: boolean },
): PutPage {
  const { slug, profileId } = page;
  const known = db.get<{ workspaceId: string }>('SELECT workspace_id AS workspaceId FROM pages WHERE slug = ?', slug);
  if (known !== undefined && (isNew || known.workspaceId !== workspaceId))
    return { outcome: isNew ? 'slug_taken' : 'not_found' };
  if (known === undefined && !isNew) return { outcome: 'not_found' };
  const profile = 'SELECT 1 FROM profiles WHERE workspace_id = ? AND profile_id = ?';
  if (db.get(profile, workspaceId, profileId) === undefined) return { outcome: 'profile_not_found' };
  db.run(
    `INSERT INTO pages (workspace_id, slug, profile_id, created_at, settings) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT (workspace_id, slug) DO UPDATE SET profile_id = excluded.profile_id, settings = excluded.settings`,
    ...[workspaceId, slug, profileId, now, settingsOf(page)],
  );
  const row = db.get<StoredPage>(`SELECT ${pageColumns} FROM pages WHERE ${ofPage}`, workspaceId, slug);
  if (row === undefined) throw new Error('a Page that was just stored is missing');
  return { outcome: 'done', page: pageRecord(db, row) };
}

function removePage({ db }: Transaction, { workspaceId, slug }: { workspaceId: string; slug: string }): boolean {
  return db.run(`DELETE FROM pages WHERE ${ofPage}`, workspaceId, slug) > 0;
}

function putDomain({ db }: Transaction, input: Parameters<PageStore['putDomain']>[0]): PutDomain {
  const { workspaceId, slug, domain, token } = input;
  if (db.get(`SELECT 1 FROM pages WHERE ${ofPage}`, workspaceId, slug) === undefined) return { outcome: 'not_found' };
  const known = db.get<DomainRecord & { slug: string }>(
    'SELECT slug, domain, token, proven_at AS provenAt FROM page_domains WHERE workspace_id = ? AND domain = ?',
    ...[workspaceId, domain],
  );
  if (known?.slug === slug) return { outcome: 'done', token: known.token, provenAt: known.provenAt };
  const proven = db.get<{ slug: string }>(
    'SELECT slug FROM page_domains WHERE domain = ? AND proven_at IS NOT NULL',
    domain,
  );
  if (proven !== undefined) return { outcome: 'taken' };
  db.run('INSERT OR REPLACE INTO page_domains VALUES (?, ?, ?, ?, NULL)', ...[workspaceId, domain, slug, token]);
  return { outcome: 'done', token, provenAt: null };
}

function settleDomain(
  { db, now }: Transaction,
  { workspaceId, slug, domain, isProven }: Parameters<PageStore['settleDomain']>[0],
): 'done' | 'not_found' | 'taken' {
  const own = [workspaceId, slug, domain] as const;
  if (db.get(`SELECT 1 FROM page_domains WHERE ${ofPage} AND domain = ?`, ...own) === undefined) return 'not_found';
  const proven = db.get<{ workspaceId: string }>(
    'SELECT workspace_id AS workspaceId FROM page_domains WHERE domain = ? AND proven_at IS NOT NULL',
    domain,
  );
  if (isProven && proven !== undefined && proven.workspaceId !== workspaceId) return 'taken';
  const at = isProven ? now : null;
  db.run(
    `UPDATE page_domains SET proven_at = CASE WHEN ?1 IS NULL THEN NULL ELSE ifnull(proven_at, ?1) END
     WHERE workspace_id = ?2 AND slug = ?3 AND domain = ?4`,
    ...[at, ...own],
  );
  return 'done';
}

function removeDomain(
  { db }: Transaction,
  { workspaceId, slug, domain }: Parameters<PageStore['removeDomain']>[0],
): boolean {
  return db.run(`DELETE FROM page_domains WHERE ${ofPage} AND domain = ?`, workspaceId, slug, domain) > 0;
}

function provenDomain({ db }: Moment, { domain }: { domain: string }): { workspaceId: string; slug: string } | null {
  const sql = 'SELECT workspace_id AS workspaceId, slug FROM page_domains WHERE domain = ? AND proven_at IS NOT NULL';
  return db.get<{ workspaceId: string; slug: string }>(sql, domain) ?? null;
}

function provenDomains({ db }: Moment): { domain: string; slug: string }[] {
  return db.all('SELECT domain, slug FROM page_domains WHERE proven_at IS NOT NULL ORDER BY domain');
}

export function noteItems(
  { db, now }: Transaction,
  { workspaceId, profileId, items }: Parameters<PageStore['noteItems']>[0],
): Record<string, EpochMs> {
  const profile = 'SELECT 1 FROM profiles WHERE workspace_id = ? AND profile_id = ?';
  if (db.get(profile, workspaceId, profileId) === undefined) return {};
  const given = JSON.stringify(items);
  const ref = [workspaceId, profileId] as const;
  db.run(
    `DELETE FROM page_items WHERE workspace_id = ?1 AND profile_id = ?2
       AND item_id NOT IN (SELECT value ->> 'id' FROM json_each(?3))`,
    ...[...ref, given],
  );
  db.run(
    `INSERT INTO page_items SELECT ?1, ?2, value ->> 'id', value ->> 'hash', ?4 FROM json_each(?3) WHERE TRUE
     ON CONFLICT DO UPDATE SET hash = excluded.hash, approved_at = excluded.approved_at WHERE hash <> excluded.hash`,
    ...[...ref, given, now],
  );
  const rows = db.all<{ id: string; at: EpochMs }>(
    'SELECT item_id AS id, approved_at AS at FROM page_items WHERE workspace_id = ? AND profile_id = ?',
    ...ref,
  );
  return Object.fromEntries(rows.map(({ id, at }) => [id, at]));
}

function notedItems({ db }: Moment, { workspaceId, profileId }: Parameters<PageStore['notedItems']>[0]): NotedItem[] {
  const sql = `SELECT item_id AS id, hash, approved_at AS at FROM page_items WHERE workspace_id = ? AND profile_id = ?
    ORDER BY item_id`;
  return db.all(sql, workspaceId, profileId);
}

function pageThread({ db }: Moment, input: Parameters<PageStore['pageThread']>[0]): LinkedThread | null {
  const { workspaceId, slug, tokenHash } = input;
  const link = db.get<{ conversationId: string }>(
    `SELECT conversation_id AS conversationId FROM page_links WHERE ${ofPage} AND token_hash = ?`,
    ...[workspaceId, slug, tokenHash],
  );
  if (link === undefined) return null;
  const ref = [workspaceId, link.conversationId] as const;
  const asked = db.get<{ question: string; askedAt: EpochMs }>(
    `SELECT body AS question, sent_at AS askedAt FROM messages WHERE workspace_id = ? AND conversation_id = ? AND direction = 'inbound'
     ORDER BY sent_at, position LIMIT 1`,
    ...ref,
  );
  if (asked === undefined) return null;
  const replies = db.all<LinkedThread['replies'][number]>(
    `SELECT body AS text, sent_at AS sentAt FROM messages WHERE workspace_id = ? AND conversation_id = ? AND direction = 'outbound'
       AND deleted_at IS NULL ORDER BY sent_at, position LIMIT 100`,
    ...ref,
  );
  return { ...asked, replies };
}

function listAsks({ db }: Moment, input: Parameters<PageStore['listAsks']>[0]): KeptAsk[] {
  const { workspaceId, slug, isAnswered, before, limit } = input;
  const rows = db.all<
    Omit<KeptAsk, 'items' | 'isAnswered' | 'hasContact'> & { items: string; isAnswered: number; hasContact: number }
  >(
    `SELECT ask_id AS askId, at, question, is_answered AS isAnswered, intent, items, a.conversation_id AS conversationId, c.state,
       EXISTS (SELECT 1 FROM page_links l WHERE l.workspace_id = a.workspace_id AND l.conversation_id = a.conversation_id
         AND l.contact IS NOT NULL) AS hasContact
     FROM page_asks a LEFT JOIN conversations c ON c.workspace_id = a.workspace_id AND c.conversation_id = a.conversation_id
     WHERE a.workspace_id = ?1 AND slug = ?2 AND (?3 IS NULL OR is_answered = ?3) AND (?4 IS NULL OR at < ?4)
     ORDER BY at DESC, ask_id LIMIT ?5`,
    ...[workspaceId, slug, isAnswered === null ? null : isAnswered ? 1 : 0, before, limit],
  );
  return rows.map(({ items, isAnswered: answered, hasContact, ...row }) => ({
    ...row,
    isAnswered: answered === 1,
    hasContact: hasContact === 1,
    items: JSON.parse(items),
  }));
}

const dayMs = 86_400_000;

function pageDays(
  { db, now }: Moment,
  { workspaceId, slug, days }: Parameters<PageStore['pageDays']>[0],
): { day: string; replies: number; handoffs: number }[] {
  const after = dayOf(now - days * dayMs);
  return db.all(
    `SELECT day, replies, handoffs FROM page_days WHERE ${ofPage} AND day > ? ORDER BY day`,
    ...[workspaceId, slug, after],
  );
}

function leftContacts(
  { db }: Moment,
  { workspaceId }: { workspaceId: string },
): { conversationId: string; slug: string; contact: string }[] {
  const sql = `SELECT conversation_id AS conversationId, slug, contact FROM page_links INDEXED BY page_links_with_contact
    WHERE workspace_id = ? AND contact IS NOT NULL`;
  return db.all(sql, workspaceId);
}

export const pagesReads = {
  leftContacts,
  listAsks,
  listPages,
  notedItems,
  pageDays,
  pageThread,
  provenDomain,
  provenDomains,
};
export const pagesWrites = { noteItems, putDomain, putPage, removeDomain, removePage, settleDomain };
