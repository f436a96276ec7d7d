import type { Scope } from '../domain/actor.ts';
import { OperatorError } from '../lib/errors.ts';
import { createId } from '../lib/ids.ts';
import { printableName } from '../lib/printable.ts';
import { createApiKey } from '../lib/secrets.ts';
import type { KeyRecord } from '../store/key-port.ts';
import type { Store } from '../store/port.ts';
import { isoTime } from './iso-time.ts';
import { requireWorkspace } from './require-workspace.ts';

/** The public view of a key, without the key itself. */
export interface KeyView {
  readonly id: string;
  readonly workspaceId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly state: 'active' | 'expired' | 'revoked';
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
  readonly requests: number;
  readonly successorId: string | null;
  /** Null for a key that was created before this field existed. */
  readonly lastFour: string | null;
}

/** A new key with its secret, which is shown only once. */
export interface NewKeyView extends KeyView {
  readonly key: string;
}

/** Creates an operator's actions on API keys. */
export function createKeyVerbs({
  store,
  now,
  maxActive,
}: {
  store: Store;
  now: () => number;
  /** The maximum number of a workspace's active keys. */
  maxActive?: number | undefined;
}) {
  const bound = maxActive === undefined ? {} : { maxActive };
  const view = (record: KeyRecord): KeyView => ({
    id: record.keyId,
    workspaceId: record.workspaceId,
    name: record.name,
    scopes: record.scopes,
    state: stateOf(record, now()),
    createdAt: isoTime(record.createdAt),
    expiresAt: isoTime(record.expiresAt),
    revokedAt: isoTime(record.revokedAt),
    lastUsedAt: isoTime(record.lastUsedAt),
    requests: record.requests,
    successorId: record.successorId,
    lastFour: record.lastFour,
  });

  return {
    /**
     * Creates a key, which never expires if it has no lifetime. @throws OperatorError when the workspace does not exist
     */
    async create(input: {
      workspaceId: string;
      name: string;
      scopes: readonly Scope[];
      lifetimeMs: number | null;
    }): Promise<NewKeyView> {
      await requireWorkspace(store, input.workspaceId);
      const { key, hash } = createApiKey();
      const record = await store.createKey({
        ...input,
        ...bound,
        keyId: createId('key'),
        keyHash: hash,
        lastFour: key.slice(-4),
      });
      const { id, ...rest } = view(record);
      return { id, key, ...rest };
    },

    /** Lists the keys of one workspace, or of all, newest first. */
    async list({ workspaceId }: { workspaceId: string | null }): Promise<KeyView[]> {
      if (workspaceId !== null) await requireWorkspace(store, workspaceId);
      return (await store.listKeys({ workspaceId })).map(view);
    },

    /** Revokes a key immediately. @throws OperatorError when the key does not exist */
    async revoke({ keyId }: { keyId: string }): Promise<KeyView> {
      const record = await store.revokeKey({ keyId });
      if (record === null) throw unknownKey(keyId);
      return view(record);
    },

    /**
     * Creates a successor; the old key stays valid for `overlapMs`. @throws OperatorError when the key is not active
     */
    async rotate({
      keyId,
      overlapMs,
    }: {
      keyId: string;
      overlapMs: number;
    }): Promise<{ previous: KeyView; successor: NewKeyView }> {
      const { key, hash } = createApiKey();
      const rotated = await store.rotateKey({
        keyId,
        successorId: createId('key'),
        successorHash: hash,
        successorLastFour: key.slice(-4),
        overlapMs,
        ...bound,
      });
      if (rotated === null) {
        const known = (await store.listKeys({ workspaceId: null })).find((record) => record.keyId === keyId);
        if (known === undefined) throw unknownKey(keyId);
        throw new OperatorError(
          `Key ${keyId} is ${stateOf(known, now())}, so it cannot be rotated. Create a new one with "understudy keys create".`,
        );
      }
      const { id, ...rest } = view(rotated.successor);
      return { previous: view(rotated.previous), successor: { id, key, ...rest } };
    },
  };
}

function stateOf(record: KeyRecord, at: number): KeyView['state'] {
  if (record.revokedAt !== null && record.revokedAt <= at) return 'revoked';
  return record.expiresAt !== null && record.expiresAt <= at ? 'expired' : 'active';
}

function unknownKey(keyId: string): OperatorError {
  const isSecret = keyId.startsWith('ustudy_live_');
  return new OperatorError(
    isSecret
      ? 'This is the key itself. Use its id (key_…), which "understudy keys list" shows.'
      : `There is no key "${printableName(keyId)}". "understudy keys list" lists all ids.`,
  );
}
