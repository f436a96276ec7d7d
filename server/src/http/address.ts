import ipaddr from 'ipaddr.js';

/** The address that failed authentications are counted under: an IPv4 address as it is (also when mapped into IPv6), an IPv6 address by its /64. */
export function limitedAddress(address: string): string {
  const bare = address.split('%', 1)[0] ?? '';
  if (!ipaddr.isValid(bare)) return 'unknown';
  const parsed = ipaddr.process(bare);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
