import { SESSION_KEY } from './query-client.ts';
import { readSession } from './session-calls.ts';

const MINUTE_MS = 60_000;

/** The session of the signed-in person, or null. A person who signs in elsewhere and returns continues at once. */
export const SESSION_QUERY = {
  queryKey: SESSION_KEY,
  queryFn: readSession,
  staleTime: MINUTE_MS,
  refetchOnWindowFocus: 'always',
} as const;
