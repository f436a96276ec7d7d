/**
 * A handle as it is compared: composed (NFC), without spaces around it and @ before it, in small letters of any script.
 * Stores keep handles as they were given.
 */
export function comparableHandle(handle: string): string {
  return handle.normalize('NFC').trim().replace(/^@+/, '').trim().toLowerCase().normalize('NFC');
}
