/**
 * For whatever a test waits for. It ends what would hang for ever, on a machine that has much else to do too; how long
 * something takes is measured by `npm run bench`.
 */
export const WITHIN = { timeout: 100_000, interval: 20 };

/** For a statement in a test, or a request to a test server that is given no limit of its own. */
export const STATEMENT_LIMIT_MS = 60_000;
