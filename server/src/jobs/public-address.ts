import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Whether an IP address is ordinary public unicast. Excluded are private, loopback, link-local, shared (CGNAT),
 * multicast, unspecified, reserved and documentation ranges, IPv6 forms that contain an IPv4 address (mapped,
 * compatible, NAT64, 6to4, Teredo), and the addresses of cloud providers' instance metadata. Text that is not an
 * address is excluded too.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv6' ? parsed.match(globalUnicast) : address !== azureWireServer;
}

/** The only part of IPv6 that IANA has allocated as global unicast. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');
/** The public address at which every Azure machine reaches its platform's agent. */
const azureWireServer = '168.63.129.16';
