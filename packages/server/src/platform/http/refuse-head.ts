import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Failure, fail } from '../kernel/result.ts';
import { problem } from './surfaces/rest-surface.ts';

/**
 * Headers of which a request has one. Node drops the second one of most, and joins those of others: a proxy that reads
 * another one than this server would be talked past. A second Idempotency-Key is a finding of the operations that take
 * one, beside their others.
 */
const SINGLE = new Map(
  ['Host', 'Authorization', 'Content-Type', 'Content-Length', 'Transfer-Encoding', 'DPoP'].map((name) => [
    name.toLowerCase(),
    name,
  ]),
);

type HeadRefused = 'wrong_format' | 'body_unreadable';

interface Refusal {
  readonly failure: Failure<HeadRefused>;
  readonly status: 400 | 415;
}

/** What is wrong with the head of a request, apart from its URL; undefined where nothing is. Pure. */
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

/** Most requests repeat no header at all, and are told from the others by a count. */
function repeatedHeader(headers: object, rawHeaders: readonly string[]): string | undefined {
  if (Object.keys(headers).length * 2 === rawHeaders.length) return undefined;
  const seen = new Set<string>();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!.toLowerCase();
    if (seen.has(name) && SINGLE.has(name)) return SINGLE.get(name);
    seen.add(name);
  }
  return undefined;
}

/** Answers a request whose head is refused. Nothing of its body is read, so the connection ends with the answer. */
export function refuseHead(request: FastifyRequest, reply: FastifyReply, { failure, status }: Refusal): FastifyReply {
  if (status === 415) reply.header('accept-encoding', 'identity');
  const text = problem(reply, request, { ...failure, extra: { status } });
  return reply.code(status).header('connection', 'close').send(text);
}
