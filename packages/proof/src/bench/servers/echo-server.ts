import type { AddressInfo } from 'node:net';
import { authorizeEcommerce, compile, type JsonObject } from '@cardwright/contract';
import { encodeResponse } from '@cardwright/server/internal/issuing/authorization/message/ecommerce-message';
import { readBody } from '@cardwright/server/internal/platform/operation/index';
import { fastify } from 'fastify';
import { AUTHORIZATION_PATH } from '../load-job.ts';

/**
 * The upper bound: bare Fastify reads and validates the message, sends a response of the same size, and decides
 * nothing.
 */

const DECISION = {
  actionCode: '00',
  approvalCode: '123456',
  reason: 'APPROVED',
  settlementDate: '2026-11-20',
} as const;

const validate = compile(authorizeEcommerce.request);
const app = fastify();
app.removeAllContentTypeParsers();
app.addContentTypeParser('*', { parseAs: 'buffer' }, async (_request: unknown, body: Buffer) => body);
app.post(AUTHORIZATION_PATH, async (request, reply) => {
  reply.header('content-type', 'application/json; charset=utf-8');
  const read = readBody(request.headers['content-type'], request.body);
  if (!read.ok) return reply.code(400).send(read.message);
  const checked = validate(read.value, '');
  if (checked.findings.length > 0) return reply.code(400).send(JSON.stringify(checked.findings));
  return encodeResponse(checked.value as unknown as JsonObject, DECISION);
});
await app.listen({ host: process.env.HOST ?? '127.0.0.1', port: Number(process.env.PORT ?? 0) });
process.once('SIGTERM', () => process.exit(0));
const { address, port } = app.server.address() as AddressInfo;
process.stdout.write(`ready http://${address}:${port}\n`);
