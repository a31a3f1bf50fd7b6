import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Failure, fail } from '../kernel/result.ts';
import { problem } from './surfaces/rest-surface.ts';

/**
 * Headers that a request may have only once. Node drops the second value of most and joins the values of others, so a
 * proxy that reads another value than this server could be bypassed. A second Idempotency-Key is a finding of the
 * operations that accept one, together with their other findings.
 */
const SINGLE = new Map(
  ['Host', 'Authorization', 'Content-Type', 'Content-Length', 'Transfer-Encoding', 'DPoP'].map((name) => [
    name.toLowerCase(),
    name,
  ]),
);

type HeadError = 'wrong_format' | 'body_unreadable';

interface Refusal {
  readonly failure: Failure<HeadError>;
  readonly status: 400 | 415;
}

/** Returns the fault in the head of a request, apart from its URL; undefined if there is none. Pure. */
export function findHeadFault({ headers, rawHeaders, httpVersion }: FastifyRequest['raw']): Refusal | undefined {
  if (headers.host === undefined && httpVersion === '1.1') {
    return { status: 400, failure: fail('wrong_format', { path: 'Host', message: 'Host is mandatory in HTTP/1.1' }) };
  }
  const repeated = repeatedHeader(headers, rawHeaders);
  if (repeated !== undefined) {
    const message = `${repeated} may be sent once, and was sent more than once`;
    return { status: 400, failure: fail('wrong_format', { path: repeated, message }) };
  }
  const encoding = headers['content-encoding'];
  if (encoding === undefined || /^(?:identity)?$/i.test(encoding)) return undefined;
  const message = 'Content-Encoding must be identity, or left out: bodies are not decompressed';
  return { status: 415, failure: fail('body_unreadable', { path: 'Content-Encoding', message }) };
}

/** Finds a repeated header. The number of headers rules this out for most requests. */
function repeatedHeader(headers: object, rawHeaders: readonly string[]): string | undefined {
  if (Object.keys(headers).length * 2 === rawHeaders.length) return undefined;
  const names = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase();
    if (names.has(name) && SINGLE.has(name)) return SINGLE.get(name);
    names.add(name);
  }
  return undefined;
}

/** Answers a request with a refused head. Its body is not read, so the connection closes after the answer. */
export function refuseHead(request: FastifyRequest, reply: FastifyReply, { failure, status }: Refusal): FastifyReply {
  if (status === 415) reply.header('accept-encoding', 'identity');
  const text = problem(reply, request, { ...failure, extra: { status } });
  return reply.code(status).header('connection', 'close').send(text);
}
