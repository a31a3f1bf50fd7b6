/** The limit for waits in tests. It ends hanging waits, also on a busy machine; `npm run bench` measures durations. */
export const WITHIN = { timeout: 100_000, interval: 20 };

/** The limit for statements in tests, and for requests to a test server without their own limit. */
export const STATEMENT_LIMIT_MS = 60_000;
