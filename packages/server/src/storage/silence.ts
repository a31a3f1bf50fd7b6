import type { Socket } from 'node:net';
import type pg from 'pg';

/** The driver's error message for a statement that it stopped waiting for. */
const NO_ANSWER = 'Query read timeout';

/** The database hangs, or the network to it is cut: whether the statement took place is not known. */
export function isSilence(error: unknown): boolean {
  return (error as Error).message === NO_ANSWER;
}

/** Cuts the connection of a client without a word to the database, which may not listen. */
export function abandonClient(client: pg.Client): void {
  (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
}
