import { finished } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** What may wait for a reader who is slow. Beyond that nothing is sent to it. */
const MOST_WAITING_BYTES = 256 * 1024;
/** A line that says nothing, so that nobody on the way takes the connection for dead. */
const HEARTBEAT_MS = 15_000;

/** An answer that goes on: server-sent events, each one JSON object. */
export interface EventStream {
  /** Whether it was sent: false where the reader does not keep up, or has gone. */
  send(event: string, data: object): boolean;
  end(): void;
}

export function openEventStream(reply: FastifyReply, onEnd: () => void): EventStream {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    // a server that stops would wait for a connection that is kept for another request
    connection: 'close',
    'x-content-type-options': 'nosniff',
  });
  const heartbeat = setInterval(() => {
    if (raw.writableLength === 0) raw.write(':\n\n');
  }, HEARTBEAT_MS);
  // tells also of a reader who went before this, while its token was looked at
  finished(raw, () => {
    clearInterval(heartbeat);
    onEnd();
  });
  // a connection that breaks is closed next
  raw.on('error', () => {});
  return {
    send(event, data) {
      if (raw.writableEnded || raw.destroyed || raw.writableLength > MOST_WAITING_BYTES) return false;
      raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      return true;
    },
    end: () => raw.end(),
  };
}
