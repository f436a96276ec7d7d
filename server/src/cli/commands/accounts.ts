import type { Command } from 'commander';
import type { CommandContext } from '../command-context.ts';
import { shortText } from '../option-values.ts';
import { define, defineGroup, json } from './define.ts';
import { addOperatedAccounts } from './operated-accounts.ts';

export function addAccounts(program: Command, context: CommandContext): void {
  const { terminal } = context;
  const accounts = defineGroup(program, 'accounts', 'Let people into the console', [
    ['accounts list', 'who has an account'],
    ['accounts reset ada@aurora.example', 'a link for a new password'],
  ]).helpGroup('Day to day:');

  define(accounts, {
    name: 'set-up',
    summary: 'Make the link for the first account of the console',
    description:
      'Makes the one-time link by which the first account is made, valid for a day. "serve" prints one at each start as long as nobody has an account; whichever is used first ends the others.',
    examples: [['accounts set-up', 'for whoever is to own the console']],
  })
    .addOption(json())
    .action(async (options: { json?: true }) => {
      const { makeSetUpLink } = await import('../actions/accounts.ts');
      await makeSetUpLink(terminal, options);
    });

  define(accounts, {
    name: 'reset',
    summary: 'Make a link by which somebody sets a new password',
    description:
      'Makes a one-time link for a new password of an account, valid for a day; an earlier one ends. It is printed and sent to nobody: hand it to the person themselves, because it proves that the address is theirs. When it is used, every session and every passkey of the account ends.',
    examples: [['accounts reset ada@aurora.example', 'for who forgot theirs']],
  })
    .argument('<email>', 'the e-mail address of the account', shortText(254))
    .option('--keep-passkeys', 'leave the passkeys, where the address was proven before')
    .addOption(json())
    .action(async (email: string, options: { keepPasskeys?: true; json?: true }) => {
      const { makeResetLink } = await import('../actions/accounts.ts');
      await makeResetLink(terminal, email, options);
    });

  addOperatedAccounts(accounts, context);
}
