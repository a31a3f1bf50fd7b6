import type { IncomingMessage } from 'node:http';
import { finished } from 'node:stream';
import { errorCodes, type FastifyRequest } from 'fastify';
import { ByteParts } from '../kernel/byte-parts.ts';

/**
 * A content type parser that keeps the parts of a body as they come. Put together, ten MiB would be copied, and take as much
 * memory again, while authorizations wait. What is wrong with a body is told as by the framework's own.
 */
export function readLargeBody(
  { headers, routeOptions }: FastifyRequest,
  payload: IncomingMessage,
  done: (error: Error | null, body?: ByteParts) => void,
): void {
  const limit = routeOptions.bodyLimit;
  const told = headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
  if (told !== undefined && told > limit) {
    done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
    return;
  }
  const parts = new ByteParts();
  const stop = (error: Error | null) => {
    payload.off('data', take);
    ignore();
    if (error === null) done(null, parts);
    else done(error);
  };
  const take = (part: Buffer) => {
    if (parts.length + part.length > limit) return stop(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
    parts.add(part);
  };
  const ignore = finished(payload, { writable: false }, (error) => {
    if (error) stop(Object.assign(error, { statusCode: 400 }));
    else if (told !== undefined && told !== parts.length) stop(new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH());
    else stop(null);
  });
  payload.on('data', take);
  payload.resume();
}
