/** Nobody waits for the answer any more: the work is dropped, and what it wrote is rolled back. */
export class ClientDisconnected extends Error {
  constructor() {
    super('the caller closed the connection');
  }
}

export function throwIfDisconnected(gone: AbortSignal | undefined): void {
  if (gone?.aborted) throw new ClientDisconnected();
}
