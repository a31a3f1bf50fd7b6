import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { measureBusyTime } from './busy-time.ts';

/** The longest delay until the first byte of a head that arrives in pieces is noticed, in milliseconds. */
const POLL_MS = 50;

/** How long a new connection counts as active before its first data, which may be on its way, in milliseconds. */
const FIRST_DATA_MS = 1_000;

/** A connection that waits for the next request. */
interface IdleConnection {
  /** Number of bytes that were read when the connection became quiet. */
  readonly bytesRead: number;
  /** Undefined after the first request on the connection. */
  readonly openedAt: number | undefined;
  firstByteAt: number | undefined;
}

/** Measures when the first byte of a request arrived. */
export interface FirstBytes {
  of(request: IncomingMessage): number;
  /**
   * Ends connections that never sent anything. Node's `closeIdleConnections` misses them, because they may be receiving
   * a head.
   */
  endSilentConnections(): void;
}

/**
 * Node reports a request when its head is complete, and only a byte count of the connection before that. So connections
 * without a request are polled: those with more bytes than before are receiving a head. Bytes that arrived while the
 * event loop was busy are not counted yet, so data that is read late counts as received when the work began.
 */
export function measureFirstBytes(server: Server): FirstBytes {
  const idle = new Map<Socket, IdleConnection>();
  const markIdle = (socket: Socket, openedAt?: number) => {
    if (!socket.destroyed) idle.set(socket, { bytesRead: socket.bytesRead, openedAt, firstByteAt: undefined });
  };
  const look = () => {
    const now = performance.now();
    for (const [socket, each] of idle) if (socket.bytesRead > each.bytesRead) each.firstByteAt ??= now;
  };
  // with TLS, the raw connections, whose first bytes begin a handshake
  const openedAtBySocket = new Map<Socket, number>();
  server.on('connection', (socket: Socket) => {
    openedAtBySocket.set(socket, performance.now());
    socket.once('close', () => openedAtBySocket.delete(socket));
  });
  const endSilent = () => {
    const since = performance.now() - FIRST_DATA_MS;
    for (const [socket, { bytesRead, openedAt }] of idle)
      if (openedAt !== undefined && openedAt <= since && socket.bytesRead === bytesRead) socket.destroy();
    for (const [socket, openedAt] of openedAtBySocket)
      if (openedAt <= since && socket.bytesRead === 0) socket.destroy();
  };
  const timer = setInterval(look, POLL_MS).unref();
  const busy = measureBusyTime();

  // with TLS, requests arrive on the inner connection
  server.on('setSecureContext' in server ? 'secureConnection' : 'connection', (socket: Socket) => {
    markIdle(socket, performance.now());
    socket.once('close', () => idle.delete(socket));
  });
  server.on('request', (request, response) => {
    // the rest of an unread body would count as the next head
    response.once('close', () => request.complete && markIdle(request.socket));
  });
  server.once('close', () => {
    clearInterval(timer);
    busy.stop();
  });

  return {
    of({ socket }) {
      const firstByteAt = idle.get(socket)?.firstByteAt ?? Number.POSITIVE_INFINITY;
      idle.delete(socket);
      return Math.min(firstByteAt, performance.now() - busy.ms());
    },
    endSilentConnections() {
      endSilent();
      const again = setInterval(endSilent, POLL_MS).unref();
      server.once('close', () => clearInterval(again));
    },
  };
}
