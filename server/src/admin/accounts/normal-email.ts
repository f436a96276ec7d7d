/** An e-mail address in the form that identifies accounts: trimmed, composed, in lower case. */
export function normalEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
