import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** 2000::/3: all that has been given out for the internet. What lies outside of it is special, or nobody's yet. */
const GIVEN_OUT = ipaddr.IPv6.parseCIDR('2000::/3');
/** Where the name servers of a network without IPv4 put the IPv4 addresses of the internet (RFC 6052). */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

/**
 * Whether an address is one of the public internet. Forms that carry an IPv4 address inside (mapped, compatible, 6to4,
 * Teredo) are not: no name leads to them in earnest. The one exception is NAT64, which is judged by what it carries.
 */
export function isPublicAddress(text: string): boolean {
  // only the spelling that everybody reads alike: 010.0.0.1 is 8.0.0.1 to some, and 10.0.0.1 to others
  if (isIP(text) === 0 || text.includes('%')) return false;
  const address = ipaddr.parse(text);
  if (address instanceof ipaddr.IPv4) return address.range() === 'unicast';
  if (address.match(NAT64)) return new ipaddr.IPv4(address.toByteArray().slice(12)).range() === 'unicast';
  return address.match(GIVEN_OUT) && address.range() === 'unicast';
}
