import { OperatorError } from '../../lib/errors.ts';
import type { AccountSummary } from '../../store/account-care-port.ts';
import type { AccountRecord } from '../../store/account-port.ts';
import type { Store } from '../../store/port.ts';
import { isoTime } from '../iso-time.ts';
import { normalEmail } from './normal-email.ts';

export interface AccountView {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly isInstaller: boolean;
  readonly addressProven: boolean;
  readonly isDisabled: boolean;
  readonly createdAt: string;
  readonly lastSeenAt: string | null;
  readonly passkeys: number;
  readonly workspaces: readonly { readonly id: string; readonly role: string }[];
}

/**
 * Creates the operator's actions on console accounts. They identify an account by its email address, and throw
 * OperatorError if no account has it.
 */
export function createOperatorVerbs({ store }: { store: Store }) {
  async function find(given: string): Promise<AccountRecord> {
    const account = await store.accountByEmail({ email: normalEmail(given) });
    if (account !== null) return account;
    throw new OperatorError(
      'No console account has this email address. "understudy accounts list" lists all accounts.',
    );
  }

  async function view(accountId: string): Promise<AccountView> {
    const found = (await store.listAccounts()).find((each) => each.accountId === accountId);
    if (found === undefined) throw new OperatorError('The account was just removed.');
    return viewOf(found);
  }

  return {
    /** Lists all accounts, ordered by email address. */
    list: async (): Promise<AccountView[]> => (await store.listAccounts()).map(viewOf),

    /**
     * Disables or enables an account. A disabled account cannot sign in; its sessions end, and its invitations are
     * withdrawn.
     */
    async setDisabled(email: string, isDisabled: boolean): Promise<AccountView> {
      const { accountId } = await find(email);
      await store.setAccountDisabled({ accountId, isDisabled });
      return view(accountId);
    },

    /** Removes an account. @throws OperatorError if the account belongs to the installer and other accounts exist */
    async remove(email: string): Promise<{ id: string; email: string }> {
      const { accountId, email: address } = await find(email);
      if ((await store.removeAccount({ accountId })) === 'installer') {
        throw new OperatorError(
          'This account is the installer, which owns every workspace. Run "understudy accounts make-installer" for another account first.',
        );
      }
      return { id: accountId, email: address };
    },

    /**
     * Makes an account the installer. @throws OperatorError when the account is disabled, or its address is unverified
     */
    async makeInstaller(email: string): Promise<AccountView> {
      const { accountId, email: address } = await find(email);
      const outcome = await store.makeInstaller({ accountId });
      if (outcome === 'disabled') {
        throw new OperatorError(`The account is disabled. Run "understudy accounts enable ${address}" first.`);
      }
      if (outcome === 'unproven') {
        throw new OperatorError(
          `This account's address is not verified. Send its owner the link from "understudy accounts reset ${address}", then run this command again.`,
        );
      }
      return view(accountId);
    },

    async listPasskeys(email: string) {
      const { accountId } = await find(email);
      return (await store.listPasskeys({ accountId })).map(({ credentialId, name, createdAt, lastUsedAt }) => ({
        id: credentialId,
        name,
        createdAt: isoTime(createdAt),
        lastUsedAt: isoTime(lastUsedAt),
      }));
    },

    /**
     * Removes one passkey, or all if `credentialId` is null. Resolves to how many were removed. @throws OperatorError
     * when the account does not have the passkey
     */
    async removePasskeys(email: string, credentialId: string | null): Promise<number> {
      const { accountId } = await find(email);
      const known = await store.listPasskeys({ accountId });
      const chosen = known.filter((passkey) => credentialId === null || passkey.credentialId === credentialId);
      if (credentialId !== null && chosen.length === 0) {
        throw new OperatorError(
          'The account has no passkey with this id. "understudy accounts passkeys" lists its passkeys.',
        );
      }
      for (const passkey of chosen) await store.removePasskey({ accountId, credentialId: passkey.credentialId });
      return chosen.length;
    },
  };
}

function viewOf({ accountId, memberships, isProven, createdAt, lastSeenAt, ...rest }: AccountSummary): AccountView {
  return {
    id: accountId,
    ...rest,
    addressProven: isProven,
    createdAt: isoTime(createdAt),
    lastSeenAt: isoTime(lastSeenAt),
    workspaces: memberships.map(({ workspaceId, role }) => ({ id: workspaceId, role })),
  };
}
