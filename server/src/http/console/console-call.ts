import type { Visitor } from '../../admin/accounts/open-session.ts';
import { ConsoleError } from '../../domain/console/console-error.ts';
import type { ConsoleInput, ConsoleOutput, ConsoleParameters, ConsoleRouteName } from '../../domain/console/routes.ts';
import type { SessionRecord } from '../../store/account-port.ts';

/** One call of a console route, its access judged and its input validated. */
export interface ConsoleCall<Name extends ConsoleRouteName> {
  readonly params: ConsoleParameters<Name>;
  readonly input: ConsoleInput<Name>;
  /** Null on routes that are open to anyone. */
  readonly session: SessionRecord | null;
  readonly visitor: Visitor;
  /** Where the page was opened. */
  readonly origin: string;
  readonly takesPasskeys: boolean;
  /** Aborted once the caller hung up or the service stops; its reason is the refusal that ends the call. */
  readonly gone: AbortSignal;
  /** Gives the browser a session, and knows it from then on. */
  signIn(token: string): Promise<SessionRecord>;
  /** Lets the browser show, as long as the password stays, that this account was signed in with it. */
  knowBrowser(accountId: string): Promise<void>;
  signOut(): Promise<void>;
}

export type ConsoleHandlers<Name extends ConsoleRouteName> = {
  readonly [Each in Name]: (call: ConsoleCall<Each>) => Promise<ConsoleOutput<Each>>;
};

/** The session of a call that needs one. @throws ConsoleError `console_signed_out` */
export function signedIn({ session }: { readonly session: SessionRecord | null }): SessionRecord {
  if (session === null) throw new ConsoleError('console_signed_out');
  return session;
}
