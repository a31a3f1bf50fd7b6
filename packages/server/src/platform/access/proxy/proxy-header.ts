import { plainAddress } from './trusted-proxies.ts';

/** The kinds of first bytes of a connection (https://www.haproxy.org/download/3.0/doc/proxy-protocol.txt). */
export type ProxyHeader =
  | { readonly state: 'incomplete' | 'none' | 'invalid' }
  /** `address` is undefined if the proxy speaks for itself, for example in a health check. */
  | { readonly state: 'whole'; readonly length: number; readonly address: string | undefined };

const TEXT_BEGIN = Buffer.from('PROXY ');
const LONGEST_TEXT = 107;
const BINARY_BEGIN = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1');
const BINARY_FIXED = 16;
/** In bytes. More than the extensions that proxies send need. */
const LONGEST_BINARY = 4_096;

/** Reads the PROXY header of version 1 (a line of text) or 2 (binary). */
export function readProxyHeader(bytes: Buffer): ProxyHeader {
  if (beginsAs(bytes, TEXT_BEGIN)) return bytes.length < TEXT_BEGIN.length ? { state: 'incomplete' } : readText(bytes);
  if (beginsAs(bytes, BINARY_BEGIN)) return bytes.length < BINARY_FIXED ? { state: 'incomplete' } : readBinary(bytes);
  return { state: 'none' };
}

function beginsAs(bytes: Buffer, expected: Buffer): boolean {
  const length = Math.min(bytes.length, expected.length);
  return bytes.subarray(0, length).equals(expected.subarray(0, length));
}

function readText(bytes: Buffer): ProxyHeader {
  const end = bytes.subarray(0, LONGEST_TEXT).indexOf('\r\n');
  if (end < 0) return { state: bytes.length < LONGEST_TEXT ? 'incomplete' : 'invalid' };
  const [, family, source] = bytes.toString('latin1', 0, end).split(' ');
  const length = end + 2;
  if (family === 'UNKNOWN') return { state: 'whole', length, address: undefined };
  const address = plainAddress(source);
  const isSupported = (family === 'TCP4' || family === 'TCP6') && address !== undefined;
  return isSupported ? { state: 'whole', length, address } : { state: 'invalid' };
}

const VERSION_2 = 0x20;
const LOCAL = 0x20;
const PROXY = 0x21;
const INET = 1;
const INET6 = 2;

function readBinary(bytes: Buffer): ProxyHeader {
  const command = bytes.readUInt8(12);
  const family = bytes.readUInt8(13) >> 4;
  const length = BINARY_FIXED + bytes.readUInt16BE(14);
  if ((command & 0xf0) !== VERSION_2 || length > LONGEST_BINARY) return { state: 'invalid' };
  if (bytes.length < length) return { state: 'incomplete' };
  if (command === LOCAL) return { state: 'whole', length, address: undefined };
  if (command !== PROXY) return { state: 'invalid' };
  // other families, such as a Unix socket, have no address for limits and the audit log
  if (family !== INET && family !== INET6) return { state: 'whole', length, address: undefined };
  const source = bytes.subarray(BINARY_FIXED, Math.min(length, BINARY_FIXED + (family === INET ? 4 : 16)));
  const address = plainAddress(family === INET ? [...source].join('.') : groupsOf(source));
  return address === undefined ? { state: 'invalid' } : { state: 'whole', length, address };
}

function groupsOf(bytes: Buffer): string {
  return (
    bytes
      .toString('hex')
      .match(/.{1,4}/g)
      ?.join(':') ?? ''
  );
}
