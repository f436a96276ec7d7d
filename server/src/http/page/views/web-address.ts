/** An address as it may stand in a link; null where it leads to anything but http or https. */
export function webAddress(address: string | null | undefined): string | null {
  const url = URL.parse(address ?? '');
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:') ? url.href : null;
}
