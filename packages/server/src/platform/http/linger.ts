import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** The answer would be lost if the connection were reset under a caller who is still sending. */
const LINGER_MS = 1_000;

/** Where a connection is closed after this answer although its request is still coming in: drops for a moment what comes. */
export function lingerAfterAnswer({ socket, complete }: IncomingMessage): void {
  // requests that tests inject have no socket of their own
  if (complete || !(socket instanceof Socket)) return;
  // what Node calls once it has written an answer after which it closes the connection
  socket.destroySoon = () => {
    socket.end();
    lingerBeforeClose(socket);
  };
}

/** Ends a connection for good a moment after its last answer. */
export function lingerBeforeClose(socket: Duplex): void {
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}
