/**
 * A handle in its form for comparison: composed (NFC), without surrounding spaces and leading @, in lower case. Stores
 * keep handles as they were given.
 */
export function comparableHandle(handle: string): string {
  return handle.normalize('NFC').trim().replace(/^@+/, '').trim().toLowerCase().normalize('NFC');
}
