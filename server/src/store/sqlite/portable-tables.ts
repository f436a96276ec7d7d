import type { Row, TableName } from '../installation.ts';
import { jsonText } from './json-text.ts';

type Column = readonly [field: string, column: string, kind?: 'json' | 'flag' | 'state' | 'leased'];

export interface PortableTable {
  readonly table: string;
  readonly columns: readonly Column[];
  /** Its rows are of no one workspace. */
  readonly isShared?: true;
  /** The columns that order the rows within a workspace. */
  readonly keys: readonly string[];
}

/** How the rows that both stores know lie in this one. */
export const portableTables: Readonly<Record<TableName, PortableTable>> = {
  workspaces: {
    table: 'workspaces',
    keys: ['workspace_id'],
    columns: [
      ['name', 'name'],
      ['plan', 'plan'],
      ['status', 'status'],
      ['monthlyReplies', 'monthly_replies'],
      ['allowedOrigins', 'allowed_origins', 'json'],
      ['notifications', 'notifications', 'json'],
      ['webhookSecret', 'webhook_secret'],
      ['createdAt', 'created_at'],
      ['drafting', 'drafting', 'json'],
    ],
  },
  keys: {
    table: 'keys',
    keys: ['key_id'],
    columns: [
      ['keyId', 'key_id'],
      ['keyHash', 'key_hash'],
      ['name', 'name'],
      ['scopes', 'scopes', 'json'],
      ['createdAt', 'created_at'],
      ['lifetimeMs', 'lifetime_ms'],
      ['expiresAt', 'expires_at'],
      ['revokedAt', 'revoked_at'],
      ['lastUsedAt', 'last_used_at'],
      ['requests', 'requests'],
      ['successorId', 'successor_id'],
      ['lastFour', 'last_four'],
    ],
  },
  profiles: {
    table: 'profiles',
    keys: ['profile_id'],
    columns: [
      ['profileId', 'profile_id'],
      ['displayName', 'display_name'],
      ['status', 'status'],
      ['revision', 'revision'],
      ['persona', 'persona', 'json'],
    ],
  },
  conversations: {
    table: 'conversations',
    keys: ['conversation_id'],
    columns: [
      ['conversationId', 'conversation_id'],
      ['profileId', 'profile_id'],
      ['state', 'state'],
      ['channel', 'channel'],
      ['messages', 'message_count'],
      ['lastMessageAt', 'last_message_at'],
      ['contact', 'contact', 'json'],
      ['relationship', 'relationship', 'json'],
    ],
  },
  messages: {
    table: 'messages',
    keys: ['conversation_id', 'sent_at', 'position'],
    columns: [
      ['conversationId', 'conversation_id'],
      ['messageId', 'message_id'],
      ['direction', 'direction'],
      ['senderType', 'sender_type'],
      ['body', 'body'],
      ['sentAt', 'sent_at'],
    ],
  },
  writes: {
    table: 'writes',
    keys: ['operation', 'idempotency_key'],
    columns: [
      ['operation', 'operation'],
      ['idempotencyKey', 'idempotency_key'],
      ['state', 'state', 'state'],
      ['inputHash', 'input_hash'],
      ['expiresAt', 'expires_at'],
      ['leaseToken', 'lease_token'],
      ['leaseUntil', 'lease_until'],
      ['period', 'period', 'leased'],
      ['response', 'response'],
      ['trace', 'trace'],
      ['conversationId', 'conversation_id'],
    ],
  },
  usage: {
    table: 'usage',
    keys: ['period'],
    columns: [
      ['period', 'period'],
      ['api', 'api'],
      ['inbox', 'inbox'],
      ['page', 'page'],
      ['replays', 'replays'],
      ['handoffs', 'handoffs'],
    ],
  },
  modelUsage: {
    table: 'model_usage',
    keys: ['period', 'outcome'],
    columns: [
      ['period', 'period'],
      ['outcome', 'outcome'],
      ['drafts', 'drafts'],
      ['calls', 'calls'],
      ['inputTokens', 'input_tokens'],
      ['outputTokens', 'output_tokens'],
      ['milliseconds', 'milliseconds'],
    ],
  },
  charges: {
    table: 'charges',
    keys: ['source', 'external_id'],
    columns: [
      ['source', 'source'],
      ['externalId', 'external_id'],
      ['period', 'period'],
    ],
  },
  notifications: {
    table: 'notifications',
    keys: ['notification_id'],
    columns: [
      ['notificationId', 'notification_id'],
      ['conversationId', 'conversation_id'],
      ['state', 'state'],
      ['dueAt', 'due_at'],
      ['claimToken', 'claim_token'],
      ['attempts', 'attempts'],
      ['createdAt', 'created_at'],
      ['deliveredAt', 'delivered_at'],
      ['verdict', 'verdict', 'json'],
      ['channels', 'channels', 'json'],
    ],
  },
  accounts: {
    table: 'accounts',
    isShared: true,
    keys: ['account_id'],
    columns: [
      ['accountId', 'account_id'],
      ['email', 'email'],
      ['name', 'name'],
      ['passwordHash', 'password_hash'],
      ['isInstaller', 'is_installer', 'flag'],
      ['createdAt', 'created_at'],
    ],
  },
  members: {
    table: 'members',
    isShared: true,
    keys: ['account_id', 'workspace_id'],
    columns: [
      ['accountId', 'account_id'],
      ['workspaceId', 'workspace_id'],
      ['role', 'role'],
      ['joinedAt', 'joined_at'],
    ],
  },
  passkeys: {
    table: 'passkeys',
    isShared: true,
    keys: ['credential_id'],
    columns: [
      ['credentialId', 'credential_id'],
      ['accountId', 'account_id'],
      ['name', 'name'],
      ['publicKey', 'public_key'],
      ['counter', 'counter'],
      ['transports', 'transports', 'json'],
      ['createdAt', 'created_at'],
      ['lastUsedAt', 'last_used_at'],
    ],
  },
  sessions: {
    table: 'sessions',
    isShared: true,
    keys: ['session_hash'],
    columns: [
      ['sessionHash', 'session_hash'],
      ['sessionId', 'session_id'],
      ['accountId', 'account_id'],
      ['createdAt', 'created_at'],
      ['lastSeenAt', 'last_seen_at'],
      ['expiresAt', 'expires_at'],
      ['endsAt', 'ends_at'],
      ['browser', 'browser'],
    ],
  },
  links: {
    table: 'links',
    isShared: true,
    keys: ['token_hash'],
    columns: [
      ['tokenHash', 'token_hash'],
      ['linkId', 'link_id'],
      ['kind', 'kind'],
      ['workspaceId', 'workspace_id'],
      ['role', 'role'],
      ['email', 'email'],
      ['accountId', 'account_id'],
      ['madeBy', 'made_by'],
      ['createdAt', 'created_at'],
      ['expiresAt', 'expires_at'],
    ],
  },
};

/** The SQL that makes a row's JSON. */
export function rowExpression({ columns }: PortableTable): string {
  const fields = columns.map(([field, column, kind]) => `'${field}', ${read(column, kind)}`);
  return `json_object(${fields.join(', ')})`;
}

function read(column: string, kind: Column[2]): string {
  if (kind === 'json') return `json(${column})`;
  if (kind === 'flag') return `json(iif(${column}, 'true', 'false'))`;
  if (kind === 'state') return `iif(${column} = 'done', 'stored', ${column})`;
  // A settled write still names the period that its unit came from; nobody reads it any more.
  if (kind === 'leased') return `iif(state = 'leased', ${column}, NULL)`;
  return column;
}

/** A row's values, in the order of its columns. */
export function columnValues({ columns }: PortableTable, row: Row): (string | number | null)[] {
  return columns.map(([field, , kind]) => {
    const value = row[field] ?? null;
    if (kind === 'json') return jsonText(typeof value === 'object' ? value : null);
    if (kind === 'flag') return value === true ? 1 : 0;
    if (kind === 'state' && value === 'stored') return 'done';
    if (value === null || typeof value === 'string' || typeof value === 'number') return value;
    throw new TypeError(`the field "${field}" of a row is neither text nor a number`);
  });
}
