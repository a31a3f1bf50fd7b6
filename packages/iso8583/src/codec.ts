import { type DecodeResult, Decoder } from './decode.ts';
import { Encoder } from './encode.ts';
import type { Message } from './message.ts';
import type { Specification } from './specification.ts';

/**
 * Encodes and decodes the messages of one specification. Building one takes a millisecond, so build it once for each
 * specification.
 *
 * @example
 * const codec = new Codec(SPECIFICATIONS['iso1987-ascii']);
 * const bytes = codec.encode(new Message('0800', { 11: '000042', 70: '301' }));
 * const decoded = codec.decode(bytes);
 * if (decoded.ok) decoded.message.get(70); // '301'
 * else describeMalformed(decoded.malformed);
 */
export class Codec {
  readonly specification: Specification;
  readonly #decoder: Decoder;
  readonly #encoder: Encoder;

  constructor(specification: Specification) {
    this.specification = specification;
    this.#decoder = new Decoder(specification);
    this.#encoder = new Encoder(specification);
  }

  /**
   * Decodes the bytes of one message, without the length of its frame. Never throws. The message is a copy, so the bytes
   * can be reused. Encoding a decoded message gives the same bytes.
   */
  decode(bytes: Uint8Array): DecodeResult {
    return this.#decoder.decode(bytes);
  }

  /**
   * Encodes a message into a new buffer. Throws a {@link FieldError} if a value does not fit the specification. `headroom`
   * is a number of bytes before the message that the caller fills, such as the length of a frame.
   */
  encode(message: Message, headroom = 0): Buffer {
    return this.#encoder.encode(message, headroom);
  }
}
