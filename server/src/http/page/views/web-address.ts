/** Returns an address that may be linked; null unless it is http or https. */
export function webAddress(address: string | null | undefined): string | null {
  const url = URL.parse(address ?? '');
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}
