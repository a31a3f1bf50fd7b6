/** Times are stored in steps that grow by a constant ratio, so a reported time is at most 10% too long. */
const SHORTEST_MS = 0.5;
const RATIO = 1.1;
/** The step of all longer times; it is longer than any deadline. */
const LAST_STEP = 120;

/** The step that contains a time. */
export function stepOf(ms: number): number {
  if (ms <= SHORTEST_MS) return 0;
  return Math.min(LAST_STEP, Math.ceil(Math.log(ms / SHORTEST_MS) / Math.log(RATIO)));
}

/** The longest time of a step, in milliseconds with one decimal. */
export function longestOf(step: number): number {
  return Math.round(SHORTEST_MS * RATIO ** step * 10) / 10;
}
