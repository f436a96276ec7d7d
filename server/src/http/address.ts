import ipaddr from 'ipaddr.js';

/**
 * Returns the address that failed authentication attempts count against: an IPv4 address unchanged (also when mapped
 * into IPv6), the /64 of an IPv6 address, or `unknown` for an invalid address.
 */
export function limitedAddress(address: string): string {
  const bare = address.split('%', 1)[0] ?? '';
  if (!ipaddr.isValid(bare)) return 'unknown';
  const parsed = ipaddr.process(bare);
  if (parsed instanceof ipaddr.IPv4) return parsed.toString();
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}

/** Returns the network by which a Page's visitors are counted: an IPv4 /24 or an IPv6 /64. */
export function visitorNetwork(address: string): string {
  const limited = limitedAddress(address);
  return limited.includes(':') ? limited : (keptAddress(address, 'prefix') ?? limited);
}

/** How much of a caller's address is logged: all, the network (an IPv4 /24, an IPv6 /48), or nothing. */
export type KeptAddress = 'full' | 'prefix' | 'none';

/** Returns an address in its logged form; null if it is not logged or is invalid. */
export function keptAddress(address: string, kept: KeptAddress): string | null {
  const bare = address.split('%', 1)[0] ?? '';
  if (kept === 'none' || !ipaddr.isValid(bare)) return null;
  const parsed = ipaddr.process(bare);
  if (kept === 'full') return parsed.toString();
  if (parsed instanceof ipaddr.IPv4) return `${parsed.octets.slice(0, 3).join('.')}.0/24`;
  const network = parsed.parts.slice(0, 3).map((part) => part.toString(16));
  return `${network.join(':')}::/48`;
}

/**
 * Removes the ports that some proxies add to addresses in X-Forwarded-For (`203.0.113.7:4711`, `[2001:db8::1]:4711`).
 * Keeps invalid addresses, so that no address before an invalid one is trusted.
 */
export function withoutPorts(forwarded: string): string {
  return forwarded
    .split(',')
    .map((part) => part.trim().replace(/^"(.*)"$/, '$1'))
    .map(
      (part) =>
        /^(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}$/.exec(part)?.[1] ??
        /^\[([0-9a-fA-F:.]+)\](?::\d{1,5})?$/.exec(part)?.[1] ??
        part,
    )
    .join(', ');
}

/**
 * Returns the caller's address as trusted proxies report it, or the connection's address if they report none. Returns
 * '' if the caller has already disconnected, because Node then no longer knows the address.
 */
export function callerAddress({
  ip,
  socket,
}: {
  readonly ip: string | undefined;
  readonly socket: { readonly remoteAddress?: string | undefined };
}): string {
  return ip !== undefined && ipaddr.isValid(ip.split('%', 1)[0] ?? '') ? ip : (socket.remoteAddress ?? '');
}

/**
 * Returns the network that a single party may control entirely: the /48 of an IPv6 address, or a single IPv4 address.
 */
export function sharedNetwork(address: string): string {
  const limited = limitedAddress(address);
  return limited.includes(':') ? (keptAddress(address, 'prefix') ?? limited) : limited;
}
