import type { Socket } from 'node:net';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { plainAddress, type TrustedProxies } from './trusted-proxies.ts';

/** Addresses from PROXY headers, for connections that a trusted proxy made. */
const fromProxyHeaders = new WeakMap<Socket, string>();

/** Records the address of a PROXY header. Call it before the first request of the connection is read. */
export function recordProxiedAddress(socket: Socket, address: string): void {
  fromProxyHeaders.set(socket, address);
}

/**
 * The address of the caller, for limits and the audit log. Anyone can send X-Forwarded-For, so an entry counts only if
 * a trusted proxy added it. The list is read from its end, where the nearest proxy writes, up to the first address that
 * is not a trusted proxy.
 */
export function addressOf(request: FastifyRequest): string {
  const { socket, headers } = request.raw;
  let address = fromProxyHeaders.get(socket) ?? plainAddress(socket.remoteAddress) ?? request.ip;
  const proxies = request.server.trustedProxies;
  if (proxies === undefined || proxies.isEmpty) return address;
  const forwarded = String(headers['x-forwarded-for'] ?? '').split(',');
  while (proxies.holds(address)) {
    const before = readEntry(forwarded.pop());
    if (before === undefined) break;
    address = before;
  }
  return address;
}

/** Reads an address, after which some proxies write a port. */
function readEntry(entry: string | undefined): string | undefined {
  const text = entry?.trim() ?? '';
  const withoutPort = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1];
  return plainAddress(withoutPort ?? text);
}

/**
 * Returns what limits count as one sender: an IPv4 address, or the /64 of an IPv6 address, because one host has all of
 * its addresses.
 */
export function senderOf(address: string): string {
  const plain = plainAddress(address);
  if (plain === undefined || !plain.includes(':')) return address;
  return ipaddr.IPv6.networkAddressFromCIDR(`${plain}/64`).toString();
}

declare module 'fastify' {
  interface FastifyInstance {
    readonly trustedProxies?: TrustedProxies;
  }
}
