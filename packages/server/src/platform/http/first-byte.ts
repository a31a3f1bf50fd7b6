import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { measureBusyTime } from './busy-time.ts';

/** How late the first byte of a request may be noticed whose head comes in pieces. */
const LOOK_MS = 50;

/** What a connection sends that was just made may be under way: it is waited for that long before it counts as silent. */
const FIRST_WORD_MS = 1_000;

/** A connection that waits for the next request. */
interface Quiet {
  /** What was read of it when it became quiet. */
  readonly bytesRead: number;
  /** Undefined once a request came on it. */
  readonly madeAt: number | undefined;
  firstByteAt: number | undefined;
}

/** Tells when the first byte of a request came whose head has just been read, as `performance.now()` tells it. */
export interface FirstBytes {
  of(request: IncomingMessage): number;
  /** Ends the connections that never sent anything: Node's own way of ending idle ones, which knows of a head in pieces, leaves them. */
  endQuiet(): void;
}

/**
 * Node tells of a request when its head is whole, and of bytes only a connection's count. So the connections without a
 * request are looked at now and then: those with more bytes than before are being sent a head. Bytes that came while the event
 * loop was at work were not counted yet, so that what is read late is taken to have come when the work began.
 */
export function measureFirstBytes(server: Server): FirstBytes {
  const quiet = new Map<Socket, Quiet>();
  const becomesQuiet = (socket: Socket, madeAt?: number) => {
    if (!socket.destroyed) quiet.set(socket, { bytesRead: socket.bytesRead, madeAt, firstByteAt: undefined });
  };
  const look = () => {
    const now = performance.now();
    for (const [socket, each] of quiet) if (socket.bytesRead > each.bytesRead) each.firstByteAt ??= now;
  };
  // with TLS, those in whose first bytes a handshake would begin
  const made = new Map<Socket, number>();
  server.on('connection', (socket: Socket) => {
    made.set(socket, performance.now());
    socket.once('close', () => made.delete(socket));
  });
  const endSilent = () => {
    const since = performance.now() - FIRST_WORD_MS;
    for (const [socket, { bytesRead, madeAt }] of quiet)
      if (madeAt !== undefined && madeAt <= since && socket.bytesRead === bytesRead) socket.destroy();
    for (const [socket, madeAt] of made) if (madeAt <= since && socket.bytesRead === 0) socket.destroy();
  };
  const timer = setInterval(look, LOOK_MS).unref();
  const busy = measureBusyTime();

  // with TLS, requests come on the connection within the connection
  server.on('setSecureContext' in server ? 'secureConnection' : 'connection', (socket: Socket) => {
    becomesQuiet(socket, performance.now());
    socket.once('close', () => quiet.delete(socket));
  });
  server.on('request', (request, response) => {
    // a body that was not read would be taken for the next head
    response.once('close', () => request.complete && becomesQuiet(request.socket));
  });
  server.once('close', () => {
    clearInterval(timer);
    busy.stop();
  });

  return {
    of({ socket }) {
      const firstByteAt = quiet.get(socket)?.firstByteAt ?? Number.POSITIVE_INFINITY;
      quiet.delete(socket);
      return Math.min(firstByteAt, performance.now() - busy.ms());
    },
    endQuiet() {
      endSilent();
      const again = setInterval(endSilent, LOOK_MS).unref();
      server.once('close', () => clearInterval(again));
    },
  };
}
