/** The limits that counted a decision, as stored with it: `1,4`, followed by the merchant if a limit counted merchants. */
export type CountingKey = string;

/** @param merchantId empty if no limit counted merchants */
export function encodeCountingKey(keys: readonly string[], merchantId: string): CountingKey {
  return merchantId === '' ? keys.join(',') : `${keys.join(',')} ${merchantId}`;
}

/** Returns the keys under which a decision was counted, and the merchant, if any. */
export function decodeCountingKey(countingKey: CountingKey): {
  readonly keys: readonly string[];
  readonly merchant: string;
} {
  const space = countingKey.indexOf(' ');
  const keys = space < 0 ? countingKey : countingKey.slice(0, space);
  return { keys: keys.split(','), merchant: space < 0 ? '' : countingKey.slice(space + 1) };
}

/** Joins what two sets of limits counted in one text. */
export function joinCountingKeys(
  one: CountingKey | undefined,
  other: CountingKey | undefined,
): CountingKey | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  const [first, second] = [decodeCountingKey(one), decodeCountingKey(other)];
  return encodeCountingKey([...first.keys, ...second.keys], first.merchant || second.merchant);
}
