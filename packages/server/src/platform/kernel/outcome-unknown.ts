/** The work was started and may have been stored. The caller finds out by repeating the request. */
export class OutcomeUnknown extends Error {}
