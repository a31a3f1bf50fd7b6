/** Why production does not start, and what to do about it. */
export interface ProductionRefusal {
  /** What it is about, in a word or two. */
  readonly name: string;
  readonly reason: string;
  readonly remedy: string;
}

/** Stops the start with all refusals, one on each line. */
export function throwRefusals(refusals: readonly ProductionRefusal[]): void {
  if (refusals.length > 0) throw new Error(refusals.map(refusalText).join('\n'));
}

export function refusalText({ reason, remedy }: ProductionRefusal): string {
  return `${reason}: ${remedy}`;
}

/** The refusal, where there is a reason for it. */
export function refuseWhen(isSo: boolean, refusal: ProductionRefusal): ProductionRefusal[] {
  return isSo ? [refusal] : [];
}

const MOST_LISTED = 5;

/** The first of the names, and how many more there are. */
export function listNames(names: readonly string[]): string {
  const more = names.length - MOST_LISTED;
  return names.slice(0, MOST_LISTED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
