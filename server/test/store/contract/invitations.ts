import { describe, expect, test } from 'vitest';
import type { Store } from '../../../src/store/port.ts';
import type { StoreHarness } from '../../support/store-harness.ts';
import { installed, invite, link } from './account-steps.ts';

const workspaceId = 'ws_aurora';

export function describeInvitations(harness: StoreHarness): void {
  describe('invitations', () => {
    test.each(['editor', null] as const)(
      'an owner whose role becomes %s loses all open invitations; those of others, and of another workspace, stay',
      async (role) => {
        const { store } = await withOwner(harness);
        await make(store, 'theirs', 'acc_o');
        await make(store, 'other', 'acc_owner');
        await store.makeLink(invitation('elsewhere', 'acc_owner', 'ws_borealis'));
        await make(store, 'nameless', null);
        expect(await store.changeMember({ workspaceId, accountId: 'acc_o', role: 'owner' })).toBe(true);
        expect(await store.listInvitations({ workspaceId })).toHaveLength(3);

        expect(await store.changeMember({ workspaceId, accountId: 'acc_o', role })).toBe(true);
        const open = await store.listInvitations({ workspaceId });
        expect(open.map(({ linkId }) => linkId).toSorted()).toEqual(['link_nameless', 'link_other']);
        expect(await invite(store, 'theirs', 'acc_new')).toBe('link_invalid');
        expect(await invite(store, 'other', 'acc_new')).toBe('created');
        expect(await store.listInvitations({ workspaceId: 'ws_borealis' })).toHaveLength(1);
      },
    );

    test('an invitation from before its author was stored ends with the owner of that name', async () => {
      const { store } = await withOwner(harness);
      await store.makeLink({ ...invitation('old', null), madeBy: 'R' });
      await store.changeMember({ workspaceId, accountId: 'acc_o', role: null });
      expect(await store.listInvitations({ workspaceId })).toEqual([]);
    });

    test('a person who is not an owner cannot invite anyone, and neither can one who is removed at the same moment', async () => {
      const { store } = await withOwner(harness);
      await store.changeMember({ workspaceId, accountId: 'acc_o', role: 'editor' });
      expect(await store.makeLink(invitation('late', 'acc_o'))).toBeNull();
      expect(await store.makeLink(invitation('elsewhere', 'acc_o', 'ws_borealis'))).toBeNull();
      for (let round = 0; round < 10; round += 1) {
        await store.changeMember({ workspaceId, accountId: 'acc_o', role: 'owner' });
        await Promise.all([
          store.makeLink(invitation(`race_${round}`, 'acc_o')),
          store.changeMember({ workspaceId, accountId: 'acc_o', role: 'editor' }),
        ]);
        expect(await store.listInvitations({ workspaceId })).toEqual([]);
      }
    });
  });
}

/** Adds acc_o, called R, as a second owner of Aurora. */
async function withOwner(harness: StoreHarness) {
  const data = await installed(harness);
  await data.store.makeLink({ ...invitation('first_owner', 'acc_owner'), role: 'owner', email: 'o@aurora.example' });
  expect(await invite(data.store, 'first_owner', 'acc_o')).toBe('created');
  return data;
}

async function make(store: Store, tokenHash: string, accountId: string | null): Promise<void> {
  expect(await store.makeLink(invitation(tokenHash, accountId))).not.toBeNull();
}

function invitation(tokenHash: string, accountId: string | null, of = workspaceId) {
  const email = `${tokenHash}@aurora.example`;
  return link({ kind: 'invitation', tokenHash, workspaceId: of, role: 'reviewer', email, accountId });
}
