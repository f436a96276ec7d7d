/** Returns the mailbox's own addresses, in lower case. */
export function ownAddresses(fields: Readonly<Record<string, string>>): Set<string> {
  return new Set((fields['address'] ?? '').split(',').map((address) => address.trim().toLowerCase()));
}
