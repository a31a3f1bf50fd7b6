/** Merchants, categories or countries of a control. */
export interface ControlList {
  /** True if only these are allowed, false if all others are. */
  readonly isAllowed: boolean;
  readonly values: readonly string[];
}

/**
 * The controls of a token (docs/interface/token-controls.md), in their stored form, which decisions use too. The limit
 * of single use is one of the account's limits instead.
 */
export interface ControlsOfToken {
  /** ISO 8601 UTC. */
  readonly validUntil?: string;
  /** The highest amount of one payment, in minor units of the account's currency. */
  readonly maxMinor?: string;
  readonly merchants?: ControlList;
  readonly categories?: ControlList;
  /** ISO 3166 alpha-2. */
  readonly countries?: ControlList;
}

/** Reads stored controls; undefined if the token has none. */
export function readStoredControls(stored: string | null): ControlsOfToken | undefined {
  return stored === null ? undefined : (JSON.parse(stored) as ControlsOfToken);
}
