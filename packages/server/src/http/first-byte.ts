import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';

/** How late the first byte of a request may be noticed whose head comes in pieces. */
const LOOK_MS = 50;

/** A connection that waits for the next request. */
interface Quiet {
  /** What was read of it when it became quiet. */
  readonly bytesRead: number;
  firstByteAt: number | undefined;
}

/** Tells when the first byte of a request came whose head has just been read, as `performance.now()` tells it. */
export interface FirstBytes {
  of(request: IncomingMessage): number;
}

/**
 * Node tells of a request when its head is whole, and of bytes only a connection's count. So the connections without a
 * request are looked at now and then: those with more bytes than before are being sent a head.
 */
export function watchFirstBytes(server: Server): FirstBytes {
  const quiet = new Map<Socket, Quiet>();
  const becomesQuiet = (socket: Socket) => {
    if (!socket.destroyed) quiet.set(socket, { bytesRead: socket.bytesRead, firstByteAt: undefined });
  };
  const look = () => {
    const now = performance.now();
    for (const [socket, each] of quiet) if (socket.bytesRead > each.bytesRead) each.firstByteAt ??= now;
  };
  const timer = setInterval(look, LOOK_MS).unref();

  server.on('connection', (socket: Socket) => {
    becomesQuiet(socket);
    socket.once('close', () => quiet.delete(socket));
  });
  server.on('request', (request, response) => {
    // a body that was not read would be taken for the next head
    response.once('close', () => request.complete && becomesQuiet(request.socket));
  });
  server.once('close', () => clearInterval(timer));

  return {
    of({ socket }) {
      const now = performance.now();
      const firstByteAt = quiet.get(socket)?.firstByteAt;
      quiet.delete(socket);
      return firstByteAt ?? now;
    },
  };
}
