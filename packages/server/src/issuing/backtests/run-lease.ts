/** Identifies a run. */
export interface RunKey {
  readonly bankId: string;
  readonly backtestId: string;
}

/** A run and the lease under which a server carries it out. */
export interface RunLease extends RunKey {
  readonly lease: string;
}
