import type { AccountCareStore } from './account-care-port.ts';
import type { AccountStore } from './account-port.ts';
import type { AuditStore } from './audit-port.ts';
import type { AutonomyStore } from './autonomy-port.ts';
import type { ConsoleStore } from './console-port.ts';
import type { InboxStore } from './inbox-port.ts';
import type { KeyStore } from './key-port.ts';
import type { NotificationStore } from './notification-port.ts';
import type { PageStore } from './page-port.ts';
import type { PushStore } from './push-port.ts';
import type { ReceiverStore } from './receiver-port.ts';
import type { RetentionStore } from './retention-port.ts';
import type { TeachingStore } from './teaching-port.ts';
import type { WorkspaceStore } from './workspace-port.ts';
import type { WriteStore } from './write-port.ts';

/**
 * The only port to stored state. Each operation is a whole business step. An operation is atomic, takes one round trip
 * on PostgreSQL or one savepoint of a group commit on SQLite, and is acknowledged only once it is durable. All times
 * come from the store's clock. An operation within a workspace names the workspace, and cannot see or change data of
 * other workspaces. An operation that fails because the store is unavailable changes nothing and throws
 * `StoreUnavailable`.
 */
export interface Store
  extends KeyStore,
    WriteStore,
    WorkspaceStore,
    NotificationStore,
    PushStore,
    RetentionStore,
    AccountStore,
    AccountCareStore,
    AuditStore,
    ConsoleStore,
    TeachingStore,
    InboxStore,
    ReceiverStore,
    PageStore,
    AutonomyStore {
  readonly kind: 'sqlite' | 'postgres';

  /** Resolves if the store can read and write now. @throws StoreUnavailable with the reason */
  check(): Promise<void>;
  /** Finishes the work in progress, then releases all resources. Idempotent. */
  close(): Promise<void>;
}
