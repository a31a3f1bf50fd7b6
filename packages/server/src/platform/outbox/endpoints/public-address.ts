import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** 2000::/3: all IPv6 space that is allocated for the internet. The rest is reserved or unassigned. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');
/** Where networks without IPv4 map the IPv4 addresses of the internet (NAT64, RFC 6052). */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Addresses of the public space that a cloud answers itself for its own machines: the host agent of Azure, which serves
 * configuration and keys of the machine. Those of other clouds are in reserved space: 169.254.0.0/16, 100.100.100.200,
 * 192.0.0.192, fd00::/8.
 */
const HOST_AGENTS: ReadonlySet<string> = new Set(['168.63.129.16']);

/**
 * Whether an address belongs to the public internet. IPv6 forms with an IPv4 address inside (mapped, compatible, 6to4,
 * Teredo) do not count as public: no real receiver uses them. The one exception is NAT64, which is judged by the IPv4
 * address inside.
 */
export function isPublicAddress(text: string): boolean {
  // accepts only unambiguous notation: some parsers read 010.0.0.1 as 8.0.0.1, others as 10.0.0.1
  if (isIP(text) === 0 || text.includes('%')) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4) return isPublicIpv4(address);
  if (address.match(NAT64)) return isPublicIpv4(new ipaddr.IPv4(address.toByteArray().slice(12)));
  return address.match(GLOBAL_UNICAST) && address.range() === 'unicast';
}

function isPublicIpv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && !HOST_AGENTS.has(address.toString());
}
