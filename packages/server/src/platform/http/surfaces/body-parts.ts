import type { IncomingMessage } from 'node:http';
import { errorCodes, type FastifyRequest } from 'fastify';
import { ByteParts } from '../../kernel/text/byte-parts.ts';

/** The most that is taken of a body, where an operation says nothing else. */
export const BODY_LIMIT = 1024 * 1024;

/** A content type parser for bodies that mostly come in one part: that is the body, where the framework's own would copy it. */
export function readSmallBody(
  { headers }: FastifyRequest,
  payload: IncomingMessage,
  done: (error: Error | null, body?: Buffer) => void,
): void {
  const parts: Buffer[] = [];
  const take = (part: Buffer) => void parts.push(part);
  readParts(payload, { told: headers['content-length'], limit: BODY_LIMIT, take }, (error) => {
    if (error) done(error);
    else done(null, parts.length === 1 ? parts[0] : Buffer.concat(parts));
  });
}

/**
 * A content type parser that keeps the parts of a body as they come. Put together, ten MiB would be copied, and take as much
 * memory again, while authorizations wait.
 */
export function readLargeBody(
  { headers, routeOptions }: FastifyRequest,
  payload: IncomingMessage,
  done: (error: Error | null, body?: ByteParts) => void,
): void {
  const parts = new ByteParts();
  const take = (part: Buffer) => parts.add(part);
  readParts(payload, { told: headers['content-length'], limit: routeOptions.bodyLimit, take }, (error) => {
    if (error) done(error);
    else done(null, parts);
  });
}

interface Reading {
  /** What the header says of its length. */
  readonly told: string | undefined;
  readonly limit: number;
  take(part: Buffer): void;
}

/** What is wrong with a body is told as by the framework's own parser. */
function readParts(
  payload: IncomingMessage,
  { told, limit, take }: Reading,
  done: (error: Error | null) => void,
): void {
  if (told !== undefined && Number(told) > limit) {
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
    const isWhole = told === undefined || Number(told) === length;
    stop(isWhole ? null : new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH());
  });
  payload.on('error', (error) => stop(Object.assign(error, { statusCode: 400 })));
  payload.resume();
}
