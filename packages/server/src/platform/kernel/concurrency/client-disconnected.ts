/** The client closed the connection: the work is dropped, and its writes are rolled back. */
export class ClientDisconnected extends Error {
  constructor() {
    super('the caller closed the connection');
  }
}

export function throwIfDisconnected(gone: AbortSignal | undefined): void {
  if (gone?.aborted) throw new ClientDisconnected();
}
