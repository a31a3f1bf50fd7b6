/** Nobody waits for the answer any more: the work is dropped, and what it wrote is rolled back. */
export class CallerGone extends Error {
  constructor() {
    super('the caller closed the connection');
  }
}

export function throwIfGone(gone: AbortSignal | undefined): void {
  if (gone?.aborted) throw new CallerGone();
}
