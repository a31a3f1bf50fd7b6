/** Which run. */
export interface RunKey {
  readonly bankId: string;
  readonly backtestId: string;
}

/** Whose run it is. */
export interface Leased extends RunKey {
  readonly lease: string;
}
