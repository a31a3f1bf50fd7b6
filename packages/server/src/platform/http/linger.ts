import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * Time to keep a connection open after its answer, in milliseconds: a reset while the caller is still sending would
 * lose the answer.
 */
const LINGER_MS = 1_000;

/**
 * If the connection closes after this answer although its request is still arriving, discards incoming data for a
 * moment.
 */
export function lingerAfterAnswer({ socket, complete }: IncomingMessage): void {
  // requests that tests inject have no real socket
  if (complete || !(socket instanceof Socket)) return;
  // Node calls this after it has written an answer that closes the connection
  socket.destroySoon = () => {
    socket.end();
    lingerBeforeClose(socket);
  };
}

/** Destroys a connection a moment after its last answer. */
export function lingerBeforeClose(socket: Duplex): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}
