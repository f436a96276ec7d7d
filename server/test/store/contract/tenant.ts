import type { WorkspaceEntry } from '../../../src/domain/workspace-document.ts';
import type { ClaimedNotification } from '../../../src/store/notification-port.ts';
import type { Store } from '../../../src/store/port.ts';
import { conversationDocument, inbound, profileDocument } from './workspace-entry.ts';

/**
 * One of two workspaces that use the same ids on purpose. All its texts contain its canary, which the other must never
 * see.
 */
export interface Tenant {
  readonly workspaceId: string;
  readonly canary: string;
  readonly address: string;
  /** The id of the other workspace, also in a run without it. */
  readonly stranger: { readonly workspaceId: string; readonly canary: string };
  /** The tenant's claims so far. */
  readonly claims: ClaimedNotification[];
  /** The other tenant's claims, to try them; empty in a run without it. */
  readonly strangersClaims: readonly ClaimedNotification[];
  /** The number of created keys; they are named by their number. */
  keys: number;
  /** The handle that the next operation uses. */
  store: Store;
  /** Opens one more handle on the same data. */
  open(): Promise<Store>;
}

/** Three numbers from 0 to 5, by which an operation chooses its arguments. */
export type Picks = readonly [number, number, number];
export type TenantOperation = (tenant: Tenant, picks: Picks) => Promise<unknown>;

export function keyIdOf(workspaceId: string, number: number): string {
  return `key_${workspaceId}_${number}`;
}

export function originOf(canary: string): string {
  return `https://${canary}.example`;
}

/**
 * Returns a tenant's document. The ids are the same for both tenants, the texts contain the tenant's canary, and
 * variants change every part.
 */
export function entryOf(
  { workspaceId, canary }: { workspaceId: string; canary: string },
  variant: number,
): WorkspaceEntry {
  const isActive = variant !== 4;
  return {
    id: workspaceId,
    name: `${canary} ${variant}`,
    plan: variant % 2 === 0 ? 'creator' : 'studio',
    status: variant === 5 ? 'inactive' : 'active',
    monthlyReplies: 2 + variant,
    allowedOrigins: [originOf(canary)],
    notifications: { include: ['contact', 'message'], webhook: { url: `https://hooks.example/${canary}` } },
    profiles: [
      profileDocument({
        displayName: canary,
        status: isActive ? 'active' : 'inactive',
        persona: { about: `${canary} ${variant}` },
      }),
      profileDocument({ id: 'prof_second', displayName: `second ${canary}`, persona: {} }),
    ],
    conversations: ['conv_1', 'conv_2'].map((id) =>
      conversationDocument({
        id,
        profileId: variant === 3 ? 'prof_second' : 'prof_aurora',
        channel: canary.slice(0, 40),
        contact: { name: canary },
        relationship: { notes: canary },
        state: variant === 2 ? 'closed' : 'open',
        messages: [
          inbound(`${canary} ${variant}`, `2026-01-0${variant + 1}T00:00:00Z`, 'm-1'),
          inbound(canary, '2026-01-01T00:00:00Z'),
        ],
      }),
    ),
  };
}
