import { describe, expect, test } from 'vitest';
import { createApiKey } from '../../../src/lib/secrets.ts';
import type { StoreHarness } from '../../support/store-harness.ts';
import { bareRequest, issueKey, mistypedRequest, requestWith } from './api-keys.ts';
import { importEntries, openWorkspaces } from './open-workspaces.ts';
import { workspaceEntry } from './workspace-entry.ts';

const stranger = 'https://stranger.example';

export function describeAuthentication(harness: StoreHarness): void {
  describe('authentication', () => {
    test('a valid key answers with its workspace, id, scopes and plan', async () => {
      const { store } = await openWorkspaces(harness, workspaceEntry({ plan: 'studio' }));
      const { hash, record } = await issueKey(store, { scopes: ['persona:read', 'handoffs:write'] });
      const result = await store.authenticate(requestWith(hash));
      expect(result).toEqual({
        outcome: 'authenticated',
        actor: {
          workspaceId: 'ws_aurora',
          keyId: record.keyId,
          scopes: ['persona:read', 'handoffs:write'],
          plan: 'studio',
        },
      });
    });

    test('a missing credential and a mistyped, unknown or empty key are distinguished as the contract does', async () => {
      const { store } = await openWorkspaces(harness);
      expect(await store.authenticate(bareRequest())).toEqual({ outcome: 'credential_missing' });
      expect(await store.authenticate(mistypedRequest())).toEqual({ outcome: 'key_invalid' });
      expect(await store.authenticate(requestWith(createApiKey().hash))).toEqual({ outcome: 'key_invalid' });
    });

    test('a revoked key answers like an unknown key', async () => {
      const { store } = await openWorkspaces(harness);
      const { hash, record } = await issueKey(store);
      await store.revokeKey({ keyId: record.keyId });
      expect(await store.authenticate(requestWith(hash))).toEqual({ outcome: 'key_invalid' });
    });

    test('an expired key answers like an unknown key, and works until then', async () => {
      const { store, openAt } = await openWorkspaces(harness);
      const { hash } = await issueKey(store, { lifetimeMs: 60 * 60_000 });
      const before = await openAt(59 * 60_000);
      const after = await openAt(60 * 60_000);
      expect((await before.authenticate(requestWith(hash))).outcome).toBe('authenticated');
      expect(await after.authenticate(requestWith(hash))).toEqual({ outcome: 'key_invalid' });
    });

    test("an origin is compared with those of the key's own workspace", async () => {
      const borealis = workspaceEntry({ id: 'ws_borealis', allowedOrigins: ['https://desk.borealis.example'] });
      const { store } = await openWorkspaces(harness, workspaceEntry(), borealis);
      const { hash } = await issueKey(store);
      const outcomeFrom = async (origin: string | null) =>
        (await store.authenticate(requestWith(hash, { origin }))).outcome;
      expect(await outcomeFrom('https://desk.aurora.example')).toBe('authenticated');
      expect(await outcomeFrom('https://desk.borealis.example')).toBe('origin_rejected');
      expect(await outcomeFrom('https://desk.aurora.example.evil.example')).toBe('origin_rejected');
      expect(await outcomeFrom('http://desk.aurora.example')).toBe('origin_rejected');
      expect(await outcomeFrom('null')).toBe('origin_rejected');
      expect(await outcomeFrom(null)).toBe('authenticated');
    });

    test('a workspace without origins rejects every origin', async () => {
      const { store } = await openWorkspaces(harness, workspaceEntry({ allowedOrigins: undefined }));
      const { hash } = await issueKey(store);
      const result = await store.authenticate(requestWith(hash, { origin: 'https://desk.aurora.example' }));
      expect(result.outcome).toBe('origin_rejected');
    });

    test('a workspace that is not active is rejected, with its actor, until it is active again', async () => {
      const { store } = await openWorkspaces(harness, workspaceEntry({ status: 'inactive' }));
      const { hash, record } = await issueKey(store);
      const refused = await store.authenticate(requestWith(hash));
      expect(refused).toMatchObject({
        outcome: 'workspace_inactive',
        actor: { workspaceId: 'ws_aurora', keyId: record.keyId },
      });
      await importEntries(store, workspaceEntry({ status: 'active' }));
      expect((await store.authenticate(requestWith(hash))).outcome).toBe('authenticated');
    });

    test('the first failure in the order of checks answers: address, credential, key, origin, workspace, rate', async () => {
      const { store } = await openWorkspaces(harness, workspaceEntry({ status: 'inactive' }));
      const { hash, record } = await issueKey(store);
      const limits = { failuresPerMinute: 1, requestsPerMinute: { creator: 1, studio: 1, agency: 1 } };
      const everythingWrong = requestWith(hash, { ...limits, origin: stranger });
      const outcome = async () => (await store.authenticate(everythingWrong)).outcome;

      expect(await outcome()).toBe('origin_rejected');
      await importEntries(store, workspaceEntry({ status: 'inactive', allowedOrigins: [stranger] }));
      expect(await outcome()).toBe('workspace_inactive');
      await importEntries(store, workspaceEntry({ status: 'active', allowedOrigins: [stranger] }));
      expect(await outcome()).toBe('authenticated');
      expect(await outcome()).toBe('rate_limited');
      await importEntries(store, workspaceEntry({ status: 'inactive', allowedOrigins: [stranger] }));
      expect(await outcome()).toBe('workspace_inactive');
      await importEntries(store, workspaceEntry({ status: 'inactive', allowedOrigins: [] }));
      expect(await outcome()).toBe('origin_rejected');
      await store.revokeKey({ keyId: record.keyId });
      expect(await outcome()).toBe('key_invalid');
      expect(await outcome()).toBe('address_limited');
      expect((await store.authenticate(bareRequest(limits))).outcome).toBe('address_limited');
      expect((await store.authenticate(mistypedRequest(limits))).outcome).toBe('address_limited');
    });

    test('every outcome except the plain rejections names the actor', async () => {
      const { store } = await openWorkspaces(harness);
      const { hash, record } = await issueKey(store);
      const actor = {
        workspaceId: 'ws_aurora',
        keyId: record.keyId,
        scopes: ['replies:write', 'usage:read'],
        plan: 'creator',
      };
      const once = { requestsPerMinute: { creator: 1, studio: 1, agency: 1 } };
      expect(await store.authenticate(requestWith(hash, { origin: stranger }))).toEqual({
        outcome: 'origin_rejected',
        actor,
      });
      expect(await store.authenticate(requestWith(hash, once))).toEqual({ outcome: 'authenticated', actor });
      const limited = await store.authenticate(requestWith(hash, once));
      expect(limited).toEqual({ outcome: 'rate_limited', actor, retryAfterSeconds: expect.any(Number) });
    });
  });
}
