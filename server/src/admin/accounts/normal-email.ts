/** An e-mail address as accounts are known by it: trimmed, composed, in lower case. */
export function normalEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
