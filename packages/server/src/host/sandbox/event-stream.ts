import { finished } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** The most bytes that a stream buffers for a slow reader. When the buffer is full, the stream drops events. */
const MAX_WAITING_BYTES = 256 * 1024;
/** The interval between empty lines, which keep proxies from closing an idle connection. */
const HEARTBEAT_MS = 15_000;

/** A response of server-sent events, each with one JSON object. */
export interface EventStream {
  /** Returns false if the reader is too slow or has disconnected. */
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
    // a kept-alive connection would delay the stop of the server
    connection: 'close',
    'x-content-type-options': 'nosniff',
  });
  const heartbeat = setInterval(() => {
    if (raw.writableLength === 0) raw.write(':\n\n');
  }, HEARTBEAT_MS);
  // also fires for a reader that disconnected earlier, during authentication
  finished(raw, () => {
    clearInterval(heartbeat);
    onEnd();
  });
  // `finished` handles a broken connection
  raw.on('error', () => {});
  return {
    send(event, data) {
      if (raw.writableEnded || raw.destroyed || raw.writableLength > MAX_WAITING_BYTES) return false;
      raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
      return true;
    },
    end: () => raw.end(),
  };
}
