/** A change of a rule that does not change behavior, with the reason. */
export interface EquivalentFault {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly because: string;
  /** The enclosing declarations, if the same change is possible in other places. */
  readonly within?: string | undefined;
}

export const SHORTCUT = 'a shortcut: without it the same is found, later';
export const FOR_TYPES = 'for the type alone: nothing is not in a list, and an amount is never more than nothing';

type FaultTuple = readonly [from: string, to: string, because: string, within?: string];

export const inFile = (file: string, changes: readonly FaultTuple[]) =>
  changes.map(([from, to, because, within]): EquivalentFault => ({ file, from, to, because, within }));
