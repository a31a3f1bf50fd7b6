import { seededRandom } from '../../../server/src/testing/random.ts';
import { Codec } from '../codec.ts';
import { FrameReader } from '../frame-reader.ts';
import { encodeFrame } from '../frame-writer.ts';
import { type Framing, LENGTHS } from '../framing.ts';
import { REASONS } from '../malformed.ts';
import type { Message } from '../message.ts';
import { BUILT_IN_NAMES, type Specification } from '../specification.ts';
import { SPECIFICATIONS } from '../specifications/built-in.ts';
import { randomMessage } from './random-message.ts';

type Random = ReturnType<typeof seededRandom>;

export interface HostileRun {
  readonly decoded: number;
  readonly malformed: number;
  /** The reasons that occurred. */
  readonly reasons: readonly string[];
  readonly faults: number;
}

/** A codec with valid messages, which are damaged again and again: making one takes longer than decoding it. */
interface Corpus {
  readonly codec: Codec;
  readonly messages: readonly Message[];
  readonly encoded: readonly Buffer[];
}

const MESSAGES = 500;

function corpusOf(random: Random, specification: Specification): Corpus {
  const codec = new Codec(specification);
  const messages = Array.from({ length: MESSAGES }, () => randomMessage(random, specification));
  return { codec, messages, encoded: messages.map((message) => codec.encode(message)) };
}

/**
 * Sends damaged messages to the codec and damaged streams to the reader of frames. Throws if the codec throws, reports a
 * position outside of the message, or decodes bytes that it does not encode in the same way.
 */
export function sendHostileFrames(count: number, seed: number): HostileRun {
  const random = seededRandom(seed);
  const corpora = BUILT_IN_NAMES.map((name) => corpusOf(random, SPECIFICATIONS[name]));
  const reasons = new Set<string>();
  let [decoded, malformed, faults] = [0, 0, 0];
  for (let sent = 0; sent < count; sent++) {
    const corpus = random.pick(corpora);
    const { codec } = corpus;
    const bytes = hostileBytes(random, corpus);
    const result = codec.decode(bytes);
    if (result.ok) {
      if (!codec.encode(result.message).equals(bytes)) throw new Error(`encoded otherwise: ${bytes.toString('hex')}`);
      decoded++;
    } else {
      const { field, offset, reason } = result.malformed;
      const isInside = field >= 0 && field <= 128 && offset >= 0 && offset <= bytes.length && reason in REASONS;
      if (!isInside) throw new Error(`reported outside: ${bytes.toString('hex')}`);
      reasons.add(reason);
      malformed++;
    }
    if (sent % 10 === 0) faults += readStream(random, corpus);
  }
  return { decoded, malformed, reasons: [...reasons].sort(), faults };
}

function hostileBytes(random: Random, { encoded }: Corpus): Buffer {
  if (random.oneIn(10)) return randomBytes(random, random.from(0, 300));
  return damaged(random, random.pick(encoded));
}

/** Changes, removes, repeats and inserts bytes, or leaves them as they are. */
function damaged(random: Random, bytes: Buffer): Buffer {
  let result = Buffer.from(bytes);
  for (let times = random.below(4); times > 0; times--) {
    const at = random.below(result.length + 1);
    const [before, after] = [result.subarray(0, at), result.subarray(at)];
    const change = random.below(6);
    if (change === 0) result = Buffer.from(before);
    else if (change === 1) result = Buffer.concat([before, after.subarray(random.from(1, 9))]);
    else if (change === 2) result = Buffer.concat([before, randomBytes(random, random.from(1, 9)), after]);
    else if (change === 3) result = Buffer.concat([before, before.subarray(-random.from(1, 9)), after]);
    else if (at < result.length)
      result[at] = change === 4 ? random.below(256) : (result[at] ?? 0) ^ (1 << random.below(8));
  }
  return result;
}

function randomBytes(random: Random, count: number): Buffer {
  return Buffer.from(Array.from({ length: count }, () => random.below(256)));
}

/** Reads a damaged stream in random chunks. Returns 1 if it ended with a fault. */
function readStream(random: Random, { codec, messages }: Corpus): number {
  const framing: Framing = { length: random.pick(LENGTHS), hasTpdu: random.oneIn(2), maxBytes: 2_000 };
  let largest = 0;
  const reader = new FrameReader(framing, {
    message: ({ message }) => {
      largest = Math.max(largest, message.length);
      codec.decode(message);
    },
    keepAlive: () => {},
  });
  const sent = [1, 2].map(() => random.pick(messages)).filter((message) => codec.encode(message).length < 9_000);
  const frames = sent.map((message) => encodeFrame(codec, message, { ...framing, maxBytes: 65_535 }, Buffer.alloc(5)));
  const stream = damaged(random, Buffer.concat(frames));
  let fault: unknown;
  for (let at = 0; at < stream.length; ) {
    const size = random.from(1, 200);
    fault = reader.push(stream.subarray(at, at + size));
    at += size;
  }
  if (largest > 2_000) throw new Error(`a frame of ${largest} bytes passed the limit`);
  return fault === undefined ? 0 : 1;
}
