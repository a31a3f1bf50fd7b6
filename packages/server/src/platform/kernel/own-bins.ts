let bins: readonly string[] = [];

/**
 * Adds BINs of banks that this process serves. The process has one set of them, as logs, errors and answers of others are
 * masked in every layer, by code that has no other access to the banks. A BIN stays in the set when its product is removed:
 * cards with it exist.
 *
 * @param more BINs of 6 to 8 digits
 * @example addOwnBins(['400000', '51000012'])
 */
export function addOwnBins(more: readonly string[]): void {
  const all = new Set([...bins, ...more]);
  if (all.size > bins.length) bins = [...all];
}

/** The same array until a BIN is added, so that what is computed from it can be cached by identity. */
export function ownBins(): readonly string[] {
  return bins;
}
