/** Merchants, categories or countries that a token allows or blocks. */
export interface ModelControlList {
  readonly isAllowed: boolean;
  readonly values: readonly string[];
}

/** The controls of the token that a message names: docs/interface/token-controls.md. */
export interface ModelTokenControls {
  readonly validUntilMs?: number;
  readonly maxMinor?: number;
  readonly merchants?: ModelControlList;
  readonly categories?: ModelControlList;
  readonly countries?: ModelControlList;
}
