import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/**
 * Returns true if an IP address is ordinary public unicast. Returns false for private, loopback, link-local, shared
 * (CGNAT), multicast, unspecified, reserved and documentation ranges, for IPv6 forms that contain an IPv4 address
 * (mapped, compatible, NAT64, 6to4, Teredo), for cloud providers' metadata addresses, and for text that is not an
 * address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0 || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv6' ? parsed.match(globalUnicast) : address !== azureWireServer;
}

/** The only part of IPv6 that IANA has allocated as global unicast. */
const globalUnicast = ipaddr.parseCIDR('2000::/3');
/** The public address at which every Azure machine reaches its platform services. */
const azureWireServer = '168.63.129.16';
