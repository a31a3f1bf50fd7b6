/** Something was begun and may have been stored, or not. Whoever asked finds out by asking again. */
export class OutcomeUnknown extends Error {}
