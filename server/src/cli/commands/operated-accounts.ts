import { type Command, Option } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { shortText } from '../option-values.ts';
import { define, json } from './define.ts';

const load = () => import('../actions/operated-accounts.ts');
const emailOf = ['<email>', 'the e-mail address of the account', shortText(254)] as const;

/** What an operator does with accounts that are there. */
export function addOperatedAccounts(accounts: Command, { terminal }: CommandContext): void {
  define(accounts, {
    name: 'list',
    summary: 'List the accounts of the console',
    description:
      "Lists every account with its workspaces, its passkeys, and whether anybody has proven that its address is its owner's: by a link mailed to it, or by one that the operator or the installer handed over.",
    examples: [['accounts list', 'all of them']],
  })
    .addOption(json())
    .action(async (options: { json?: true }) => (await load()).listAccounts(terminal, options));

  define(accounts, {
    name: 'disable',
    summary: 'Keep somebody from signing in',
    description:
      'Ends the sessions of an account and keeps it from signing in, by password and by passkey, until it is enabled. The invitations that it made end too. Its memberships stay.',
    examples: [['accounts disable ada@aurora.example', 'at once']],
  })
    .argument(...emailOf)
    .addOption(json())
    .action(async (email: string, options: { json?: true }) =>
      (await load()).setAccountDisabled(terminal, email, { ...options, isDisabled: true }),
    );

  define(accounts, {
    name: 'enable',
    summary: 'Let a disabled account sign in again',
    examples: [['accounts enable ada@aurora.example', 'with the same password and passkeys']],
  })
    .argument(...emailOf)
    .addOption(json())
    .action(async (email: string, options: { json?: true }) =>
      (await load()).setAccountDisabled(terminal, email, { ...options, isDisabled: false }),
    );

  define(accounts, {
    name: 'remove',
    summary: 'Remove an account for good',
    description:
      'Removes an account with its sessions, passkeys, memberships and invitations. What the person wrote stays, under their name. An installer can be removed only when there is no other account: a new set-up link works then.',
    examples: [['accounts remove ada@aurora.example --yes', 'without being asked']],
  })
    .argument(...emailOf)
    .option('--yes', 'do not ask')
    .addOption(json())
    .action(async (email: string, options: { yes?: true; json?: true }) =>
      (await load()).removeAccount(terminal, email, options),
    );

  define(accounts, {
    name: 'make-installer',
    summary: 'Replace the installer, who owns every workspace',
    description:
      'Makes an account the installer in place of the present one: owner of every workspace, who may create new ones. The account that was it before keeps only the workspaces that it is a member of, and the invitations that it made end.',
    examples: [['accounts make-installer ada@aurora.example', 'an account whose address was proven']],
  })
    .argument(...emailOf)
    .addOption(json())
    .action(async (email: string, options: { json?: true }) => (await load()).makeInstaller(terminal, email, options));

  define(accounts, {
    name: 'passkeys',
    summary: 'List or remove the passkeys of an account',
    examples: [
      ['accounts passkeys ada@aurora.example', 'list them'],
      ['accounts passkeys ada@aurora.example --remove-all', 'a lost phone'],
    ],
  })
    .argument(...emailOf)
    .addOption(new Option('--remove <id>', 'remove this one').argParser(shortText(2_000)).conflicts('removeAll'))
    .option('--remove-all', 'remove all of them')
    .addOption(json())
    .action(async (email: string, options: { remove?: string; removeAll?: true; json?: true }) =>
      (await load()).showPasskeys(terminal, email, options),
    );
}
