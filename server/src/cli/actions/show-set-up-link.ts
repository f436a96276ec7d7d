import { createAccountVerbs } from '../../admin/accounts/account-verbs.ts';
import type { Store } from '../../store/port.ts';
import type { Printer } from '../printer.ts';

/** Tells where the console is, and as long as nobody has an account, the link that makes the first one. */
export async function showSetUpLink(options: {
  printer: Printer;
  store: Store;
  url: string;
  publicUrl: string | null;
}): Promise<void> {
  const { printer, store, url, publicUrl } = options;
  const { cyan, dim } = printer.colours;
  // Browsers make passkeys for names, not for addresses.
  const base = publicUrl ?? url.replace('//127.0.0.1:', '//localhost:');
  const link = await createAccountVerbs({ store, attemptsPerAddress: 1 }).makeSetUpLink();
  if (link === null) return printer.line(`Console: ${cyan(`${base}/console/`)}`);
  printer.line(
    `Console: make the first account with this link, ${dim('once, within a day; each start makes a new one')}:`,
  );
  printer.line(`  ${cyan(`${base}/console/set-up#${link.token}`)}`);
}
