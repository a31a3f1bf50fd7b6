import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import { errorCodes, type FastifyRequest } from 'fastify';

/** Whoever announces many MiB and sends none of them gets no more memory than this. */
const FIRST_BYTES = 256 * 1024;

/**
 * A content type parser that puts each part of a body in its place when it comes. Joined at the end, ten MiB would be copied at once,
 * while authorizations wait. What is wrong with a body is told as by the framework's own.
 */
export function readLargeBody(
  { headers, routeOptions }: FastifyRequest,
  payload: IncomingMessage,
  done: (error: Error | null, body?: Buffer) => void,
): void {
  const limit = routeOptions.bodyLimit;
  const told = headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
  if (told !== undefined && told > limit) {
    done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
    return;
  }
  let whole: Buffer = Buffer.allocUnsafeSlow(Math.min(told ?? FIRST_BYTES, FIRST_BYTES));
  let length = 0;
  const stop = (error: Error | null, body?: Buffer) => {
    payload.off('data', take);
    ignore();
    done(error, body);
  };
  const take = (part: Buffer) => {
    if (length + part.length > limit) return stop(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
    if (length + part.length > whole.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(length + part.length, told ?? Math.min(2 * whole.length, limit)));
      whole.copy(larger, 0, 0, length);
      whole = larger;
    }
    part.copy(whole, length);
    length += part.length;
  };
  const ignore = finished(payload, { writable: false }, (error) => {
    if (error) stop(Object.assign(error, { statusCode: 400 }));
    else if (told !== undefined && told !== length) stop(new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH());
    else stop(null, whole.subarray(0, length));
  });
  payload.on('data', take);
  payload.resume();
}
