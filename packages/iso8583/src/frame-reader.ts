import { type Frame, type FrameFault, type Framing, largestFrame, lengthBytes, TPDU_BYTES } from './framing.ts';

/** The events of a stream, called in the order of the bytes. They must not throw: the rest of the chunk would be lost. */
export interface FrameHandlers {
  /** A frame with a message. */
  message(frame: Frame): void;
  /** An empty frame, which a peer sends to keep the connection open. */
  keepAlive(): void;
}

/**
 * Splits a stream of bytes into frames, whatever the sizes of its chunks are. It stores at most one frame, and allocates it
 * only when its length is known and within the limit. It does no input or output.
 *
 * @example
 * const reader = new FrameReader({ length: '2-byte' }, { message: receive, keepAlive: answerKeepAlive });
 * socket.on('data', (chunk) => {
 *   const fault = reader.push(chunk);
 *   if (fault !== undefined) socket.destroy();
 * });
 */
export class FrameReader {
  readonly #framing: Framing;
  readonly #handlers: FrameHandlers;
  readonly #headerBytes: number;
  readonly #maxBytes: number;
  /** The length prefix of the frame that has begun, and how many of its bytes have arrived. */
  readonly #header = Buffer.alloc(4);
  #headerFilled = 0;
  #body: Buffer | undefined;
  #bodyFilled = 0;
  /** The position of the next frame in the stream. */
  #offset = 0;
  #fault: FrameFault | undefined;

  constructor(framing: Framing, handlers: FrameHandlers) {
    this.#framing = framing;
    this.#handlers = handlers;
    this.#headerBytes = lengthBytes(framing.length);
    this.#maxBytes = largestFrame(framing);
  }

  /** Whether a frame has begun and is not complete, for the deadline of a frame. */
  get isInsideFrame(): boolean {
    return this.#headerFilled > 0;
  }

  /** Reads the next bytes of the stream. After a fault, all further bytes are ignored, and the fault is returned again. */
  push(chunk: Uint8Array): FrameFault | undefined {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
    let at = 0;
    while (at < bytes.length && this.#fault === undefined) {
      at = this.#body === undefined ? this.#readHeader(bytes, at) : this.#readBody(this.#body, bytes, at);
    }
    return this.#fault;
  }

  #readHeader(bytes: Buffer, start: number): number {
    let at = start;
    while (at < bytes.length && this.#headerFilled < this.#headerBytes) {
      this.#header[this.#headerFilled++] = bytes[at++] as number;
    }
    if (this.#headerFilled < this.#headerBytes) return at;
    const length = this.#length();
    if (length === undefined) return this.#stop('invalid_length', at);
    if (length > this.#maxBytes) return this.#stop('too_long', at);
    if (length === 0) {
      this.#finish(0);
      this.#handlers.keepAlive();
      return at;
    }
    if (this.#framing.hasTpdu && length < TPDU_BYTES) return this.#stop('too_short', at);
    const end = at + length;
    if (end <= bytes.length) {
      this.#finish(length);
      this.#emit(bytes.subarray(at, end));
      return end;
    }
    this.#body = Buffer.allocUnsafeSlow(length);
    return at;
  }

  #readBody(body: Buffer, bytes: Buffer, at: number): number {
    const copied = bytes.copy(body, this.#bodyFilled, at);
    this.#bodyFilled += copied;
    if (this.#bodyFilled === body.length) {
      this.#finish(body.length);
      this.#emit(body);
    }
    return at + copied;
  }

  /** Moves to the next frame, before a handler is called that may look at the state of the reader. */
  #finish(length: number): void {
    this.#offset += this.#headerBytes + length;
    this.#headerFilled = 0;
    this.#body = undefined;
    this.#bodyFilled = 0;
  }

  #emit(body: Buffer): void {
    if (!this.#framing.hasTpdu) this.#handlers.message({ message: body, tpdu: undefined });
    else this.#handlers.message({ message: body.subarray(TPDU_BYTES), tpdu: body.subarray(0, TPDU_BYTES) });
  }

  /** The length in the header, or undefined if it has other characters than digits. */
  #length(): number | undefined {
    const header = this.#header;
    if (this.#headerBytes === 4) {
      const text = header.toString('latin1', 0, 4);
      return /^\d{4}$/.test(text) ? Number(text) : undefined;
    }
    if (this.#framing.length !== '2-byte-bcd') return header.readUInt16BE(0);
    const text = header.toString('hex', 0, 2);
    return /^\d{4}$/.test(text) ? Number(text) : undefined;
  }

  #stop(reason: FrameFault['reason'], at: number): number {
    this.#fault = { reason, offset: this.#offset };
    return at;
  }
}
