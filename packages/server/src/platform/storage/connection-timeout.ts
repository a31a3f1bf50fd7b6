import pg from 'pg';

/** The driver's error message for a statement that it stopped waiting for. */
const NO_ANSWER = 'Query read timeout';

/** The database hangs, or the network to it is cut: whether the statement took place is not known. */
export function isConnectionTimeout(error: unknown): boolean {
  return (error as Error).message === NO_ANSWER;
}

/** The database answered that it refused a statement: nothing of its transaction took place. */
export function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError;
}
