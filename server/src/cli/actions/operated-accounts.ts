import { type AccountView, createOperatorVerbs } from '../../admin/accounts/operator-verbs.ts';
import { OperatorError } from '../../lib/errors.ts';
import { printableText } from '../../lib/printable.ts';
import { ago } from '../ago.ts';
import { createPrinter } from '../printer.ts';
import { confirm } from '../teach/confirm.ts';
import type { Terminal } from '../terminal.ts';
import { lookAtStore, withStore } from '../with-store.ts';

interface Options {
  readonly json?: true;
}

export async function listAccounts(terminal: Terminal, options: Options): Promise<void> {
  const accounts = await lookAtStore(terminal, (store) => createOperatorVerbs({ store }).list());
  const printer = createPrinter(terminal);
  if (options.json) return printer.json(accounts);
  if (accounts.length === 0) {
    return printer.line('There is no account yet. "understudy accounts set-up" makes the link for the first one.');
  }
  const now = Date.now();
  printer.table(
    [
      { title: 'E-MAIL', canShrink: true },
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

export async function setAccountDisabled(
  terminal: Terminal,
  email: string,
  options: Options & { isDisabled: boolean },
): Promise<void> {
  const { isDisabled } = options;
  const account = await withStore(terminal, (store) => createOperatorVerbs({ store }).setDisabled(email, isDisabled));
  const printer = createPrinter(terminal);
  if (options.json) return printer.json(account);
  const what = isDisabled ? 'is disabled: nobody signs in to it, and its sessions have ended' : 'can sign in again';
  printer.line(`${printer.colours.green('✓')} ${printableText(account.email)} ${what}.`);
}

export async function removeAccount(terminal: Terminal, email: string, options: Options & { yes?: true }) {
  if (options.yes !== true) {
    const isSure = await confirm(terminal, `Remove the account ${printableText(email)} for good?`);
    if (isSure === null) throw new OperatorError('Nobody is there to be asked. Add --yes to remove the account.');
    if (!isSure) return createPrinter(terminal).line('Nothing was changed.');
  }
  const removed = await withStore(terminal, (store) => createOperatorVerbs({ store }).remove(email));
  const printer = createPrinter(terminal);
  if (options.json) return printer.json(removed);
  printer.line(
    `${printer.colours.green('✓')} ${printableText(removed.email)} is removed, with its sessions, passkeys and memberships.`,
  );
}

export async function makeInstaller(terminal: Terminal, email: string, options: Options): Promise<void> {
  const account = await withStore(terminal, (store) => createOperatorVerbs({ store }).makeInstaller(email));
  const printer = createPrinter(terminal);
  if (options.json) return printer.json(account);
  printer.line(
    `${printer.colours.green('✓')} ${printableText(account.email)} is the installer now: owner of every workspace. The account that was it before keeps only the workspaces that it is a member of.`,
  );
}

export async function showPasskeys(
  terminal: Terminal,
  email: string,
  options: Options & { remove?: string; removeAll?: true },
): Promise<void> {
  const printer = createPrinter(terminal);
  if (options.remove !== undefined || options.removeAll) {
    const credentialId = options.remove ?? null;
    const removed = await withStore(terminal, (store) =>
      createOperatorVerbs({ store }).removePasskeys(email, credentialId),
    );
    if (options.json) return printer.json({ removed });
    return printer.line(
      `${printer.colours.green('✓')} Removed ${removed === 1 ? 'one passkey' : `${removed} passkeys`}.`,
    );
  }
  const passkeys = await lookAtStore(terminal, (store) => createOperatorVerbs({ store }).listPasskeys(email));
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
