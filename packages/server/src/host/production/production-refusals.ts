/** A reason why production does not start, with its remedy. */
export interface ProductionRefusal {
  /** The subject in one or two words. */
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

/** Returns the refusal if the condition is true. */
export function refuseWhen(isSo: boolean, refusal: ProductionRefusal): ProductionRefusal[] {
  return isSo ? [refusal] : [];
}

const MAX_NAMES = 5;

/** Returns the first names and the number of further ones. */
export function listNames(names: readonly string[]): string {
  const more = names.length - MAX_NAMES;
  return names.slice(0, MAX_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
