import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as later } from 'node:timers/promises';

/** A bank's decision system in its own process. It approves everything after a delay. */

const ANSWER = JSON.stringify({ decision: 'approve' });
const HEADERS = { 'content-type': 'application/json', 'content-length': String(ANSWER.length) };
const delayMs = Number(process.env.BENCH_PARTNER_MS);

const server = createServer((request, response) => {
  request.resume().once('end', async () => {
    await later(delayMs);
    response.writeHead(200, HEADERS).end(ANSWER);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => process.exit(0));
