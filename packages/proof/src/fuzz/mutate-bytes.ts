import { bytesOf, type FuzzInput } from './fuzz-input.ts';
import type { Material } from './mutate-json.ts';

/** Sequences that are not UTF-8, or that are special to programs. */
const BYTES = [
  '\x00',
  '\xff',
  '\xc3\x28',
  '\xed\xa0\x80',
  '\xf8\x88\x80\x80\x80',
  '\xef\xbb\xbf',
  '\xfe\xff',
  '\xe2\x80',
  '\x1b[31m',
  '\r\n',
  '\\u0000',
  '\\ud800',
];

/** Changes bytes of the body without regard to their meaning. */
export function mutateBytes(input: FuzzInput, { random }: Material): FuzzInput {
  // Placeholders are replaced only in texts, so these bodies refer to objects that do not exist.
  let bytes = Buffer.from(input.body ?? '{}').toString('latin1');
  for (let left = random.pick([1, 1, 2, 8]); left > 0; left--) {
    const at = random.from(0, bytes.length);
    const to = Math.min(bytes.length, at + random.pick([1, 1, 4, 64]));
    bytes = random.pick([
      bytes.slice(0, at),
      bytes.slice(at),
      bytes.slice(0, at) + bytes.slice(to),
      bytes.slice(0, at) + random.pick(BYTES) + bytes.slice(at),
      bytes.slice(0, to) + bytes.slice(at),
      bytes.slice(0, at) + String.fromCharCode(random.from(0, 255)) + bytes.slice(at + 1),
      bytes + bytes,
      `\xef\xbb\xbf${bytes}`,
    ]);
  }
  return { ...input, body: bytes, isBytes: true };
}

/** Makes invalid HTTP: wrong lengths, partial bodies, chunks, duplicate lengths. */
export function mutateFraming(input: FuzzInput, { random }: Material): FuzzInput {
  const length = Buffer.byteLength(input.body ?? '');
  const whole = bytesOf(input, (text) => text).length;
  const { body = '' } = input;
  return random.pick<FuzzInput>([
    { ...input, body, framing: 'chunked' },
    { ...input, body, framing: 'chunked' },
    { ...input, body, framing: 'none' },
    { ...input, body, framing: random.pick([0, 1, length + 1, length * 2, -1, 1e9, 2_000_000]), cutAt: whole },
    { ...input, body, cutAt: random.from(1, whole) },
    { ...input, body, framing: 'chunked', cutAt: random.from(1, whole) },
    { ...input, body, headers: [...input.headers, ['Content-Length', String(length)]] },
    { ...input, body, headers: [...input.headers, ['Content-Length', String(length + 1)]], cutAt: whole },
    {
      ...input,
      body,
      headers: [...input.headers, ['Transfer-Encoding', random.pick(['chunked', 'gzip, chunked', 'identity', 'x'])]],
      cutAt: whole,
    },
    { ...input, body, headers: [...input.headers, ['Expect', random.pick(['100-continue', '200-ok'])]], cutAt: whole },
    { ...input, body, headers: [...input.headers, ['Connection', random.pick(['close', 'upgrade', 'keep-alive, x'])]] },
    { ...input, body, headers: [...input.headers, ['Upgrade', random.pick(['h2c', 'websocket'])]] },
  ]);
}
