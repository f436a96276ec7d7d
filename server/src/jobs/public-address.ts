import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Whether an IP address is ordinary public unicast. Private, loopback, link-local, shared (CGNAT), multicast,
 * unspecified, reserved and documentation ranges are not, nor IPv6 forms that carry an IPv4 address (mapped,
 * compatible, NAT64, 6to4, Teredo), nor what cloud providers serve instance metadata on. Text that is no address is not.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv6' ? parsed.match(globalUnicast) : address !== azureWireServer;
}

/** The only part of IPv6 that IANA has given to global unicast. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');
/** A public address that every Azure machine reaches its platform's agent on. */
const azureWireServer = '168.63.129.16';
