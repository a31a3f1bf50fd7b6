import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Codec } from './codec.ts';
import { FrameReader } from './frame-reader.ts';
import { answerTpdu, emptyFrame, encodeFrame } from './frame-writer.ts';
import { type FrameFault, type Framing, LENGTHS } from './framing.ts';
import { Message } from './message.ts';
import { SPECIFICATIONS } from './specifications/built-in.ts';

const codec = new Codec(SPECIFICATIONS['iso1987-ascii']);
const echo = new Message('0800', { 11: '000042' });
const ECHO = '0800' + '0020000000000000' + '000042';
const TPDU = Buffer.from('6000010002', 'hex');

/** Reads chunks. The result has the hex digits of messages, '' for an empty frame, and TPDUs before a colon. */
function read(framing: Framing, chunks: readonly Uint8Array[]): { frames: string[]; fault: FrameFault | undefined } {
  const frames: string[] = [];
  const reader = new FrameReader(framing, {
    message: ({ message, tpdu }) =>
      frames.push(`${tpdu ? `${tpdu.toString('hex')}:` : ''}${message.toString('latin1')}`),
    keepAlive: () => frames.push(''),
  });
  let fault: FrameFault | undefined;
  for (const chunk of chunks) fault = reader.push(chunk);
  return { frames, fault };
}

const bytewise = (bytes: Uint8Array): Uint8Array[] => Array.from(bytes, (byte) => Uint8Array.of(byte));

describe('a frame', () => {
  it.each<[Framing, string]>([
    [{}, '001a'],
    [{ length: '2-byte' }, '001a'],
    [{ length: '4-digit' }, '30303236'],
    [{ length: '2-byte-bcd' }, '0026'],
  ])('with %j begins with its length', (framing, length) => {
    const frame = encodeFrame(codec, echo, framing);
    expect(frame.toString('hex')).toBe(length + Buffer.from(ECHO).toString('hex'));
    expect(read(framing, [frame])).toEqual({ frames: [ECHO], fault: undefined });
  });

  it('can have a TPDU, which its length includes', () => {
    const framing: Framing = { hasTpdu: true };
    const frame = encodeFrame(codec, echo, framing, TPDU);
    expect(frame.toString('hex')).toBe(`001f6000010002${Buffer.from(ECHO).toString('hex')}`);
    expect(read(framing, [frame])).toEqual({ frames: [`6000010002:${ECHO}`], fault: undefined });
    expect(answerTpdu(TPDU).toString('hex')).toBe('6000020001');
    expect(() => encodeFrame(codec, echo, framing)).toThrow('A TPDU has 5 bytes');
    expect(() => answerTpdu(Buffer.alloc(4))).toThrow('A TPDU has 5 bytes');
  });

  it.each(LENGTHS)('without a message keeps the connection open (%s)', (length) => {
    const frame = emptyFrame({ length });
    expect(read({ length }, [frame, encodeFrame(codec, echo, { length }), frame]).frames).toEqual(['', ECHO, '']);
  });

  it('is refused by the writer if it is too long', () => {
    expect(() => encodeFrame(codec, echo, { maxBytes: 25 })).toThrow(
      'A frame of 26 bytes is too long: the framing permits 25',
    );
    const text = 'x'.repeat(999);
    const fields = Object.fromEntries([46, 47, 48, 55, 56, 57, 58, 59, 60, 61, 62].map((field) => [field, text]));
    const long = new Message('0100', fields);
    for (const length of ['4-digit', '2-byte-bcd'] as const) {
      expect(() => encodeFrame(codec, long, { length, maxBytes: 100_000 })).toThrow('the framing permits 9999');
    }
    expect(encodeFrame(codec, long, { maxBytes: 100_000 })).toHaveLength(2 + 20 + 11 * 1_002);
  });
});

describe('a stream', () => {
  it('gives the same frames, whatever its chunks are', () => {
    const framing = fc.record({ length: fc.constantFrom(...LENGTHS), hasTpdu: fc.boolean() });
    const messages = fc.array(fc.option(fc.string({ unit: 'binary-ascii', minLength: 0, maxLength: 60 })), {
      maxLength: 8,
    });
    const cuts = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1 });
    fc.assert(
      fc.property(framing, messages, cuts, (chosen, texts, sizes) => {
        const frames = texts.map((text) =>
          text === null || text === '' ? '' : (chosen.hasTpdu ? '6000010002:' : '') + text,
        );
        const stream = Buffer.concat(texts.map((text) => (text ? frameOf(chosen, text) : emptyFrame(chosen))));
        const chunks: Buffer[] = [];
        for (let at = 0, turn = 0; at < stream.length; turn++) {
          const size = sizes[turn % sizes.length] ?? 1;
          chunks.push(stream.subarray(at, at + size));
          at += size;
        }
        expect(read(chosen, chunks)).toEqual({ frames, fault: undefined });
        expect(read(chosen, bytewise(stream))).toEqual({ frames, fault: undefined });
        expect(read(chosen, [stream])).toEqual({ frames, fault: undefined });
      }),
      { numRuns: 300 },
    );
  });

  it.each<[Framing, string, FrameFault]>([
    [{ maxBytes: 100 }, '0001' + '31' + '0065', { reason: 'too_long', offset: 3 }],
    [{}, '2001', { reason: 'too_long', offset: 0 }],
    [{ length: '4-digit' }, '303030303030x1', { reason: 'invalid_length', offset: 4 }],
    [{ length: '4-digit' }, '2d303031', { reason: 'invalid_length', offset: 0 }],
    [{ length: '2-byte-bcd' }, '000a', { reason: 'invalid_length', offset: 0 }],
    [{ hasTpdu: true }, '0000' + '0004', { reason: 'too_short', offset: 2 }],
  ])('with %j ends at a frame that cannot be read: %s', (framing, hex, fault) => {
    const bytes = Buffer.from(hex.replace('x1', '7831'), 'hex');
    for (const chunks of [[bytes], bytewise(bytes)]) {
      const result = read(framing, [...chunks, Buffer.from('0000')]);
      expect(result.fault).toEqual(fault);
    }
  });

  it('gives the frames before a fault, and nothing after it', () => {
    const frame = encodeFrame(codec, echo);
    const stream = Buffer.concat([frame, Buffer.from('ffff', 'hex'), frame]);
    expect(read({}, [stream])).toEqual({ frames: [ECHO], fault: { reason: 'too_long', offset: 28 } });
  });

  it('reports whether a frame has begun, for a deadline', () => {
    const reader = new FrameReader({}, { message: () => {}, keepAlive: () => {} });
    const states = bytewise(encodeFrame(codec, echo)).map((byte) => {
      reader.push(byte);
      return reader.isInsideFrame;
    });
    expect(states).toEqual([...Array.from({ length: 27 }, () => true), false]);
  });
});

/** Frames any text as a message, which the codec would refuse. */
function frameOf(framing: Framing, text: string): Buffer {
  const body = Buffer.concat([framing.hasTpdu ? TPDU : Buffer.alloc(0), Buffer.from(text, 'latin1')]);
  const digits = String(body.length).padStart(4, '0');
  if (framing.length === '4-digit') return Buffer.concat([Buffer.from(digits), body]);
  const header = framing.length === '2-byte-bcd' ? Buffer.from(digits, 'hex') : Buffer.of(0, body.length);
  return Buffer.concat([header, body]);
}
