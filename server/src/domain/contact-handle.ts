/**
 * Converts a handle to the form in which handles are compared: composed (NFC), in lower case, and without surrounding
 * spaces or leading @. Stores keep handles in the form in which they were given.
 */
export function comparableHandle(handle: string): string {
  return handle.normalize('NFC').trim().replace(/^@+/, '').trim().toLowerCase().normalize('NFC');
}
