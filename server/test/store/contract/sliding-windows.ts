import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { AuthenticateInput } from '../../../src/store/key-port.ts';
import type { Store } from '../../../src/store/port.ts';
import type { StoreHarness } from '../../support/store-harness.ts';
import { bareRequest, issueKey, mistypedRequest, requestWith } from './api-keys.ts';
import { inTime } from './in-time.ts';
import { openWorkspaces } from './open-workspaces.ts';
import { propertyRuns } from './property-runs.ts';
import { workspaceEntry } from './workspace-entry.ts';
import { countOutcomes } from './writes.ts';

const perMinute = (count: number) => ({ creator: count, studio: count, agency: count });

export function describeSlidingWindows(harness: StoreHarness): void {
  describe('sliding windows of 60 s', () => {
    test('300 simultaneous requests of one key through two processes: exactly its limit passes', async () => {
      const { store, openAt } = await openWorkspaces(harness);
      const other = await openAt(0);
      const { hash } = await issueKey(store);
      const results = await Promise.all(
        burst(300, (index) => (index % 2 === 0 ? store : other).authenticate(requestWith(hash))),
      );
      expect(countOutcomes(results)).toEqual({ authenticated: 60, rate_limited: 240 });
    });

    test('100 simultaneous rejected tokens from one address through two processes: exactly the limit is looked up', async () => {
      const { store, openAt } = await openWorkspaces(harness);
      const other = await openAt(0);
      const results = await Promise.all(
        burst(100, (index) => (index % 2 === 0 ? store : other).authenticate(mistypedRequest())),
      );
      expect(countOutcomes(results)).toEqual({ key_invalid: 20, address_limited: 80 });
    });

    test("a key's limit frees 60 s after each request, and rejected requests do not count again", async () => {
      const { store, openAt } = await openWorkspaces(harness);
      const [half, nearly, after] = await Promise.all([openAt(30_000), openAt(58_500), openAt(60_200)]);
      const found = await inTime(1_400, async () => {
        const { hash } = await issueKey(store);
        const tries = async (handle: Store, count: number) =>
          countOutcomes(
            await all(count, () => handle.authenticate(requestWith(hash, { requestsPerMinute: perMinute(5) }))),
          );
        return [await tries(store, 3), await tries(half, 7), await tries(nearly, 4), await tries(after, 6)];
      });
      expect(found).toEqual([
        { authenticated: 3 },
        { authenticated: 2, rate_limited: 5 },
        { rate_limited: 4 },
        { authenticated: 3, rate_limited: 3 },
      ]);
    });

    test("an address's limit recovers 60 s after each rejected token, and limited requests do not count", async () => {
      const { store, openAt } = await openWorkspaces(harness);
      const [half, nearly, after] = await Promise.all([openAt(30_000), openAt(58_500), openAt(60_200)]);
      let attempt = 0;
      const found = await inTime(1_400, async () => {
        attempt += 1;
        const limited = { failuresPerMinute: 5, address: `198.51.100.${attempt}` };
        const tries = async (handle: Store, count: number) =>
          countOutcomes(await all(count, () => handle.authenticate(mistypedRequest(limited))));
        return [await tries(store, 3), await tries(half, 7), await tries(nearly, 4), await tries(after, 6)];
      });
      expect(found).toEqual([
        { key_invalid: 3 },
        { key_invalid: 2, address_limited: 5 },
        { address_limited: 4 },
        { key_invalid: 3, address_limited: 3 },
      ]);
    });

    test('in any 60 s exactly the limit passes, whatever the pattern of requests', async () => {
      const { store, openAt } = await openWorkspaces(harness);
      const stepMs = 7_000;
      const sureMs = 3_500; // For so long, 8 steps stay within 60 s.
      const handles = await Promise.all(Array.from({ length: 21 }, (_, step) => openAt(step * stepMs)));
      const bursts = fc.array(fc.tuple(fc.nat({ max: 20 }), fc.integer({ min: 1, max: 4 })), {
        minLength: 4,
        maxLength: 14,
      });
      let cases = 0;
      await fc.assert(
        fc.asyncProperty(fc.integer({ min: 1, max: 5 }), bursts, async (limit, unordered) => {
          cases += 1;
          const steps = unordered
            .toSorted(([one], [other]) => one - other)
            .flatMap(([step, count]) => Array.from({ length: count }, () => step));
          const found = await inTime(sureMs, async () => {
            const { hash } = await issueKey(store);
            const request = requestWith(hash, { requestsPerMinute: perMinute(limit) });
            const outcomes: (string | undefined)[] = [];
            for (const step of steps) outcomes.push((await handles[step]?.authenticate(request))?.outcome);
            return outcomes;
          });
          const passed: number[] = [];
          const expected = steps.map((step) => {
            const inWindow = passed.filter((at) => (step - at) * stepMs < 60_000).length;
            if (inWindow >= limit) return 'rate_limited';
            passed.push(step);
            return 'authenticated';
          });
          expect(found).toEqual(expected);
        }),
        { numRuns: propertyRuns(12) },
      );
      console.info(`${harness.kind}: sliding windows agreed with the model in ${cases} cases`);
    });

    test('retryAfterSeconds is whole, and a request that waits for it passes', async () => {
      const { store, openAt } = await openWorkspaces(harness);
      const { hash } = await issueKey(store);
      const keyRequest = requestWith(hash, { requestsPerMinute: perMinute(2) });
      const addressRequest = mistypedRequest({ failuresPerMinute: 2, address: '192.0.2.77' });
      const half = await openAt(30_000);
      for (const request of [keyRequest, addressRequest]) {
        await all(2, () => store.authenticate(request));
        const limited = await half.authenticate(request);
        if (!('retryAfterSeconds' in limited)) throw new Error(`not limited but ${limited.outcome}`);
        expect(limited.retryAfterSeconds).toSatisfy(Number.isInteger);
        expect(limited.retryAfterSeconds).toBeGreaterThanOrEqual(25);
        expect(limited.retryAfterSeconds).toBeLessThanOrEqual(31);
        const waited = await openAt(30_000 + limited.retryAfterSeconds * 1000);
        expect((await waited.authenticate(request)).outcome).toBe(
          request === keyRequest ? 'authenticated' : 'key_invalid',
        );
      }
    });

    test('the limit matches the plan', async () => {
      const { store } = await openWorkspaces(harness, workspaceEntry({ plan: 'agency' }));
      const { hash } = await issueKey(store);
      const request = requestWith(hash, { requestsPerMinute: { creator: 1, studio: 2, agency: 3 } });
      expect(countOutcomes(await all(5, () => store.authenticate(request)))).toEqual({
        authenticated: 3,
        rate_limited: 2,
      });
    });

    test('two keys of one workspace, and two addresses, have separate windows', async () => {
      const { store } = await openWorkspaces(harness);
      const [one, two] = [await issueKey(store), await issueKey(store)];
      const limited = { requestsPerMinute: perMinute(1), failuresPerMinute: 1 };
      const outcome = async (input: AuthenticateInput) => (await store.authenticate(input)).outcome;
      expect(await outcome(requestWith(one.hash, limited))).toBe('authenticated');
      expect(await outcome(requestWith(one.hash, limited))).toBe('rate_limited');
      expect(await outcome(requestWith(two.hash, limited))).toBe('authenticated');

      for (const address of ['198.51.100.1', '198.51.100.2', '2001:db8:0:1::/64', '2001:db8:0:2::/64']) {
        expect(await outcome(mistypedRequest({ ...limited, address }))).toBe('key_invalid');
        expect(await outcome(mistypedRequest({ ...limited, address }))).toBe('address_limited');
      }
    });

    test('every rejected token counts against the address, but a missing one and a valid one do not', async () => {
      const { store, openAt } = await openWorkspaces(
        harness,
        workspaceEntry(),
        workspaceEntry({ id: 'ws_gone', status: 'inactive' }),
      );
      const [good, revoked, expiring, inactive] = [
        await issueKey(store),
        await issueKey(store),
        await issueKey(store, { lifetimeMs: 1_000 }),
        await issueKey(store, { workspaceId: 'ws_gone' }),
      ];
      await store.revokeKey({ keyId: revoked.record.keyId });
      const later = await openAt(5_000);
      const from = (address: string) => ({ address, failuresPerMinute: 1 });
      const countsAgainst = async (request: AuthenticateInput) => {
        await later.authenticate(request);
        return (await later.authenticate(bareRequest(from(request.address)))).outcome === 'address_limited';
      };
      expect(await countsAgainst(mistypedRequest(from('203.0.113.1')))).toBe(true);
      expect(await countsAgainst(requestWith(unknownHash, from('203.0.113.2')))).toBe(true);
      expect(await countsAgainst(requestWith(revoked.hash, from('203.0.113.3')))).toBe(true);
      expect(await countsAgainst(requestWith(expiring.hash, from('203.0.113.4')))).toBe(true);
      expect(await countsAgainst(bareRequest(from('203.0.113.5')))).toBe(false);
      expect(await countsAgainst(requestWith(good.hash, from('203.0.113.6')))).toBe(false);
      expect(await countsAgainst(requestWith(good.hash, { ...from('203.0.113.7'), origin: 'https://x.example' }))).toBe(
        false,
      );
      expect(await countsAgainst(requestWith(inactive.hash, from('203.0.113.8')))).toBe(false);
    });

    test('a key that was verified within the last minute passes a limited address, and is otherwise checked as always', async () => {
      const { store } = await openWorkspaces(harness);
      const { hash, record } = await issueKey(store);
      await all(3, () => store.authenticate(mistypedRequest({ failuresPerMinute: 3 })));
      const stranger = requestWith(hash, { failuresPerMinute: 3 });
      const known = { ...stranger, isRecentlyVerified: true };
      expect((await store.authenticate(stranger)).outcome).toBe('address_limited');
      expect((await store.authenticate(known)).outcome).toBe('authenticated');
      await store.revokeKey({ keyId: record.keyId });
      expect((await store.authenticate(known)).outcome).toBe('key_invalid');
    });

    test("only an authenticated request counts against the key's limit", async () => {
      const { store } = await openWorkspaces(harness);
      const { hash } = await issueKey(store);
      const limited = { requestsPerMinute: perMinute(1) };
      await all(3, () => store.authenticate(requestWith(hash, { ...limited, origin: 'https://x.example' })));
      expect((await store.authenticate(requestWith(hash, limited))).outcome).toBe('authenticated');
    });
  });
}

const unknownHash = createHash('sha256').update('never issued').digest('hex');

function burst<Result>(count: number, request: (index: number) => Promise<Result>): Promise<Result>[] {
  return Array.from({ length: count }, (_, index) => request(index));
}

/** Sends requests one after the other. */
async function all<Result>(count: number, request: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let index = 0; index < count; index += 1) results.push(await request());
  return results;
}
