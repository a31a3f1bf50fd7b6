/** How the length before each message is written. */
export const LENGTHS = ['2-byte', '4-digit', '2-byte-bcd'] as const;
export type FrameLength = (typeof LENGTHS)[number];

/** How messages are separated on a connection. */
export interface Framing {
  /** `2-byte` is a big-endian number, `4-digit` four ASCII digits, and `2-byte-bcd` four packed digits. Default: `2-byte`. */
  readonly length?: FrameLength;
  /** Whether each message begins with a TPDU of five bytes, which the length includes. Default: false. */
  readonly hasTpdu?: boolean;
  /** The largest length that a frame may have, in bytes. Default: 8,192. */
  readonly maxBytes?: number;
}

/** A frame with a message. It shares memory with the chunks of the stream, so decode it before you reuse them. */
export interface Frame {
  readonly message: Buffer;
  readonly tpdu: Buffer | undefined;
}

export const FRAME_REASONS = {
  invalid_length: 'the length is not a number',
  too_long: 'the length exceeds the limit of the connection',
  too_short: 'the frame ends inside of the TPDU',
} as const;

/** Why a stream cannot be read any further. The connection has to be closed, because the next frame cannot be found. */
export interface FrameFault {
  readonly reason: keyof typeof FRAME_REASONS;
  /** The position of the frame in the stream, in bytes. */
  readonly offset: number;
}

export const TPDU_BYTES = 5;
const DEFAULT_MAX_BYTES = 8192;

/** The bytes of the length before each frame. */
export function lengthBytes(length: FrameLength = '2-byte'): number {
  return length === '4-digit' ? 4 : 2;
}

/** The largest length that the framing can write, or the configured one if that is less. */
export function largestFrame({ length = '2-byte', maxBytes = DEFAULT_MAX_BYTES }: Framing): number {
  return Math.min(maxBytes, length === '2-byte' ? 0xffff : 9999);
}
