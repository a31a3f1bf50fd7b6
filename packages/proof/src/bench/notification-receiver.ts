import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  DEAD_PATH,
  EVENTS_PATH,
  type ReceiverReport,
  type ReceiverRequest,
  SENT_TYPE,
  sharedNowMs,
  TIMING_PATH,
} from './receiver-report.ts';

/**
 * A receiver of notifications in its own process. It does as little as possible, because the bench measures the sender.
 */

const ANSWER = JSON.stringify({
  id: 'BENCH-000001',
  type: SENT_TYPE,
  timestamp: '2026-11-20T08:00:00.000Z',
  response: { status: { code: '00', description: 'Successful' } },
});
const HEADERS = { 'content-type': 'application/json', 'content-length': String(ANSWER.length) };

let received = 0;
let lagsMs: number[] = [];

/**
 * Records the lag of each event in a request. Events are decided just before the commit, so the reported lag is rather
 * too long than too short.
 */
function noteLags(body: string): void {
  const now = sharedNowMs();
  for (const [, at] of body.matchAll(/"timestamp":"([^"]+)"/g)) lagsMs.push(now - Date.parse(at ?? ''));
}

const server = createServer((request, response) => {
  if (request.url === TIMING_PATH) {
    report({ kind: 'arrived', id: String(request.headers['webhook-id']), atMs: sharedNowMs() });
  }
  const parts: Buffer[] = [];
  if (request.url === EVENTS_PATH) request.on('data', (part: Buffer) => parts.push(part));
  request.resume().once('end', () => {
    if (request.url === DEAD_PATH) return;
    if (request.url === EVENTS_PATH) noteLags(Buffer.concat(parts).toString('latin1'));
    received++;
    response.writeHead(200, HEADERS).end(ANSWER);
  });
});

function report(message: ReceiverReport): void {
  process.send?.(message);
}

process.once('disconnect', () => process.exit(0));
process.on('message', (request: ReceiverRequest) => {
  if (request === 'count') return report({ kind: 'counted', received, atMs: sharedNowMs() });
  report({ kind: 'lags', lagsMs });
  lagsMs = [];
});
server.listen(0, '127.0.0.1', () => report({ kind: 'listening', port: (server.address() as AddressInfo).port }));
