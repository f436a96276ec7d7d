/**
 * The error codes that only the console uses. New codes may be added, but none may be renamed. Agents never receive
 * them.
 */
export const consoleErrors = {
  console_signed_out: { status: 401, message: 'You are not signed in, or your session has ended. Sign in again.' },
  console_sign_in_failed: { status: 401, message: 'The email address or the password is wrong.' },
  console_account_disabled: {
    status: 403,
    message: 'This account is disabled. Ask the operator of this installation to enable it.',
  },
  console_confirmation_needed: {
    status: 403,
    message: 'Enter your password or use one of your passkeys to continue.',
  },
  console_passkey_failed: { status: 401, message: 'The passkey was not accepted. Try again, or use your password.' },
  console_request_refused: {
    status: 403,
    message: 'The request did not come from a page of this console. Reload the page and try again.',
  },
  console_role_missing: { status: 403, message: 'Your role in this workspace does not allow this.' },
  console_not_found: { status: 404, message: 'Not found, or you have no access to it.' },
  console_link_invalid: {
    status: 410,
    message: 'This link was used, has expired, or is incomplete. Ask for a new one.',
  },
  console_input_invalid: { status: 400, message: 'Some fields of the form are invalid.' },
  console_version_conflict: {
    status: 409,
    message: 'Someone changed this in the meantime. Check the current version, then save again.',
  },
  console_not_possible: { status: 409, message: 'This is not possible in the current state.' },
  console_too_many_windows: { status: 429, message: 'Too many windows of this console are open. Close some of them.' },
  console_too_many_attempts: { status: 429, message: 'Too many attempts. Wait a moment, then try again.' },
} as const satisfies Record<string, { readonly status: number; readonly message: string }>;

export type ConsoleErrorCode = keyof typeof consoleErrors;

/** A fault in a field, which the form shows next to that field. */
export interface FieldFault {
  /** The field's path, such as `item.text` or `notifications.email.to[1]`; empty for the form itself. */
  readonly path: string;
  readonly message: string;
}

/** A refusal that the console shows to a person. */
export class ConsoleError extends Error {
  readonly code: ConsoleErrorCode;
  readonly fields: readonly FieldFault[];
  readonly retryAfterSeconds: number | null;

  constructor(
    code: ConsoleErrorCode,
    details: { message?: string; fields?: readonly FieldFault[]; retryAfterSeconds?: number } = {},
  ) {
    super(details.message ?? consoleErrors[code].message);
    this.name = 'ConsoleError';
    this.code = code;
    this.fields = details.fields ?? [];
    this.retryAfterSeconds = details.retryAfterSeconds ?? null;
  }
}
