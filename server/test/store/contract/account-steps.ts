import type { NewLink } from '../../../src/store/account-port.ts';
import type { Store } from '../../../src/store/port.ts';
import type { StoreHarness } from '../../support/store-harness.ts';
import { openWorkspaces } from './open-workspaces.ts';
import { workspaceEntry } from './workspace-entry.ts';

const dayMs = 86_400_000;

/** Creates two workspaces and the account that set them up. */
export async function installed(harness: StoreHarness) {
  const data = await openWorkspaces(harness, workspaceEntry(), workspaceEntry({ id: 'ws_borealis', name: 'Borealis' }));
  await data.store.makeLink(link({ kind: 'set_up', tokenHash: 'first' }));
  await setUp(data.store, 'first', 'acc_owner', 'owner@aurora.example');
  return data;
}

export function setUp(store: Store, tokenHash: string, accountId = 'acc_a', email = 'a@aurora.example') {
  return store.createAccount({ kind: 'set_up', tokenHash, accountId, email, name: 'A', passwordHash: 'hash' });
}

export function invite(store: Store, tokenHash: string, accountId: string) {
  const account = { accountId, email: 'ignored@aurora.example', name: 'R', passwordHash: 'hash' };
  return store.createAccount({ kind: 'invitation', tokenHash, ...account });
}

export function link(given: Pick<NewLink, 'kind' | 'tokenHash'> & Partial<NewLink>): NewLink {
  return {
    linkId: `link_${given.tokenHash}`,
    lifetimeMs: dayMs,
    workspaceId: null,
    role: null,
    email: null,
    accountId: null,
    madeBy: 'Owner',
    provesAddress: true,
    keepsPasskeys: false,
    ...given,
  };
}

export function session(name: string) {
  return {
    sessionHash: `hash_${name}`,
    sessionId: name,
    accountId: 'acc_owner',
    browser: '',
    idleMs: dayMs,
    maxMs: 3 * dayMs,
  };
}

/** Returns a notice about a new credential, from a browser and a session. */
export function notice(noticeId: string, sessionId: string | null = null) {
  return { noticeId, browser: 'Firefox on Linux', sessionId };
}

export function use(name: string, workspaceId: string | null) {
  return { sessionHash: `hash_${name}`, workspaceId, idleMs: dayMs };
}
