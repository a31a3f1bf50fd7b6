import pg from 'pg';

/** The driver's error message for a statement that it stopped waiting for. */
const NO_ANSWER = 'Query read timeout';

/** Whether the database hangs, or the network to it is cut. Then it is unknown whether the statement took effect. */
export function isConnectionTimeout(error: unknown): boolean {
  return (error as Error).message === NO_ANSWER;
}

/** Whether the database refused a statement. Then nothing of its transaction took effect. */
export function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError;
}
