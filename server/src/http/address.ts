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

/** The network that visitors of a Page are counted by: an IPv4 /24, an IPv6 /64. */
export function visitorNetwork(address: string): string {
  const limited = limitedAddress(address);
  return limited.includes(':') ? limited : (keptAddress(address, 'prefix') ?? limited);
}

/** How much of a caller's address is written down: all, the network (an IPv4 /24, an IPv6 /48), or nothing. */
export type KeptAddress = 'full' | 'prefix' | 'none';

/** An address as it is written down. Null: it is not, or it is none. */
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
 * The list of a proxy's X-Forwarded-For without the ports that some add (`203.0.113.7:4711`, `[2001:db8::1]:4711`). What is no address
 * stays, and is nobody's: trust ends there.
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
 * Who asks: the address that trusted proxies vouch for; where they name none, the one that connected. Empty when the caller has
 * left already: Node then knows no address.
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

/** What one party may have as many addresses of as it likes: the /48 of an IPv6 address; an IPv4 address is its own. */
export function sharedNetwork(address: string): string {
  const limited = limitedAddress(address);
  return limited.includes(':') ? (keptAddress(address, 'prefix') ?? limited) : limited;
}
