import { resolve } from 'node:path';
import type { ModelSettings } from './domain/language-model.ts';
import type { PlanTable } from './domain/plan.ts';
import { OperatorError } from './lib/errors.ts';
import { modelSettings } from './settings/model-settings.ts';
import { readConfigFile } from './settings/read-config-file.ts';
import { type Environment, readSettings } from './settings/read-settings.ts';
import type { StoreLocation } from './store/location.ts';

/** Every setting of a process, fully validated and frozen. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /**
   * The address that callers and browsers use, without a trailing slash; null if unknown. Its origin is always allowed.
   */
  readonly publicUrl: string | null;
  readonly store: StoreLocation;
  /**
   * 32-byte keys that seal secrets in the store, newest first. If empty, the service uses the keys in the data folder's
   * file, or none on PostgreSQL.
   */
  readonly sealingKeys: readonly Buffer[];
  /** True if `serve` adds the demo workspace to a store that has no workspace. */
  readonly demo: boolean;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
  /** How much of callers' addresses the request log and the audit log contain. */
  readonly logAddresses: 'full' | 'prefix' | 'none';
  /** The number of days after which audit log entries are removed; null keeps them. */
  readonly auditRetentionDays: number | null;
  /** Addresses or ranges whose X-Forwarded-For is trusted; none if empty. */
  readonly trustedProxies: readonly string[];
  readonly plans: PlanTable;
  readonly failedAuthenticationsPerMinute: number;
  /** The limit for all of a workspace's keys together; if null, each key has only its own limit. */
  readonly workspaceRequestsPerMinute: number | null;
  /** The maximum number of a workspace's active keys. */
  readonly maxKeys: number;
  readonly maxInvitations: number;
  readonly leaseSeconds: number;
  readonly retentionHours: number;
  /** Null keeps messages forever. */
  readonly conversationRetentionDays: number | null;
  /** The maximum number of requests in progress; further ones get a 503 immediately. */
  readonly maxConcurrentRequests: number;
  /** How much memory all profiles' classifiers may use together. */
  readonly classifierMemoryMb: number;
  readonly requestTimeoutMs: number;
  /** True if /mcp also supports revision 2026-07-28. */
  readonly servesMcp2026: boolean;
  readonly shutdownTimeoutMs: number;
  /** The language model that reads messages for workspaces that allow it; null if none. */
  readonly model: ModelSettings | null;
  /** Where Prometheus can read the metrics: on a separate port, or on the main port with the token; null if nowhere. */
  readonly metrics: { readonly port: number | null; readonly token: string | null } | null;
  /** The collector that receives spans, and the percentage of requests that are traced; null if tracing is off. */
  readonly traces: { readonly endpoint: string; readonly percent: number } | null;
  readonly inboxes: {
    readonly pollMs: number;
    readonly claimMs: number;
    readonly hookRequestsPerMinute: number;
    readonly telegramApiUrl: string;
    readonly mail: { readonly allowPrivateAddresses: boolean; readonly lookEveryMs: number };
  };
  readonly page: {
    /** The lowest cost of a challenge. */
    readonly work: number;
    /** The hourly limit on questions per Page and network. */
    readonly asksPerHour: number;
  };
  readonly notifications: {
    readonly pollMs: number;
    readonly maxAttempts: number;
    readonly timeoutMs: number;
    /** Lets webhooks reach loopback and private addresses. */
    readonly allowPrivateAddresses: boolean;
    /** The smtp:// or smtps:// URL, with credentials if needed; null turns email off. */
    readonly smtpUrl: string | null;
    readonly mailFrom: string | null;
    /**
     * The address at which notifications open the console, without a trailing slash; null if the service does not know
     * its own address.
     */
    readonly consoleUrl: string | null;
  };
}

/**
 * Reads the whole configuration: the environment, then the file (`UNDERSTUDY_CONFIG`, or `understudy.config.yaml` in
 * the working directory), then the defaults. Deeply frozen.
 * @throws OperatorError that lists every fault by the name of its variable or key, never with a secret's value.
 */
export function loadConfig({ env, filePath }: { env: Environment; filePath?: string }): Config {
  const faults: string[] = [];
  const named = filePath ?? env['UNDERSTUDY_CONFIG'];
  const values = readSettings(env, readConfigFile(named === '' ? undefined : named), faults);
  if (values.smtpUrl !== null && values.mailFrom === null) {
    faults.push('UNDERSTUDY_MAIL_FROM is required with UNDERSTUDY_SMTP_URL: the sender address of notifications');
  }
  const model = modelSettings(values, faults);
  if (faults.length > 0) {
    const count = faults.length === 1 ? 'one setting is wrong' : `${faults.length} settings are wrong`;
    throw new OperatorError(`The configuration is invalid: ${count}.`, faults);
  }
  const store: StoreLocation =
    values.databaseUrl === null
      ? { kind: 'sqlite', dataDir: resolve(values.dataDir) }
      : { kind: 'postgres', url: values.databaseUrl, poolSize: values.databasePoolSize };
  return deepFreeze({
    host: values.host,
    port: values.port,
    publicUrl: values.publicUrl,
    store,
    sealingKeys: values.sealingKeys,
    demo: values.demo ?? store.kind === 'sqlite',
    logLevel: values.logLevel,
    logAddresses: values.logAddresses,
    auditRetentionDays: values.auditRetentionDays,
    trustedProxies: [...values.trustedProxies],
    plans: structuredClone(values.plans),
    failedAuthenticationsPerMinute: values.failedAuthenticationsPerMinute,
    workspaceRequestsPerMinute: values.workspaceRequestsPerMinute,
    maxKeys: values.maxKeys,
    maxInvitations: values.maxInvitations,
    leaseSeconds: values.leaseSeconds,
    retentionHours: values.retentionHours,
    conversationRetentionDays: values.conversationRetentionDays,
    maxConcurrentRequests: values.maxConcurrentRequests,
    classifierMemoryMb: values.classifierMemoryMb,
    requestTimeoutMs: values.requestTimeoutMs,
    servesMcp2026: values.servesMcp2026,
    shutdownTimeoutMs: values.shutdownTimeoutMs,
    model,
    metrics:
      values.metricsPort === null && values.metricsToken === null
        ? null
        : { port: values.metricsPort, token: values.metricsToken },
    traces: values.tracesEndpoint === null ? null : { endpoint: values.tracesEndpoint, percent: values.tracesPercent },
    inboxes: {
      pollMs: values.inboxPollMs,
      claimMs: values.outboxClaimSeconds * 1_000,
      hookRequestsPerMinute: values.hookRequestsPerMinute,
      mail: { allowPrivateAddresses: values.allowPrivateMailServers, lookEveryMs: values.mailLookSeconds * 1_000 },
      telegramApiUrl: values.telegramApiUrl.replace(/\/+$/, ''),
    },
    page: { work: values.pageWork, asksPerHour: values.pageAsksPerHour },
    notifications: {
      pollMs: values.notificationPollMs,
      maxAttempts: values.notificationMaxAttempts,
      timeoutMs: values.notificationTimeoutMs,
      allowPrivateAddresses: values.allowPrivateWebhooks,
      smtpUrl: values.smtpUrl,
      mailFrom: values.mailFrom,
      consoleUrl: values.publicUrl === null ? null : `${values.publicUrl}/console`,
    },
  });
}

function deepFreeze<T extends object>(value: T): T {
  if (Buffer.isBuffer(value)) return value; // A Buffer cannot be frozen.
  for (const child of Object.values(value)) if (typeof child === 'object' && child !== null) deepFreeze(child);
  return Object.freeze(value);
}
