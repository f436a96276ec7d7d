import type { PlanTable } from './domain/plan.ts';
import type { StoreLocation } from './store/open-store.ts';

/** Every setting of a process, validated whole; frozen. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** The address that callers and browsers use, without a trailing slash; its origin is always allowed. Null: unknown. */
  readonly publicUrl: string | null;
  readonly store: StoreLocation;
  readonly logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'silent';
  /** Addresses or ranges whose X-Forwarded-For is believed; empty: nobody's. */
  readonly trustedProxies: readonly string[];
  readonly plans: PlanTable;
  readonly failedAuthenticationsPerMinute: number;
  readonly leaseSeconds: number;
  readonly retentionHours: number;
  /** Requests in work at once; more are answered 503 at once. */
  readonly maxConcurrentRequests: number;
  readonly requestTimeoutMs: number;
  readonly shutdownTimeoutMs: number;
  readonly notifications: {
    readonly pollMs: number;
    readonly maxAttempts: number;
    readonly timeoutMs: number;
    /** Lets webhooks reach loopback and private addresses. */
    readonly allowPrivateAddresses: boolean;
    /** smtp:// or smtps:// URL, with credentials where needed; null: no e-mail. */
    readonly smtpUrl: string | null;
    readonly mailFrom: string | null;
  };
}
