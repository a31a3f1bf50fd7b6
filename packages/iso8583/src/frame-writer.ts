import type { Codec } from './codec.ts';
import { type Framing, largestFrame, lengthBytes, TPDU_BYTES } from './framing.ts';
import type { Message } from './message.ts';

/**
 * Encodes a message as a frame: its length, the TPDU if the framing has one, and the message, in one buffer. Throws a
 * RangeError if the frame is larger than the framing permits, and a {@link FieldError} if a value does not fit.
 *
 * @example
 * socket.write(encodeFrame(codec, message));
 */
export function encodeFrame(codec: Codec, message: Message, framing: Framing = {}, tpdu?: Uint8Array): Buffer {
  const headroom = lengthBytes(framing.length) + (framing.hasTpdu ? TPDU_BYTES : 0);
  const frame = codec.encode(message, headroom);
  writeLength(frame, framing);
  if (framing.hasTpdu) frame.set(checkedTpdu(tpdu), lengthBytes(framing.length));
  return frame;
}

/** The empty frame that keeps a connection open. */
export function emptyFrame({ length }: Framing = {}): Buffer {
  return length === '4-digit' ? Buffer.from('0000') : Buffer.alloc(2);
}

/** The TPDU of an answer: that of the request, with destination and source exchanged. */
export function answerTpdu(tpdu: Uint8Array): Buffer {
  const [id = 0, toHigh = 0, toLow = 0, fromHigh = 0, fromLow = 0] = checkedTpdu(tpdu);
  return Buffer.from([id, fromHigh, fromLow, toHigh, toLow]);
}

function writeLength(frame: Buffer, framing: Framing): void {
  const header = lengthBytes(framing.length);
  const length = frame.length - header;
  if (length > largestFrame(framing)) {
    throw new RangeError(`A frame of ${length} bytes is too long: the framing permits ${largestFrame(framing)}`);
  }
  if (header === 4) frame.write(String(length).padStart(4, '0'), 'latin1');
  else if (framing.length === '2-byte-bcd') frame.write(String(length).padStart(4, '0'), 'hex');
  else frame.writeUInt16BE(length, 0);
}

function checkedTpdu(tpdu: Uint8Array | undefined): Uint8Array {
  if (tpdu?.length !== TPDU_BYTES) throw new RangeError(`A TPDU has ${TPDU_BYTES} bytes`);
  return tpdu;
}
