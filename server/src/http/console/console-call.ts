import type { Visitor } from '../../admin/accounts/open-session.ts';
import { ConsoleError } from '../../domain/console/console-error.ts';
import type { ConsoleInput, ConsoleOutput, ConsoleParameters, ConsoleRouteName } from '../../domain/console/routes.ts';
import type { SessionRecord } from '../../store/account-port.ts';

/** One call to a console route, with checked access and validated input. */
export interface ConsoleCall<Name extends ConsoleRouteName> {
  readonly params: ConsoleParameters<Name>;
  readonly input: ConsoleInput<Name>;
  /** Null if the caller is not signed in, which only public routes allow. */
  readonly session: SessionRecord | null;
  readonly visitor: Visitor;
  /** The requesting page's origin. */
  readonly origin: string;
  readonly takesPasskeys: boolean;
  /** Aborted when the caller disconnects or the service stops; its reason is the refusal that ends the call. */
  readonly gone: AbortSignal;
  /** Gives the browser a session. Later calls from the browser belong to this session. */
  signIn(token: string): Promise<SessionRecord>;
  /**
   * Gives the browser a proof that it has signed in with this account before. The proof is valid until the password
   * changes.
   */
  knowBrowser(accountId: string): Promise<void>;
  signOut(): Promise<void>;
}

export type ConsoleHandlers<Name extends ConsoleRouteName> = {
  readonly [Each in Name]: (call: ConsoleCall<Each>) => Promise<ConsoleOutput<Each>>;
};

/** Returns the session of a call that needs one. @throws ConsoleError `console_signed_out` */
export function signedIn({ session }: { readonly session: SessionRecord | null }): SessionRecord {
  if (session === null) throw new ConsoleError('console_signed_out');
  return session;
}
