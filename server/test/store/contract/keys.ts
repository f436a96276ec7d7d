import { describe, expect, test } from 'vitest';
import { OperatorError } from '../../../src/lib/errors.ts';
import { createId } from '../../../src/lib/ids.ts';
import { createApiKey } from '../../../src/lib/secrets.ts';
import type { KeyUse } from '../../../src/store/key-port.ts';
import type { Store } from '../../../src/store/port.ts';
import type { StoreHarness } from '../../support/store-harness.ts';
import { type IssuedKey, issueKey, requestWith } from './api-keys.ts';
import { openWorkspaces } from './open-workspaces.ts';
import { workspaceEntry } from './workspace-entry.ts';

const hourMs = 60 * 60_000;

export function describeKeys(harness: StoreHarness): void {
  describe('keys', () => {
    test('a new key is recorded with its workspace, name, scopes, times and no use', async () => {
      const { store } = await openWorkspaces(harness);
      const before = Date.now();
      const { record } = await issueKey(store, {
        name: 'agent of “Maya” 🌙',
        scopes: ['usage:read'],
        lifetimeMs: 90 * 24 * hourMs,
      });
      expect(record).toMatchObject({
        workspaceId: 'ws_aurora',
        name: 'agent of “Maya” 🌙',
        scopes: ['usage:read'],
        revokedAt: null,
        lastUsedAt: null,
        requests: 0,
        successorId: null,
      });
      expect(Math.abs(record.createdAt - before)).toBeLessThan(30_000);
      expect(record.expiresAt).toBe(record.createdAt + 90 * 24 * hourMs);
      expect(await store.listKeys({ workspaceId: 'ws_aurora' })).toEqual([record]);
    });

    test('a key for a workspace that does not exist is an operator error and leaves nothing', async () => {
      const { store } = await openWorkspaces(harness);
      await expect(issueKey(store, { workspaceId: 'ws_nowhere' })).rejects.toThrow(OperatorError);
      expect(await store.listKeys({ workspaceId: null })).toEqual([]);
    });

    test('keys are listed newest first, of one workspace or of all', async () => {
      const { store, openAt } = await openWorkspaces(harness, workspaceEntry(), workspaceEntry({ id: 'ws_borealis' }));
      const [later, latest] = [await openAt(10_000), await openAt(20_000)];
      const ids = async (workspaceId: string | null) =>
        (await store.listKeys({ workspaceId })).map(({ keyId }) => keyId);
      const second = await issueKey(later, { workspaceId: 'ws_borealis' });
      const first = await issueKey(latest);
      const third = await issueKey(store);
      expect(await ids(null)).toEqual([first.record.keyId, second.record.keyId, third.record.keyId]);
      expect(await ids('ws_aurora')).toEqual([first.record.keyId, third.record.keyId]);
      expect(await ids('ws_nowhere')).toEqual([]);
    });

    test('no result ever contains the hash of a key', async () => {
      const { store } = await openWorkspaces(harness);
      const { hash, record } = await issueKey(store);
      const successor = createApiKey();
      const seen = [
        record,
        await store.rotateKey({
          keyId: record.keyId,
          successorId: 'key_next',
          successorHash: successor.hash,
          overlapMs: hourMs,
        }),
        await store.revokeKey({ keyId: record.keyId }),
        await store.listKeys({ workspaceId: null }),
        await store.exportWorkspace({ workspaceId: 'ws_aurora' }),
        await store.listWorkspaces(),
        await store.authenticate(requestWith(successor.hash)),
      ];
      const text = JSON.stringify(seen).toLowerCase();
      expect(text).not.toContain(hash);
      expect(text).not.toContain(successor.hash);
    });

    test('a revocation is visible to every other process immediately', async () => {
      const { store, openAt } = await openWorkspaces(harness);
      const others = await Promise.all([openAt(0), openAt(0)]);
      const { hash, record } = await issueKey(store);
      for (const other of others) expect((await other.authenticate(requestWith(hash))).outcome).toBe('authenticated');
      await others[0]?.revokeKey({ keyId: record.keyId });
      for (const handle of [store, ...others]) {
        const recently = requestWith(hash, { isRecentlyVerified: true });
        expect((await handle.authenticate(recently)).outcome).toBe('key_invalid');
      }
    });

    test('revoking keeps the first time, and an unknown key is null', async () => {
      const { store, openAt } = await openWorkspaces(harness);
      const { record } = await issueKey(store);
      const revoked = await store.revokeKey({ keyId: record.keyId });
      expect(revoked).toEqual({ ...record, revokedAt: expect.any(Number) });
      const later = await openAt(hourMs);
      expect(await later.revokeKey({ keyId: record.keyId })).toEqual(revoked);
      expect(await later.listKeys({ workspaceId: 'ws_aurora' })).toEqual([revoked]);
      expect(await store.revokeKey({ keyId: 'key_unknown' })).toBeNull();
    });

    test('a rotated key and its successor both work during the overlap, and then only the successor works', async () => {
      const { store, openAt } = await openWorkspaces(harness);
      const old = await issueKey(store, { lifetimeMs: 48 * hourMs, scopes: ['persona:read', 'handoffs:write'] });
      const { rotated, hash } = await rotate(store, old, hourMs);
      const { keyId, createdAt, ...kept } = old.record;
      expect(rotated?.successor).toEqual({
        ...kept,
        keyId: 'key_next',
        createdAt: expect.any(Number),
        expiresAt: expect.any(Number),
      });
      expect(lifetimeOf(rotated?.successor)).toBe(48 * hourMs);
      expect(rotated?.previous).toEqual({
        ...kept,
        keyId,
        createdAt,
        successorId: 'key_next',
        expiresAt: expect.any(Number),
      });
      expect(await store.listKeys({ workspaceId: 'ws_aurora' })).toHaveLength(2);

      const [during, after] = [await openAt(59 * 60_000), await openAt(hourMs + 1_000)];
      expect((await during.authenticate(requestWith(old.hash))).outcome).toBe('authenticated');
      expect((await during.authenticate(requestWith(hash))).outcome).toBe('authenticated');
      expect((await after.authenticate(requestWith(old.hash))).outcome).toBe('key_invalid');
      expect((await after.authenticate(requestWith(hash))).outcome).toBe('authenticated');
    });

    test('an overlap never prolongs a key, and without an overlap the key ends immediately', async () => {
      const { store } = await openWorkspaces(harness);
      const short = await issueKey(store, { lifetimeMs: hourMs });
      const { rotated } = await rotate(store, short, 24 * hourMs, 'key_short_next');
      expect(rotated?.previous.expiresAt).toBe(short.record.expiresAt);

      const endless = await issueKey(store);
      const { rotated: atOnce, hash } = await rotate(store, endless, 0, 'key_endless_next');
      expect(atOnce?.successor.expiresAt).toBeNull();
      expect((await store.authenticate(requestWith(endless.hash))).outcome).toBe('key_invalid');
      expect((await store.authenticate(requestWith(hash))).outcome).toBe('authenticated');
    });

    test('an unknown, revoked or expired key is not rotated', async () => {
      const { store, openAt } = await openWorkspaces(harness);
      const [revoked, expired] = [await issueKey(store), await issueKey(store, { lifetimeMs: 1_000 })];
      await store.revokeKey({ keyId: revoked.record.keyId });
      const later = await openAt(5_000);
      expect((await rotate(later, revoked, hourMs)).rotated).toBeNull();
      expect((await rotate(later, expired, hourMs)).rotated).toBeNull();
      const input = {
        keyId: 'key_unknown',
        successorId: createId('key'),
        successorHash: createApiKey().hash,
        overlapMs: 0,
      };
      expect(await later.rotateKey(input)).toBeNull();
      expect(await later.listKeys({ workspaceId: null })).toHaveLength(2);
    });

    test('uses reported by several processes add up, the latest use stays, and unknown keys are ignored', async () => {
      const { store, openAt } = await openWorkspaces(harness, workspaceEntry(), workspaceEntry({ id: 'ws_borealis' }));
      const other = await openAt(0);
      const { record } = await issueKey(store);
      const use = (requests: number, lastUsedAt: number, overrides: Partial<KeyUse> = {}): KeyUse => ({
        workspaceId: 'ws_aurora',
        keyId: record.keyId,
        requests,
        lastUsedAt,
        ...overrides,
      });
      await store.touchKeys([use(3, 1_900_000_000_000), use(5, 1_900_000_000_500, { keyId: 'key_unknown' })]);
      await other.touchKeys([use(4, 1_800_000_000_000), use(9, 1_900_000_009_000, { workspaceId: 'ws_borealis' })]);
      await store.touchKeys([]);
      await Promise.all(
        Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? store : other).touchKeys([use(1, 1)])),
      );
      const [touched] = await store.listKeys({ workspaceId: 'ws_aurora' });
      expect(touched).toEqual({ ...record, requests: 27, lastUsedAt: 1_900_000_000_000 });
    });
  });
}

async function rotate(store: Store, old: IssuedKey, overlapMs: number, successorId = 'key_next') {
  const { hash } = createApiKey();
  const rotated = await store.rotateKey({ keyId: old.record.keyId, successorId, successorHash: hash, overlapMs });
  return { rotated, hash };
}

function lifetimeOf(record: { createdAt: number; expiresAt: number | null } | undefined): number | null {
  return record === undefined || record.expiresAt === null ? null : record.expiresAt - record.createdAt;
}
