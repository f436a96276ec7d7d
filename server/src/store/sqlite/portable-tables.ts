import type { Row, TableName } from '../installation-port.ts';
import { jsonText } from './json-text.ts';

const kinds = ['json', 'flag', 'state', 'leased', 'lived', 'count'] as const;
type Column = readonly [field: string, column: string, kind: (typeof kinds)[number] | undefined];

export interface PortableTable {
  readonly table: string;
  readonly columns: readonly Column[];
  /** Whether the table's rows belong to no workspace. */
  readonly isShared: boolean;
  /** The columns that order the rows within a workspace. */
  readonly keys: readonly string[];
}

/**
 * How this store keeps the portable rows: the table, the columns that order its rows within a workspace, and all
 * columns, each with its kind unless it is plain. A field has the column's name in camel case, unless another name is
 * given.
 */
export const portableTables: Readonly<Record<TableName, PortableTable>> = {
  workspaces: form(
    'workspaces',
    'workspace_id',
    'name plan status monthly_replies allowed_origins:json notifications:json webhook_secret created_at drafting:json previous_webhook_secret previous_webhook_secret_until shares:json',
  ),
  keys: form(
    'keys',
    'key_id',
    'key_id key_hash name scopes:json created_at lifetime_ms expires_at revoked_at last_used_at requests successor_id last_four',
  ),
  profiles: form('profiles', 'profile_id', 'profile_id display_name status revision persona:json'),
  conversations: form(
    'conversations',
    'conversation_id',
    'conversation_id profile_id state channel messages=message_count last_message_at contact:json relationship:json epoch',
  ),
  messages: form(
    'messages',
    'conversation_id sent_at position',
    'conversation_id message_id direction sender_type body sent_at edited_at deleted_at attachments:json recorded:json',
  ),
  writes: form(
    'writes',
    'operation idempotency_key',
    'operation idempotency_key state:state input_hash expires_at:lived lease_token lease_until:lived period:leased response trace conversation_id',
  ),
  usage: form('usage', 'period', 'period api inbox page replays handoffs'),
  modelUsage: form(
    'model_usage',
    'period outcome',
    'period outcome drafts calls input_tokens output_tokens milliseconds readings:count checks:count wordings:count',
  ),
  charges: form('charges', 'source external_id', 'source external_id period'),
  notifications: form(
    'notifications',
    'notification_id',
    'notification_id type conversation_id state due_at:lived claim_token attempts created_at delivered_at verdict:json about:json channels:json',
  ),
  personaDrafts: form(
    'persona_drafts',
    'profile_id',
    'profile_id version base_revision unpublished updated_at updated_by persona:json',
  ),
  personaChanges: form(
    'persona_changes',
    'profile_id version',
    'profile_id version at account_id by_name action item_kind item_id title conversation_id before after',
  ),
  conversationReplies: form('conversation_replies', 'conversation_id', 'conversation_id reply by_name at'),
  testCases: form('test_cases', 'case_id', 'case_id profile_id name message history expected created_at by_name'),
  activity: form('activity', 'day source intent risk_level', 'day source intent risk_level count'),
  taughtPhrases: form(
    'taught_phrases',
    'profile_id item_id kind text_hash',
    'profile_id item_id kind text_hash text source state conversation_id created_at',
  ),
  connections: form(
    'connections',
    'connection_id',
    'connection_id profile_id kind settings:json state paused_from sees_echo:flag last_event_at created_at receiver_id secrets:json',
  ),
  threads: form(
    'threads',
    'conversation_id',
    'conversation_id connection_id thread_id wake_at locked_until held held_at data:json',
  ),
  earlyChanges: form('early_changes', 'conversation_id message_id', 'conversation_id message_id sent_at body'),
  eventKeys: form('event_keys', 'connection_id key_hash', 'connection_id key_hash at'),
  // An unparsable payload is not exported: it is kept for 72 hours, and only in the store where it arrived.
  refusedEvents: form('refused_events', 'refusal_id', 'refusal_id connection_id at data:json'),
  replyDrafts: form(
    'reply_drafts',
    'draft_id',
    'draft_id conversation_id connection_id epoch state outbox_id created_at data:json',
  ),
  outbox: form(
    'outbox',
    'outbox_id',
    'outbox_id conversation_id connection_id profile_id state change_number ended_at data:json',
  ),
  outboxClaims: form(
    'outbox_claims',
    'idempotency_key',
    'idempotency_key input_hash outbox_id conversation_id response created_at',
  ),
  outboxCounters: form('outbox_counters', 'workspace_id', 'last_change'),
  draftRecords: form(
    'draft_records',
    'idempotency_key',
    'idempotency_key profile_id items:json trial outcome created_at',
  ),
  itemRecords: form('item_records', 'profile_id item_id', 'profile_id item_id hash proposed unchanged edited rejected'),
  trials: form('trials', 'profile_id', 'profile_id drafts automatic unchanged edited rejected'),
  pages: form('pages', 'slug', 'slug profile_id created_at settings:json notice:json'),
  pageDomains: form('page_domains', 'domain', 'domain slug token proven_at'),
  pageUses: form('page_uses', 'use_hash', 'use_hash slug network is_form:flag at'),
  pageAsks: form(
    'page_asks',
    'ask_id',
    'ask_id slug at question question_hash network revision is_answered:flag is_charged:flag intent items:json conversation_id',
  ),
  pageLinks: form('page_links', 'token_hash', 'token_hash slug conversation_id created_at contact resolved_at'),
  pageDays: form('page_days', 'slug day', 'slug day replies handoffs'),
  pageItems: form('page_items', 'profile_id item_id', 'profile_id item_id hash approved_at'),
  accounts: form(
    'accounts',
    'account_id',
    'account_id email name password_hash is_installer:flag created_at proven_at disabled_at',
    true,
  ),
  members: form('members', 'account_id workspace_id', 'account_id workspace_id role joined_at', true),
  passkeys: form(
    'passkeys',
    'credential_id',
    'credential_id account_id name public_key counter transports:json created_at last_used_at',
    true,
  ),
  sessions: form(
    'sessions',
    'session_hash',
    'session_hash session_id account_id created_at last_seen_at expires_at ends_at browser notices_seen_at push',
    true,
  ),
  links: form(
    'links',
    'token_hash',
    'token_hash link_id kind workspace_id role email account_id made_by created_at expires_at proves_address:flag keeps_passkeys:flag',
    true,
  ),
  receivers: form('receivers', 'receiver_id', 'receiver_id workspace_id is_pulled:flag data:json', true),
  auditChains: form('audit_chains', 'workspace_id', 'workspace_id first_sequence anchor last_sequence last_hash', true),
  auditEntries: form(
    'audit_entries',
    'workspace_id sequence',
    'workspace_id sequence at body personal salt personal_hash hash actor_id subject',
    true,
  ),
  accountNotices: form('account_notices', 'notice_id', 'notice_id account_id kind detail browser session_id at', true),
};

function form(table: string, keys: string, columns: string, isShared = false): PortableTable {
  return { table, isShared, keys: keys.split(' '), columns: columns.split(' ').map(columnOf) };
}

function columnOf(text: string): Column {
  const [, field, column = '', kind] = /^(?:(\w+)=)?(\w+)(?::(\w+))?$/.exec(text) ?? [];
  const named = field ?? column.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  return [named, column, kinds.find((each) => each === kind)];
}

/** Returns SQL for a row's JSON. */
export function rowExpression({ columns }: PortableTable): string {
  const fields = columns.map(([field, column, kind]) => `'${field}', ${read(column, kind)}`);
  return `json_object(${fields.join(', ')})`;
}

function read(column: string, kind: Column[2]): string {
  if (kind === 'json') return `json(${column})`;
  if (kind === 'flag') return `json(iif(${column}, 'true', 'false'))`;
  if (kind === 'state') return `iif(${column} = 'done', 'stored', ${column})`;
  // A settled write still names the period that was charged for it, but nothing reads the period anymore.
  if (kind === 'leased') return `iif(state = 'leased', ${column}, NULL)`;
  // The store's own time differs between stores, so these times are converted to clock times.
  if (kind === 'lived') return `${column} - (SELECT offset_ms FROM clock)`;
  return column;
}

/** Returns a row's values, in the order of its columns. */
export function columnValues({ columns }: PortableTable, row: Row): (string | number | null)[] {
  return columns.map(([field, , kind]) => {
    const value = row[field] ?? null;
    if (kind === 'json') return jsonText(typeof value === 'object' ? value : null);
    if (kind === 'flag') return value === true ? 1 : 0;
    if (kind === 'state' && value === 'stored') return 'done';
    // Archives from earlier versions, which did not count this value, do not have the field.
    if (kind === 'count' && value === null) return 0;
    if (value === null || typeof value === 'string' || typeof value === 'number') return value;
    throw new TypeError(`the field "${field}" of a row is neither text nor a number`);
  });
}
