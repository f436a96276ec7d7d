import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { periodOf } from '../../../src/domain/period.ts';
import type { Store } from '../../../src/store/port.ts';
import type { StoreHarness } from '../../support/store-harness.ts';
import { importEntries } from './open-workspaces.ts';
import { propertyRuns } from './property-runs.ts';
import { workspaceEntry } from './workspace-entry.ts';
import { createWriteModel } from './write-model.ts';
import { draftLease, draftSettlement, draftWrite, hashOf, leaseMs, replies, retentionMs, usageOf } from './writes.ts';

const stepMs = 20_000; // not close to a lease's 30 s or its sweep at 90 s, so that the test's own duration does not matter
const dayMs = 25 * 3_600_000;
/** Six steps today and three of them a day later, when everything that was stored has been purged. */
const clocks = [0, 1, 2, 3, 4, 5].map((step) => step * stepMs).concat([0, 1, 2].map((step) => dayMs + step * stepMs));

type Command =
  | { readonly kind: 'admit'; readonly key: string; readonly input: number }
  | { readonly kind: 'optimistic'; readonly key: string; readonly input: number }
  | { readonly kind: 'settle' | 'renew' | 'release'; readonly key: string; readonly isStale: boolean }
  | { readonly kind: 'record'; readonly id: string }
  | { readonly kind: 'advance' }
  | { readonly kind: 'purge' };

const key = fc.constantFrom('key-one', 'key-two', 'key-three', 'key-four');
const isStale = fc.nat({ max: 4 }).map((part) => part === 0);
const commands: fc.Arbitrary<Command[]> = fc.array(
  fc.oneof(
    {
      weight: 10,
      arbitrary: fc.record({
        kind: fc.constantFrom<'admit' | 'optimistic'>('admit', 'admit', 'optimistic'),
        key,
        input: fc.constantFrom(0, 0, 0, 0, 1, 2),
      }),
    },
    {
      weight: 7,
      arbitrary: fc.record({
        kind: fc.constantFrom('settle' as const, 'renew' as const, 'release' as const),
        key,
        isStale,
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ kind: fc.constant('record' as const), id: fc.constantFrom('a', 'b', 'c', 'd') }),
    },
    { weight: 2, arbitrary: fc.record({ kind: fc.constant('advance' as const) }) },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('purge' as const) }) },
  ),
  { minLength: 10, maxLength: 70, size: 'max' },
);

export function describeExactlyOnceModel(harness: StoreHarness): void {
  describe('exactly once, against a model', { timeout: 600_000 }, () => {
    test('any sequence of writes, failures, crashes, takeovers and purges answers and charges as the contract says', async () => {
      const { openAt } = await harness.openFresh();
      const baseMs = periodOf(Date.now()).endsAt + 10 * 86_400_000 - Date.now(); // no month ends within a case
      const handles = await Promise.all(clocks.map((offsetMs) => openAt(baseMs + offsetMs)));
      const counts = { cases: 0, operations: 0 };
      const property = fc.asyncProperty(commands, fc.integer({ min: 1, max: 5 }), async (sequence, limit) => {
        counts.cases += 1;
        counts.operations += sequence.length;
        await followModel(handles, sequence, limit, `ws_${counts.cases}`);
      });
      await fc.assert(property, { numRuns: propertyRuns(40) });
      console.info(`${harness.kind}: the model agreed in ${counts.cases} cases of ${counts.operations} operations`);
    });
  });
}

async function followModel(
  handles: readonly Store[],
  sequence: readonly Command[],
  limit: number,
  workspaceId: string,
): Promise<void> {
  const model = createWriteModel(limit, leaseMs, retentionMs);
  const tokens = new Map<string, string[]>();
  const responses = new Map<string, string>();
  let clock = 0;
  let serial = 0;
  const store = () => {
    const handle = handles[clock];
    if (handle === undefined) throw new Error('the clock ran past its handles');
    return handle;
  };
  const write = (idempotencyKey: string, leaseToken: string, input = 0) =>
    draftWrite({
      workspaceId,
      idempotencyKey,
      leaseToken,
      inputHash: hashOf(`input ${input}`),
      profileId: input === 2 ? 'prof_nobody' : 'prof_aurora',
      monthlyReplies: replies(limit),
    });
  await importEntries(store(), workspaceEntry({ id: workspaceId, conversations: [] }));

  for (const command of sequence) {
    serial += 1;
    if (command.kind === 'advance') {
      clock = Math.min(clock + 1, handles.length - 1);
      model.moveTo(clocks[clock] ?? 0);
    } else if (command.kind === 'purge') {
      await store().purge();
    } else if (command.kind === 'record') {
      const charge = { workspaceId, source: 'inbox', externalId: command.id, monthlyReplies: replies(limit) } as const;
      expect((await store().recordUsage(charge)).outcome).toBe(model.record(command.id));
    } else if (command.kind === 'admit') {
      const token = `lease_${serial}`;
      const result = await store().admitDraft(write(command.key, token, command.input));
      expect(result.outcome).toBe(
        model.admit(command.key, hashOf(`input ${command.input}`), token, command.input !== 2),
      );
      if (result.outcome === 'admitted') tokens.set(command.key, [...(tokens.get(command.key) ?? []), token]);
      if (result.outcome === 'replay') expect(result.response).toBe(responses.get(command.key));
    } else if (command.kind === 'optimistic') {
      const {
        leaseToken,
        leaseMs: _leaseMs,
        knownRevision,
        ...draft
      } = write(command.key, `once_${serial}`, command.input);
      const expected = model.storeOptimistic(
        command.key,
        draft.inputHash,
        leaseToken,
        command.input !== 2,
        `{"once":${serial}}`,
      );
      const prepared = await store().prepareDraft({ ...draft, knownRevision });
      if (prepared !== null) expect(expected).toBe('stored');
      const tally = { intent: 'shipping', riskLevel: 'safe' };
      const result = await store().storeDraft({ ...draft, response: `{"once":${serial}}`, trace: '{}', tally });
      expect(result.outcome).toBe(expected);
      if (result.outcome === 'replay') expect(result.response).toBe(responses.get(command.key));
      if (result.outcome === 'stored') responses.set(command.key, `{"once":${serial}}`);
    } else {
      const known = tokens.get(command.key) ?? [];
      const token = (command.isStale ? known.at(-2) : known.at(-1)) ?? 'lease_never_given';
      const held = write(command.key, token);
      if (command.kind === 'renew') {
        expect(await store().renewLease({ ...draftLease(held), leaseMs })).toBe(model.renew(command.key, token));
      } else if (command.kind === 'release') {
        expect(await store().releaseWrite(draftLease(held))).toBe(model.release(command.key, token));
      } else {
        const response = `{"stored":${serial}}`;
        const expected = model.settle(command.key, token, response);
        if (expected.outcome === 'stored') responses.set(command.key, response);
        const result = await store().settleDraft(draftSettlement(held, response));
        // A holder that settles again may get either answer. If its response has expired, nothing is guaranteed. The
        // response that was stored first stays, and is charged once.
        const isAgain = expected.outcome === 'lost' && (expected.response !== null || model.isForgotten(command.key));
        if (isAgain) expect(['stored', 'lost']).toContain(result.outcome);
        else expect(result).toEqual(expected);
      }
    }
    // Reading the usage also sweeps leases. The model sweeps whenever the clock moves.
    const usage = await usageOf(store(), limit, workspaceId);
    expect(usage.used).toBe(model.used());
    expect(usage.used).toBeLessThanOrEqual(limit);
    expect(usage.totals).toMatchObject({ replays: model.replays(), handoffs: 0 });
    // A draft in progress may already be counted; when none is in progress, the drafts are those that were stored.
    expect(usage.totals.drafts).toBeGreaterThanOrEqual(model.drafts());
    expect(usage.totals.drafts).toBeLessThanOrEqual(model.drafts() + model.inWork());
    expect(usage.bySource.api + usage.bySource.inbox + usage.bySource.page).toBe(usage.used);
  }
}
