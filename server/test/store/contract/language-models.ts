import { describe, expect, test } from 'vitest';
import type { StoreHarness } from '../../support/store-harness.ts';
import { importEntries, openWorkspaces } from './open-workspaces.ts';
import { workspaceEntry } from './workspace-entry.ts';
import { draftSettlement, draftWrite, usageOf } from './writes.ts';

const used = {
  outcome: 'used',
  calls: 2,
  readings: 1,
  checks: 1,
  wordings: 0,
  inputTokens: 700,
  outputTokens: 60,
  milliseconds: 900,
} as const;
const failed = {
  outcome: 'timeout',
  calls: 1,
  readings: 1,
  checks: 0,
  wordings: 0,
  inputTokens: 0,
  outputTokens: 0,
  milliseconds: 20_000,
} as const;

export function describeLanguageModels(harness: StoreHarness): void {
  describe('language models', () => {
    test('a model is off until a workspace allows it, stays unchanged if omitted, and can be turned off', async () => {
      const { store } = await openWorkspaces(harness);
      const settings = async () => {
        const admitted = await store.admitDraft(draftWrite());
        if (admitted.outcome !== 'admitted') throw new Error(admitted.outcome);
        const exported = await store.exportWorkspace({ workspaceId: 'ws_aurora' });
        const [listed] = await store.listWorkspaces();
        return [admitted.drafting.usesModel, exported?.drafting, listed?.usesModel];
      };
      expect(await settings()).toEqual([false, undefined, false]);
      const given = await importEntries(store, workspaceEntry({ drafting: { model: true } }));
      expect(given.workspaces).toEqual({ created: 0, updated: 1, unchanged: 0 });
      expect(await settings()).toEqual([true, { model: true }, true]);
      expect((await importEntries(store, workspaceEntry())).workspaces.unchanged).toBe(1);
      expect(await settings()).toEqual([true, { model: true }, true]);
      await importEntries(store, workspaceEntry({ drafting: { autonomy: 'off' } }));
      expect(await settings(), 'another member leaves it alone').toEqual([
        true,
        { model: true, autonomy: 'off' },
        true,
      ]);
      await importEntries(store, workspaceEntry({ drafting: { model: false } }));
      expect(await settings()).toEqual([false, { model: false, autonomy: 'off' }, false]);
    });

    test('the use of models is added up with the stored responses, once each, by result', async () => {
      const { store } = await openWorkspaces(harness);
      const settle = async (modelUse: typeof used | typeof failed | null) => {
        const write = draftWrite();
        await store.admitDraft(write);
        const settlement = { ...draftSettlement(write, '{}'), modelUse };
        await store.settleDraft(settlement);
        expect(await store.settleDraft(settlement), 'a repeat of the same holder').toEqual({ outcome: 'stored' });
      };
      await settle(null);
      expect((await usageOf(store)).model).toBeNull();
      for (const use of [used, used, failed]) await settle(use);
      expect((await usageOf(store)).model).toEqual({
        calls: 5,
        readings: 3,
        checks: 2,
        wordings: 0,
        inputTokens: 1_400,
        outputTokens: 120,
        milliseconds: 21_800,
        outcomes: { timeout: 1, used: 2 },
      });
    });

    test('a settlement whose lease was lost counts nothing', async () => {
      const { store } = await openWorkspaces(harness);
      const write = draftWrite();
      await store.admitDraft(write);
      const stranger = { ...draftSettlement(write, '{}'), leaseToken: 'another', modelUse: used };
      expect(await store.settleDraft(stranger)).toMatchObject({ outcome: 'lost' });
      expect((await usageOf(store)).model).toBeNull();
    });
  });
}
