import type { IncomingMessage } from 'node:http';
import { errorCodes, type FastifyRequest } from 'fastify';

/** The most that is taken of a body, where an operation says nothing else. */
export const BODY_LIMIT = 1024 * 1024;

/**
 * A content type parser for bodies that mostly come in one part: that is the body, where the framework's own would copy it. What is
 * wrong with a body is told as by that one.
 */
export function readSmallBody(
  { headers }: FastifyRequest,
  payload: IncomingMessage,
  done: (error: Error | null, body?: Buffer) => void,
): void {
  const told = headers['content-length'] === undefined ? undefined : Number(headers['content-length']);
  if (told !== undefined && told > BODY_LIMIT) {
    done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
    return;
  }
  const parts: Buffer[] = [];
  let length = 0;
  let isOver = false;
  const stop = (error: Error | null, body?: Buffer) => {
    if (isOver) return;
    isOver = true;
    done(error, body);
  };
  payload.on('data', (part: Buffer) => {
    length += part.length;
    if (length > BODY_LIMIT) stop(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
    else parts.push(part);
  });
  payload.on('end', () => {
    const [first] = parts;
    if (told !== undefined && told !== length) stop(new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH());
    else stop(null, parts.length === 1 ? first : Buffer.concat(parts, length));
  });
  payload.on('error', (error) => stop(Object.assign(error, { statusCode: 400 })));
  payload.resume();
}
