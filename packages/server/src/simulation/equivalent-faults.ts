/** A change of a rule that changes no behaviour, and why. */
export interface EquivalentFault {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly because: string;
}

/** Looked at one by one. One that is found after all, or is not there any more, fails the run. */
export const EQUIVALENT_FAULTS: readonly EquivalentFault[] = [];
