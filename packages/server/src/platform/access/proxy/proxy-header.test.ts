import { describe, expect, it } from 'vitest';
import { readProxyHeader } from './proxy-header.ts';

const SIGNATURE = '0d0a0d0a000d0a515549540a';
const TCP4 = `${SIGNATURE}2111000c${'cb007107'}${'c0000201'}${'1f90'}${'01bb'}`;
const TCP6 = `${SIGNATURE}21210024${'20010db8000000000000000000000007'}${'20010db8000000000000000000000001'}${'1f90'}${'01bb'}`;

const WHOLE: readonly (readonly [string, Buffer, string | undefined])[] = [
  ['a line for IPv4', Buffer.from('PROXY TCP4 203.0.113.7 192.0.2.1 8080 443\r\n'), '203.0.113.7'],
  ['a line for IPv6', Buffer.from('PROXY TCP6 2001:db8::7 2001:db8::1 8080 443\r\n'), '2001:db8::7'],
  ['a line without an address', Buffer.from('PROXY UNKNOWN\r\n'), undefined],
  ['the binary form for IPv4', Buffer.from(TCP4, 'hex'), '203.0.113.7'],
  ['the binary form for IPv6', Buffer.from(TCP6, 'hex'), '2001:db8::7'],
  [
    'the binary form with an extension',
    Buffer.from(`${SIGNATURE}21110011cb007107c00002011f9001bb0400020000`, 'hex'),
    '203.0.113.7',
  ],
  ["the binary form of a proxy's own check", Buffer.from(`${SIGNATURE}20000000`, 'hex'), undefined],
  ['the binary form for a Unix socket', Buffer.from(`${SIGNATURE}21310004deadbeef`, 'hex'), undefined],
];

describe('a PROXY header', () => {
  it.each(WHOLE)('is read as %s, and the bytes after it are left to HTTP', (_what, header, address) => {
    expect(readProxyHeader(Buffer.concat([header, Buffer.from('GET / HTTP/1.1\r\n')]))).toEqual({
      state: 'whole',
      length: header.length,
      address,
    });
  });

  it.each(WHOLE)('that arrives in pieces is awaited: %s', (_what, header) => {
    for (let end = 1; end < header.length; end++) {
      expect(readProxyHeader(header.subarray(0, end))).toEqual({ state: 'incomplete' });
    }
  });

  it.each([
    ['an invalid address', Buffer.from('PROXY TCP4 not-an-address 192.0.2.1 8080 443\r\n')],
    ['another protocol', Buffer.from('PROXY UDP4 203.0.113.7 192.0.2.1 8080 443\r\n')],
    ['a line without end', Buffer.from(`PROXY TCP4 ${'1'.repeat(200)}`)],
    ['another version', Buffer.from(`${SIGNATURE}3111000ccb007107c00002011f9001bb`, 'hex')],
    ['an unknown command', Buffer.from(`${SIGNATURE}2211000ccb007107c00002011f9001bb`, 'hex')],
    ['a length beyond all extensions', Buffer.from(`${SIGNATURE}2111ffff`, 'hex')],
    ['too few bytes for its address', Buffer.from(`${SIGNATURE}21110002cb00`, 'hex')],
  ])('is refused with %s', (_what, bytes) => {
    expect(readProxyHeader(bytes)).toEqual({ state: 'invalid' });
  });

  it('is not found in a request', () => {
    for (const begin of ['GET / HTTP/1.1\r\n', 'POST /oauth2/token HTTP/1.1\r\n', '\r\nGET /', 'PRI * HTTP/2.0']) {
      expect(readProxyHeader(Buffer.from(begin))).toEqual({ state: 'none' });
    }
  });
});
