import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** The proxies whose reports of the caller's address count: CARDWRIGHT_TRUSTED_PROXIES. */
export interface TrustedProxies {
  readonly isEmpty: boolean;
  holds(address: string): boolean;
}

export function createTrustedProxies(entries: readonly string[]): TrustedProxies {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address) === 4 ? 'ipv4' : 'ipv6';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return {
    isEmpty: entries.length === 0,
    holds: (address) => list.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6'),
  };
}

/** Normalizes an address, and an IPv4-mapped IPv6 address to IPv4. Returns undefined for a text that is no address. */
export function plainAddress(text: string | undefined): string | undefined {
  return text === undefined || isIP(text) === 0 ? undefined : ipaddr.process(text).toString();
}
