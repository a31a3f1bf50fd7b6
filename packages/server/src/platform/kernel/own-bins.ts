let bins: readonly string[] = [];

/**
 * Adds BINs of banks that this process serves. The set belongs to the process, because code in every layer masks logs,
 * errors and foreign answers without access to the banks. A BIN stays in the set after its product is removed, because
 * cards with it exist.
 *
 * @param more BINs of 6 to 8 digits
 * @example addOwnBins(['400000', '51000012'])
 */
export function addOwnBins(more: readonly string[]): void {
  const all = new Set([...bins, ...more]);
  if (all.size > bins.length) bins = [...all];
}

/** Returns the same array until a BIN is added, so that callers can cache derived values by its identity. */
export function ownBins(): readonly string[] {
  return bins;
}
