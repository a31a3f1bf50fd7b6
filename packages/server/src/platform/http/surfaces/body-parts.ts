import type { IncomingMessage } from 'node:http';
import { errorCodes, type FastifyRequest } from 'fastify';
import { ByteParts } from '../../kernel/text/byte-parts.ts';

/** The largest body of an operation that sets no other limit. */
export const BODY_LIMIT = 1024 * 1024;

/**
 * A content type parser for bodies that mostly arrive in one part, which becomes the body. The parser of the framework
 * would copy it.
 */
export function readSmallBody(
  { headers }: FastifyRequest,
  payload: IncomingMessage,
  done: (error: Error | null, body?: Buffer) => void,
): void {
  const parts: Buffer[] = [];
  const take = (part: Buffer) => void parts.push(part);
  readParts(payload, { declaredLength: headers['content-length'], limit: BODY_LIMIT, take }, (error) => {
    if (error) done(error);
    else done(null, parts.length === 1 ? parts[0] : Buffer.concat(parts));
  });
}

/**
 * A content type parser that stores the parts of a body as they arrive. Joining ten MiB would copy them and take as
 * much memory again, while authorizations wait.
 */
export function readLargeBody(
  { headers, routeOptions }: FastifyRequest,
  payload: IncomingMessage,
  done: (error: Error | null, body?: ByteParts) => void,
): void {
  const parts = new ByteParts();
  const take = (part: Buffer) => parts.add(part);
  readParts(payload, { declaredLength: headers['content-length'], limit: routeOptions.bodyLimit, take }, (error) => {
    if (error) done(error);
    else done(null, parts);
  });
}

interface Reading {
  /** The length that the header states. */
  readonly declaredLength: string | undefined;
  readonly limit: number;
  take(part: Buffer): void;
}

/** Reports faults of a body in the same way as the parser of the framework. */
function readParts(
  payload: IncomingMessage,
  { declaredLength, limit, take }: Reading,
  done: (error: Error | null) => void,
): void {
  if (declaredLength !== undefined && Number(declaredLength) > limit) {
    done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
    return;
  }
  let length = 0;
  let isOver = false;
  const stop = (error: Error | null) => {
    if (isOver) return;
    isOver = true;
    done(error);
  };
  payload.on('data', (part: Buffer) => {
    length += part.length;
    if (length > limit) stop(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
    else take(part);
  });
  payload.on('end', () => {
    const isWhole = declaredLength === undefined || Number(declaredLength) === length;
    stop(isWhole ? null : new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH());
  });
  payload.on('error', (error) => stop(Object.assign(error, { statusCode: 400 })));
  payload.resume();
}
