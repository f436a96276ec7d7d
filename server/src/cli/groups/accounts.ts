import { type Command, Option } from 'commander';
import { createAccountVerbs } from '../../admin/accounts/account-verbs.ts';
import { type AccountView, createOperatorVerbs } from '../../admin/accounts/operator-verbs.ts';
import type { Config } from '../../config.ts';
import { OperatorError } from '../../lib/errors.ts';
import { printableText } from '../../lib/printable.ts';
import { ago } from '../ago.ts';
import { confirm } from '../confirm.ts';
import { type AsJson, type Cli, define, defineGroup, json } from '../define.ts';
import { shortText } from '../option-values.ts';
import { readStore, withStore } from '../with-store.ts';

export const commands = { accounts: defineAccounts };

const emailOf = ['<email>', "the account's email address", shortText(254)] as const;

function defineAccounts(accounts: Command, cli: Cli): void {
  defineGroup(accounts, [
    ['accounts list', 'lists the accounts'],
    ['accounts reset ada@aurora.example', 'creates a link for a new password'],
  ]);

  define(accounts, {
    name: 'set-up',
    summary: "Create the link for the console's first account",
    description:
      'Creates the one-time link for the first account, valid for a day. "serve" prints one at each start until there is an account. Using one of these links invalidates the others.',
    examples: [['accounts set-up', 'for the person who will own the console']],
  })
    .addOption(json())
    .action((options) => makeSetUpLink(cli, options));

  define(accounts, {
    name: 'reset',
    summary: 'Create a link for setting a new password',
    description:
      "Creates a one-time link for a new password of an account, valid for a day. Any earlier link becomes invalid. The command only prints the link. Give it to the person yourself, because using it verifies that the address belongs to them. Using it ends the account's sessions and removes its passkeys.",
    examples: [['accounts reset ada@aurora.example', 'for a person who forgot their password']],
  })
    .argument(...emailOf)
    .option('--keep-passkeys', 'keep the passkeys, if the address was verified before')
    .addOption(json())
    .action((email, options) => makeResetLink(cli, email, options));

  define(accounts, {
    name: 'list',
    summary: 'List the accounts of the console',
    description:
      'Lists every account with its workspaces and passkeys, and whether its email address is verified: by a link emailed to it, or by a link that the operator or the installer handed over.',
    examples: [['accounts list', 'all accounts']],
  })
    .addOption(json())
    .action((options) => listAccounts(cli, options));

  define(accounts, {
    name: 'disable',
    summary: 'Disable an account, so that its owner cannot sign in',
    description:
      'Ends the sessions of an account and prevents sign-in with its password and passkeys until it is enabled. Invitations from this account become invalid. Its memberships stay.',
    examples: [['accounts disable ada@aurora.example', 'takes effect immediately']],
  })
    .argument(...emailOf)
    .addOption(json())
    .action((email, options) => setAccountDisabled(cli, email, { ...options, isDisabled: true }));

  define(accounts, {
    name: 'enable',
    summary: 'Enable a disabled account',
    examples: [['accounts enable ada@aurora.example', 'its password and passkeys work again']],
  })
    .argument(...emailOf)
    .addOption(json())
    .action((email, options) => setAccountDisabled(cli, email, { ...options, isDisabled: false }));

  define(accounts, {
    name: 'remove',
    summary: 'Remove an account permanently',
    description:
      'Removes an account with its sessions, passkeys, memberships and invitations. Everything that the person wrote is kept, under their name. An installer can be removed only if there is no other account. After that, a new set-up link works.',
    examples: [['accounts remove ada@aurora.example --yes', 'without a confirmation question']],
  })
    .argument(...emailOf)
    .option('--yes', 'do not ask for confirmation')
    .addOption(json())
    .action((email, options) => removeAccount(cli, email, options));

  define(accounts, {
    name: 'make-installer',
    summary: 'Replace the installer, who owns every workspace',
    description:
      'Makes an account the installer in place of the current one. The installer owns every workspace and may create new ones. The previous installer keeps only the workspaces that it is a member of, and its invitations become invalid.',
    examples: [['accounts make-installer ada@aurora.example', 'an account whose address is verified']],
  })
    .argument(...emailOf)
    .addOption(json())
    .action((email, options) => makeInstaller(cli, email, options));

  define(accounts, {
    name: 'passkeys',
    summary: 'List or remove the passkeys of an account',
    examples: [
      ['accounts passkeys ada@aurora.example', 'lists them'],
      ['accounts passkeys ada@aurora.example --remove-all', 'if a phone was lost'],
    ],
  })
    .argument(...emailOf)
    .addOption(
      new Option('--remove <id>', 'remove the passkey with this id').argParser(shortText(2_000)).conflicts('removeAll'),
    )
    .option('--remove-all', 'remove all of them')
    .addOption(json())
    .action((email, options) => showPasskeys(cli, email, options));
}

interface Link {
  readonly link: string;
  readonly expiresAt: string;
}

async function makeSetUpLink(cli: Cli, options: AsJson): Promise<void> {
  const made = await withStore(cli, async (store, config) => {
    const link = await createAccountVerbs({ store, attemptsPerAddress: 1 }).makeSetUpLink();
    if (link !== null) return linkOf(config, 'set-up', link);
    throw new OperatorError('There is already an account. Its owner invites others in the console, under People.');
  });
  show(cli, options, made, 'Create the first account with this link');
}

async function makeResetLink(cli: Cli, email: string, options: AsJson & { keepPasskeys?: true }): Promise<void> {
  const made = await withStore(cli, async (store, config) => {
    const link = await createAccountVerbs({ store, attemptsPerAddress: 1 }).makeResetLink(email, {
      keepsPasskeys: options.keepPasskeys === true,
    });
    if (link !== null) return linkOf(config, 'reset', link);
    throw new OperatorError('No console account has this email address.');
  });
  show(cli, options, made, 'Set a new password with this link');
}

function linkOf(config: Config, page: string, { token, expiresAt }: { token: string; expiresAt: string }): Link {
  const base = config.publicUrl ?? `http://localhost:${config.port}`;
  return { link: `${base}/console/${page}#${token}`, expiresAt };
}

function show({ printer }: Cli, options: AsJson, made: Link, what: string): void {
  if (options.json) printer.json(made);
  else {
    printer.line(`${what}, once, until ${made.expiresAt}:`);
    printer.line(`  ${printer.colours.cyan(made.link)}`);
  }
}

async function listAccounts(cli: Cli, options: AsJson): Promise<void> {
  const accounts = await readStore(cli, (store) => createOperatorVerbs({ store }).list());
  const { printer } = cli;
  if (options.json) return printer.json(accounts);
  if (accounts.length === 0) {
    return printer.line('There is no account yet. "understudy accounts set-up" creates the link for the first one.');
  }
  const now = Date.now();
  printer.table(
    [
      { title: 'EMAIL', canShrink: true },
      { title: 'NAME', canShrink: true },
      { title: 'STATE', paint: (cell, { green, yellow }) => (cell === 'active' ? green(cell) : yellow(cell)) },
      { title: 'ADDRESS' },
      { title: 'WORKSPACES', canShrink: true },
      { title: 'PASSKEYS', align: 'right' },
      { title: 'LAST SEEN' },
    ],
    accounts.map((account) => [
      printableText(account.email),
      printableText(account.name),
      account.isDisabled ? 'disabled' : 'active',
      account.addressProven ? 'proven' : 'unproven',
      workspacesOf(account),
      String(account.passkeys),
      ago(account.lastSeenAt, now),
    ]),
  );
}

function workspacesOf({ isInstaller, workspaces }: AccountView): string {
  if (isInstaller) return 'all (installer)';
  return workspaces.map(({ id, role }) => `${id} (${role})`).join(', ') || 'none';
}

async function setAccountDisabled(cli: Cli, email: string, options: AsJson & { isDisabled: boolean }): Promise<void> {
  const { isDisabled } = options;
  const account = await withStore(cli, (store) => createOperatorVerbs({ store }).setDisabled(email, isDisabled));
  const { printer } = cli;
  if (options.json) return printer.json(account);
  const what = isDisabled ? 'is disabled: it cannot sign in, and its sessions have ended' : 'can sign in again';
  printer.line(`${printer.colours.green('✓')} ${printableText(account.email)} ${what}.`);
}

async function removeAccount(cli: Cli, email: string, options: AsJson & { yes?: true }) {
  if (options.yes !== true) {
    const isSure = await confirm(cli, `Permanently remove the account ${printableText(email)}?`);
    if (isSure === null)
      throw new OperatorError(
        'The command cannot ask for confirmation without a terminal. Add --yes to remove the account.',
      );
    if (!isSure) return cli.printer.line('Nothing was changed.');
  }
  const removed = await withStore(cli, (store) => createOperatorVerbs({ store }).remove(email));
  const { printer } = cli;
  if (options.json) return printer.json(removed);
  printer.line(
    `${printer.colours.green('✓')} ${printableText(removed.email)} was removed, with its sessions, passkeys and memberships.`,
  );
}

async function makeInstaller(cli: Cli, email: string, options: AsJson): Promise<void> {
  const account = await withStore(cli, (store) => createOperatorVerbs({ store }).makeInstaller(email));
  const { printer } = cli;
  if (options.json) return printer.json(account);
  printer.line(
    `${printer.colours.green('✓')} ${printableText(account.email)} is now the installer, who owns every workspace. The previous installer keeps only the workspaces that it is a member of.`,
  );
}

async function showPasskeys(
  cli: Cli,
  email: string,
  options: AsJson & { remove?: string; removeAll?: true },
): Promise<void> {
  const { printer } = cli;
  if (options.remove !== undefined || options.removeAll) {
    const credentialId = options.remove ?? null;
    const removed = await withStore(cli, (store) => createOperatorVerbs({ store }).removePasskeys(email, credentialId));
    if (options.json) return printer.json({ removed });
    return printer.line(
      `${printer.colours.green('✓')} Removed ${removed === 1 ? 'one passkey' : `${removed} passkeys`}.`,
    );
  }
  const passkeys = await readStore(cli, (store) => createOperatorVerbs({ store }).listPasskeys(email));
  if (options.json) return printer.json(passkeys);
  if (passkeys.length === 0) return printer.line('This account has no passkey.');
  const now = Date.now();
  printer.table(
    [{ title: 'ID' }, { title: 'NAME', canShrink: true }, { title: 'ADDED' }, { title: 'LAST USED' }],
    passkeys.map(({ id, name, createdAt, lastUsedAt }) => [
      id,
      printableText(name),
      ago(createdAt, now),
      ago(lastUsedAt, now),
    ]),
  );
}
