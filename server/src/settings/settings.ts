import { defaultPlans } from '../domain/plan.ts';
import { boundSettingList } from './bound-setting-list.ts';
import { define, optional } from './define-setting.ts';
import { inboxSettingList } from './inbox-setting-list.ts';
import { modelSettingList } from './model-setting-list.ts';
import { planTable } from './plan-table.ts';
import { addressRanges, oneOf, publicAddress, sealingKeys, shortText, urlOf, wholeNumber, yesOrNo } from './setting.ts';
import { telemetrySettingList } from './telemetry-setting-list.ts';

/** Every setting of the service, in the order in which they are documented. */
export const settings = {
  host: define(
    'HOST',
    'host',
    shortText(255, 'a host name or address'),
    '127.0.0.1',
    'The address that the service listens on. Loopback unless you say otherwise.',
  ),
  port: define(
    'PORT',
    'port',
    wholeNumber(0, 65_535),
    8787,
    'The port that the service listens on; 0 takes a free one.',
  ),
  publicUrl: define(
    'UNDERSTUDY_PUBLIC_URL',
    'publicUrl',
    optional(publicAddress()),
    null,
    'The address by which callers and browsers reach the service. Its origin is always allowed.',
  ),
  dataDir: define(
    'UNDERSTUDY_DATA_DIR',
    'dataDir',
    shortText(1_000, 'a path'),
    './data',
    'The data folder, from the working directory. Not used with DATABASE_URL.',
  ),
  databaseUrl: define(
    'DATABASE_URL',
    'databaseUrl',
    optional(urlOf(['postgres', 'postgresql'], true)),
    null,
    'Keeps everything in this PostgreSQL (15 or newer) instead of the data folder.',
    { isSecret: true },
  ),
  databasePoolSize: define(
    'UNDERSTUDY_DATABASE_POOL_SIZE',
    'databasePoolSize',
    wholeNumber(1, 500),
    10,
    'Connections to PostgreSQL that one process holds at most.',
  ),
  sealingKeys: define(
    'UNDERSTUDY_SEALING_KEYS',
    'sealingKeys',
    sealingKeys(),
    [],
    'Keys that seal the secrets of notification channels in the store, newest first: the first seals, all open. Make one with "openssl rand -base64 32". Without it a data folder has a file of its own (sealing.key), and PostgreSQL keeps secrets unsealed.',
    { isSecret: true, defaultText: 'the file sealing.key of the data folder' },
  ),
  demo: define(
    'UNDERSTUDY_DEMO',
    'demo',
    optional(yesOrNo()),
    null,
    'Whether "serve" puts the demonstration workspace into a store that has no workspace.',
    { defaultText: 'true on a data folder, false on PostgreSQL' },
  ),
  logLevel: define(
    'UNDERSTUDY_LOG_LEVEL',
    'logLevel',
    oneOf(['fatal', 'error', 'warn', 'info', 'debug', 'silent']),
    'info',
    'How much the service logs. Never messages, replies or keys, at any level.',
  ),
  logAddresses: define(
    'UNDERSTUDY_LOG_ADDRESSES',
    'logAddresses',
    oneOf(['full', 'prefix', 'none']),
    'prefix',
    "How much of a caller's address the request log and the audit log keep: all of it, its network (IPv4 /24, IPv6 /48), or nothing.",
  ),
  auditRetentionDays: define(
    'UNDERSTUDY_AUDIT_RETENTION_DAYS',
    'auditRetentionDays',
    optional(wholeNumber(1, 36_500, 'days')),
    null,
    'How long entries of the audit log are kept; the chain of what is left still verifies. Without it, all are kept.',
  ),
  trustedProxies: define(
    'UNDERSTUDY_TRUSTED_PROXIES',
    'trustedProxies',
    addressRanges(),
    [],
    "Reverse proxies whose X-Forwarded-For is believed. Without them a proxy's own address is what failed authentications count against.",
    { defaultText: 'none' },
  ),
  plans: define(
    'UNDERSTUDY_PLANS',
    'plans',
    planTable(),
    defaultPlans,
    'What each plan allows. JSON in the environment; what is left out keeps its default.',
    { defaultText: 'creator 60/500, studio 180/3000, agency 600/20000' },
  ),
  failedAuthenticationsPerMinute: define(
    'UNDERSTUDY_FAILED_AUTHENTICATIONS_PER_MINUTE',
    'failedAuthenticationsPerMinute',
    wholeNumber(1, 100_000),
    20,
    'Refused keys that one address (or IPv6 /64) may send within a minute.',
  ),
  ...boundSettingList,
  leaseSeconds: define(
    'UNDERSTUDY_LEASE_SECONDS',
    'leaseSeconds',
    wholeNumber(5, 600, 'seconds'),
    30,
    'How long a write is held for the process that works on it; after a crash, another takes it over then.',
  ),
  retentionHours: define(
    'UNDERSTUDY_RETENTION_HOURS',
    'retentionHours',
    wholeNumber(1, 8_760, 'hours'),
    24,
    'How long a stored response can be replayed; it and its trace are removed then.',
  ),
  conversationRetentionDays: define(
    'UNDERSTUDY_CONVERSATION_RETENTION_DAYS',
    'conversationRetentionDays',
    optional(wholeNumber(1, 36_500, 'days')),
    null,
    'How long messages are kept; older ones are removed, and conversations that have had none since. Without it, all are kept.',
  ),
  maxConcurrentRequests: define(
    'UNDERSTUDY_MAX_CONCURRENT_REQUESTS',
    'maxConcurrentRequests',
    wholeNumber(1, 100_000),
    1_000,
    'Requests in work at once; more are answered 503 with Retry-After.',
  ),
  classifierMemoryMb: define(
    'UNDERSTUDY_CLASSIFIER_MEMORY_MB',
    'classifierMemoryMb',
    wholeNumber(1, 65_536, 'megabytes'),
    64,
    'How much memory the taught classifiers of all profiles take at most; the ones used last stay, the others are read from the store when needed.',
  ),
  requestTimeoutMs: define(
    'UNDERSTUDY_REQUEST_TIMEOUT_MS',
    'requestTimeoutMs',
    wholeNumber(1_000, 600_000, 'milliseconds'),
    15_000,
    'How long a request may take to arrive, and its answer may lie unread.',
  ),
  shutdownTimeoutMs: define(
    'UNDERSTUDY_SHUTDOWN_TIMEOUT_MS',
    'shutdownTimeoutMs',
    wholeNumber(0, 600_000, 'milliseconds'),
    10_000,
    'How long a stopping service waits for requests in work.',
  ),
  servesMcp2026: define(
    'UNDERSTUDY_MCP_2026',
    'servesMcp2026',
    yesOrNo(),
    false,
    'Whether /mcp also speaks the protocol revision 2026-07-28. Without it, newer clients fall back to 2025-06-18.',
  ),
  notificationPollMs: define(
    'UNDERSTUDY_NOTIFICATION_POLL_MS',
    'notificationPollMs',
    wholeNumber(100, 3_600_000, 'milliseconds'),
    2_000,
    'How often the service looks for notifications that are due.',
  ),
  notificationMaxAttempts: define(
    'UNDERSTUDY_NOTIFICATION_MAX_ATTEMPTS',
    'notificationMaxAttempts',
    wholeNumber(1, 100),
    12,
    'After how many attempts a notification counts as failed.',
  ),
  notificationTimeoutMs: define(
    'UNDERSTUDY_NOTIFICATION_TIMEOUT_MS',
    'notificationTimeoutMs',
    wholeNumber(100, 120_000, 'milliseconds'),
    10_000,
    'How long one delivery may take.',
  ),
  allowPrivateWebhooks: define(
    'UNDERSTUDY_ALLOW_PRIVATE_WEBHOOKS',
    'allowPrivateWebhooks',
    yesOrNo(),
    false,
    'Lets webhooks and the other notification channels reach loopback and private addresses.',
  ),
  inboxPollMs: define(
    'UNDERSTUDY_INBOX_POLL_MS',
    'inboxPollMs',
    wholeNumber(50, 60_000, 'milliseconds'),
    500,
    'How often the service looks for threads of connected inboxes that are due.',
  ),
  outboxClaimSeconds: define(
    'UNDERSTUDY_OUTBOX_CLAIM_SECONDS',
    'outboxClaimSeconds',
    wholeNumber(1, 600, 'seconds'),
    60,
    'How long a claim on a text of the outbox lives.',
  ),
  hookRequestsPerMinute: define(
    'UNDERSTUDY_HOOK_REQUESTS_PER_MINUTE',
    'hookRequestsPerMinute',
    wholeNumber(1, 1_000_000, 'requests a minute'),
    12_000,
    'Verified requests that each receiver of a connected inbox takes within a minute.',
  ),
  smtpUrl: define(
    'UNDERSTUDY_SMTP_URL',
    'smtpUrl',
    optional(urlOf(['smtp', 'smtps'], true)),
    null,
    'The mail server for notifications, with user and password where it wants them.',
    { isSecret: true },
  ),
  mailFrom: define(
    'UNDERSTUDY_MAIL_FROM',
    'mailFrom',
    optional(shortText(320, 'an e-mail address, with or without a name,')),
    null,
    'The sender of notifications by e-mail. Needed with UNDERSTUDY_SMTP_URL.',
  ),
  ...inboxSettingList,
  ...modelSettingList,
  ...telemetrySettingList,
};

export type SettingName = keyof typeof settings;

/** The settings as they were read, by name. */
export type SettingValues = { readonly [Name in SettingName]: ReturnType<(typeof settings)[Name]['read']> };
