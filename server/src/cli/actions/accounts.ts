import { createAccountVerbs } from '../../admin/accounts/account-verbs.ts';
import type { Config } from '../../config.ts';
import { OperatorError } from '../../lib/errors.ts';
import { createPrinter } from '../printer.ts';
import type { Terminal } from '../terminal.ts';
import { withStore } from '../with-store.ts';

interface Link {
  readonly link: string;
  readonly expiresAt: string;
}

export async function makeSetUpLink(terminal: Terminal, options: { json?: true }): Promise<void> {
  const made = await withStore(terminal, async (store, config) => {
    const link = await createAccountVerbs({ store, attemptsPerAddress: 1 }).makeSetUpLink();
    if (link !== null) return linkOf(config, 'set-up', link);
    throw new OperatorError('There is an account already. Its owner invites others in the console, under People.');
  });
  show(terminal, options, made, 'Make the first account with this link');
}

export async function makeResetLink(
  terminal: Terminal,
  email: string,
  options: { keepPasskeys?: true; json?: true },
): Promise<void> {
  const made = await withStore(terminal, async (store, config) => {
    const link = await createAccountVerbs({ store, attemptsPerAddress: 1 }).makeResetLink(email, {
      keepsPasskeys: options.keepPasskeys === true,
    });
    if (link !== null) return linkOf(config, 'reset', link);
    throw new OperatorError('No account of the console has this e-mail address.');
  });
  show(terminal, options, made, 'Set a new password with this link');
}

function linkOf(config: Config, page: string, { token, expiresAt }: { token: string; expiresAt: string }): Link {
  const base = config.publicUrl ?? `http://localhost:${config.port}`;
  return { link: `${base}/console/${page}#${token}`, expiresAt };
}

function show(terminal: Terminal, options: { json?: true }, made: Link, what: string): void {
  const printer = createPrinter(terminal);
  if (options.json) printer.json(made);
  else {
    printer.line(`${what}, once, until ${made.expiresAt}:`);
    printer.line(`  ${printer.colours.cyan(made.link)}`);
  }
}
