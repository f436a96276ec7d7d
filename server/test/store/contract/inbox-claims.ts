import { describe, expect, test } from 'vitest';
import type { StoreHarness } from '../../support/store-harness.ts';
import {
  at,
  claimItem,
  conversationOf,
  held,
  onlyDraft,
  received,
  safe,
  sent,
  settle,
  take,
  workspaceId,
} from './inbox-steps.ts';
import { openClaimed, openQueued, threadOf } from './open-threads.ts';
import { importEntries } from './open-workspaces.ts';
import { profileDocument, workspaceEntry } from './workspace-entry.ts';

export function describeInboxClaims(harness: StoreHarness): void {
  describe('connected inboxes: claims and reports', () => {
    test('an item is handed only to its own active profile', async () => {
      const profiles = [profileDocument(), profileDocument({ id: 'prof_other' })];
      const { store, outboxId } = await openQueued(harness, {}, { profiles });
      const claim = (profileId: string, id = outboxId) =>
        store.inboxStep({
          workspaceId,
          name: 'claim',
          input: { profileId, outboxId: id, claimKey: 'claim-1', inputHash: 'h', claimMs: 1_000, guard: null },
        });
      expect(await claim('prof_nobody')).toEqual({ outcome: 'profile_not_found' });
      expect(await claim('prof_other')).toEqual({ outcome: 'item_not_found' });
      expect(await claim('prof_aurora', 'out_unknown')).toEqual({ outcome: 'item_not_found' });
      await importEntries(store, workspaceEntry({ profiles: [profileDocument({ status: 'inactive' })] }));
      expect(await claim('prof_aurora')).toEqual({ outcome: 'profile_not_found' });
    });

    test('a claim contains everything that its sender needs', async () => {
      const { outboxId, conversationId, claim } = await openClaimed(harness, { replyWindowHours: 24 });
      const { claimId, claimedUntil, sendBefore, ...others } = claim;
      expect(others).toEqual({
        ...{ outboxId, conversationId, connectionId: 'con_ig', threadId: 't1', contactId: 'u_t1' },
        ...{ afterMessageId: 'm1', text: safe.reply, mediaAssetId: '', origin: 'safe' },
      });
      expect(claimId).toMatch(/^clm_/);
      expect(Date.parse(sendBefore)).toBe(Date.parse(at(1)) + 24 * 3_600_000);
      expect(Math.abs(Date.parse(claimedUntil) - Date.now() - 60_000)).toBeLessThan(30_000);
      for (const time of [sendBefore, claimedUntil]) expect(time).toMatch(/Z$/);
      expect((await openClaimed(harness)).claim.sendBefore).toBeNull();
    });

    test.each(['failed', 'skipped'] as const)(
      'a %s text goes back to the creator, and its item has ended',
      async (outcome) => {
        const { store, outboxId, report } = await openClaimed(harness);
        expect(await report(outcome, { reason: 'the fan is gone' })).toEqual({ outcome: 'reported', state: outcome });
        expect((await onlyDraft(store)).state).toBe('waiting');
        expect((await threadOf(store)).items).toEqual([outcome]);
        expect(await report(outcome)).toEqual({ outcome: 'reported', state: outcome });
        expect(await report('sent')).toEqual({ outcome: 'outbox_result_conflict' });
        expect(await claimItem(store, outboxId, { claimKey: 'claim-002' })).toEqual({ outcome: 'outbox_ended' });
      },
    );

    test('only the holder of the claim reports', async () => {
      const { store, outboxId, report } = await openClaimed(harness);
      expect(await report('sent', { claimId: 'clm_other' })).toEqual({ outcome: 'outbox_not_claimed' });
      expect(await report('sent', { profileId: 'prof_nobody' })).toEqual({ outcome: 'profile_not_found' });
      expect(await report('sent', { outboxId: 'out_unknown' })).toEqual({ outcome: 'item_not_found' });
      expect(await claimItem(store, outboxId, { claimKey: 'claim-002' })).toEqual({ outcome: 'outbox_claimed' });
      const unclaimed = await openQueued(harness);
      const input = {
        profileId: 'prof_aurora',
        outboxId: unclaimed.outboxId,
        claimId: 'clm_x',
        outcome: 'sent',
      } as const;
      expect(
        await unclaimed.store.inboxStep({
          workspaceId,
          name: 'report',
          input: { ...input, providerMessageId: null, reason: null },
        }),
      ).toEqual({ outcome: 'outbox_not_claimed' });
    });

    test('a sent text is added to its thread, and nothing is open afterwards', async () => {
      const { store, conversationId, report } = await openClaimed(harness);
      expect(await report('sent')).toEqual({ outcome: 'reported', state: 'sent' });
      const { bodies, conversation } = await threadOf(store);
      expect(bodies).toEqual(['hello', 'do you ship?', safe.reply]);
      expect(conversation).toMatchObject({ messages: 3, lockedUntil: null, held: null });
      expect((await onlyDraft(store)).state).toBe('sent');
      expect(await settle(store, conversationId)).toEqual({ outcome: 'idle' });
    });

    test('a text whose message is already in the thread is not added again', async () => {
      const { store, report } = await openClaimed(harness);
      await take(store, sent('p1', 'I ship, in other words.', 9));
      expect(await report('sent', { providerMessageId: 'p1' })).toEqual({ outcome: 'reported', state: 'sent' });
      const { bodies, items } = await threadOf(store);
      expect(bodies).toEqual(['hello', 'do you ship?', 'I ship, in other words.']);
      expect(items).toEqual(['sent']);
      expect((await onlyDraft(store)).state).toBe('sent');
    });

    test("a text is checked again if the persona changed, except in the creator's own words", async () => {
      const { store, outboxId } = await openQueued(harness);
      const input = { profileId: 'prof_aurora', claimKey: 'claim-1', inputHash: 'h', claimMs: 1_000 };
      const guard = { revision: 'another', isPassed: true };
      expect(await store.inboxStep({ workspaceId, name: 'claim', input: { ...input, outboxId, guard } })).toMatchObject(
        { outcome: 'unguarded', item: { outboxId, text: safe.reply } },
      );
      const { draftId } = await onlyDraft(store);
      await store.inboxStep({ workspaceId, name: 'dismiss', input: { draftId } });
      await take(store, received('m2', 'hello?', 5));
      await settle(store, await conversationOf(store), { drafted: held });
      const approve = { draftId: (await onlyDraft(store)).draftId, text: 'Hi Maya!' };
      const approved = await store.inboxStep({ workspaceId, name: 'approve', input: approve });
      const own = approved.outcome === 'done' ? (approved.outboxId ?? '') : '';
      expect(
        await store.inboxStep({ workspaceId, name: 'claim', input: { ...input, outboxId: own, guard: null } }),
      ).toMatchObject({ outcome: 'claimed' });
    });
  });
}
