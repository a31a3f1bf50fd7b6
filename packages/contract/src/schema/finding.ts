import type { ErrorName } from '../errors.ts';

/** One thing that is wrong with a request: where, which error, and what to do about it. */
export interface Finding<Name extends ErrorName = ErrorName> {
  path: string;
  error: Name;
  message: string;
  /**
   * What a person can do about it. Sent where the operation's answer has a member for it, as in merchant onboarding.
   */
  action?: string;
  /** Of a text with a code point that no text may hold: that one, as `U+202E`. */
  codePoint?: string;
  /**
   * Of `field_missing`, where the field is there and something in it is missing, which the message names. Without it,
   * the field itself is absent or empty.
   */
  isIncomplete?: true;
}

/** An accepted deviation from the tables. Never contains the value. */
export interface Warning {
  path: string;
  rule: string;
}

/** The result of a validation, with the value to use from here on. */
export interface Checked<T> {
  value: T;
  findings: Finding[];
  warnings: Warning[];
  /** Number of findings beyond those that are listed. */
  unlisted: number;
}
