/** The client closed the connection, so the work is dropped and its writes are rolled back. */
export class ClientDisconnected extends Error {
  constructor() {
    super('the caller closed the connection');
  }
}

export function throwIfDisconnected(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new ClientDisconnected();
}
