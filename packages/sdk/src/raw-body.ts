import type { IncomingMessage } from 'node:http';

/** Thrown for a body that cannot be read because it is too long, too slow, or incomplete. */
export class UnreadableBody extends Error {}

/** Limits for reading a body. */
export interface BodyLimits {
  /** Maximum size of the body in bytes. Default 1 MiB. */
  readonly limitBytes?: number;
  /**
   * Time limit for the whole body in milliseconds, so that a slow sender cannot hold a connection forever. Default
   * 10,000.
   */
  readonly timeoutMs?: number;
}

export const BODY_LIMIT_BYTES = 1_048_576;
export const READ_TIMEOUT_MS = 10_000;

/** Reads the raw bytes of a request's body. Rejects with {@link UnreadableBody} if the sender is at fault. */
export function readRawBody(request: IncomingMessage, limits: BodyLimits = {}): Promise<Uint8Array> {
  const { limitBytes = BODY_LIMIT_BYTES, timeoutMs = READ_TIMEOUT_MS } = limits;
  if (request.readableDidRead) {
    throw new TypeError('the body was already read, perhaps by a body parser: the signature needs the raw bytes');
  }
  const tooLong = () => new UnreadableBody(`the body is longer than ${limitBytes} bytes`);
  if (Number(request.headers['content-length']) > limitBytes) return Promise.reject(tooLong());
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const settle = (finish: () => void) => {
      clearTimeout(timer);
      request.off('data', take).off('end', end).off('error', broken).off('close', broken).pause();
      finish();
    };
    const take = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limitBytes) settle(() => reject(tooLong()));
      else chunks.push(chunk);
    };
    const end = () => settle(() => resolve(Buffer.concat(chunks)));
    const broken = () => settle(() => reject(new UnreadableBody('the body was cut off')));
    const slow = () => settle(() => reject(new UnreadableBody(`the body took longer than ${timeoutMs} ms`)));
    const timer = setTimeout(slow, timeoutMs);
    request.on('data', take).on('end', end).on('error', broken).on('close', broken);
  });
}
