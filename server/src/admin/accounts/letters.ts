import { ConsoleError } from '../../domain/console/console-error.ts';
import type { ConsoleInput } from '../../domain/console/routes.ts';
import type { Log } from '../../lib/log.ts';
import { createToken } from '../../lib/secrets.ts';
import type { NoticeKind } from '../../store/account-care-port.ts';
import type { SessionRecord } from '../../store/account-port.ts';
import type { Store } from '../../store/port.ts';
import { accountLink } from './account-link.ts';
import { normalEmail } from './normal-email.ts';

const addressLinkLifetimeMs = 24 * 3_600_000;
const mailsPerMinute = 3;

/** Emails plain text to one person. Resolves to null if the mail server accepted it, and otherwise to the reason. */
export type SendLetter = (letter: { to: string; subject: string; text: string }) => Promise<string | null>;

export interface LetterDeps {
  readonly store: Store;
  readonly log: Pick<Log, 'warn'>;
  /** Null if the service has no mail server. */
  readonly sendLetter: SendLetter | null;
}

/** Creates the actions that email address links, and notices of new credentials. */
export function createLetterVerbs({ store, log, sendLetter }: LetterDeps) {
  return {
    /**
     * Emails a link to the account's address, or to a new one. Using the link verifies the address and sets a new
     * password.
     * @throws ConsoleError when no email can be sent, too many were sent, or the address belongs to another account
     * that is verified or disabled
     */
    async mailAddressLink(
      { accountId }: SessionRecord,
      input: Pick<ConsoleInput<'changeAddress'>, 'email'>,
      baseUrl: string,
    ): Promise<void> {
      if (sendLetter === null) {
        throw new ConsoleError('console_not_possible', {
          message:
            'This service has no mail server, so it cannot verify an address. Ask the operator for a link from "understudy accounts reset".',
        });
      }
      const retryAfterSeconds = await store.countAttempt({
        names: [{ name: `mail for ${accountId}`, limit: mailsPerMinute }],
      });
      if (retryAfterSeconds > 0) throw new ConsoleError('console_too_many_attempts', { retryAfterSeconds });
      const email = normalEmail(input.email);
      const other = await store.accountByEmail({ email });
      if (other !== null && other.accountId !== accountId && (other.isProven || other.isDisabled)) {
        const fields = [{ path: 'email', message: 'Another account has this address.' }];
        throw new ConsoleError('console_input_invalid', { message: fields[0]?.message, fields });
      }
      const { token, hash } = createToken();
      const kind = 'password_reset';
      const lifetimeMs = addressLinkLifetimeMs;
      await store.makeLink(accountLink({ tokenHash: hash, kind, lifetimeMs, email, accountId, provesAddress: true }));
      const fault = await sendLetter({ to: email, ...addressLetter(`${baseUrl}/console/reset#${token}`) });
      if (fault === null) return;
      throw new ConsoleError('console_not_possible', { message: `The link could not be emailed: ${fault}.` });
    },

    /** Emails a notice of a new credential. If the email cannot be sent, only the console's banner shows the notice. */
    tell(email: string, kind: NoticeKind): void {
      if (sendLetter === null) return;
      void sendLetter({ to: email, ...noticeLetter(kind) }).then((fault) => {
        if (fault !== null) log.warn({ reason: fault }, 'a person could not be notified by email of a new credential');
      });
    },
  };
}

function addressLetter(link: string) {
  return {
    subject: 'Confirm your email address for Understudy',
    text: [
      'Someone asked to use this email address for an Understudy account.',
      '',
      'If that was you, open this link within 24 hours and choose a password:',
      '',
      link,
      '',
      'If it was not you, ignore this email. Nothing changes unless someone opens the link.',
      '',
    ].join('\n'),
  };
}

const happened: Readonly<Record<NoticeKind, string>> = {
  passkey_added: 'A passkey was added to your account.',
  password_changed: "Your account's password was changed.",
  password_reset: "Your account's password was set with a reset link.",
  address_changed: 'Your account has a new email address.',
};

function noticeLetter(kind: NoticeKind) {
  return {
    subject: `Understudy: ${happened[kind].replace(/\.$/, '')}`,
    text: [
      happened[kind],
      '',
      'If that was you, you do not need to do anything.',
      'If it was not you, change your password in the console under Your account, which removes passkeys and ends other sessions, and tell the operator of the installation.',
      '',
    ].join('\n'),
  };
}
