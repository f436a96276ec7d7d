/** Returns an email address in the form that identifies accounts: trimmed, composed (NFC), and in lower case. */
export function normalEmail(email: string): string {
  return email.trim().normalize('NFC').toLowerCase();
}
