import type { ErrorName } from '../errors.ts';

/** A fault of a request: its place, its error, and how to fix it. */
export interface Finding<Name extends ErrorName = ErrorName> {
  path: string;
  error: Name;
  message: string;
  /**
   * How a person can fix the fault. It is sent if the operation's answer has a member for it, as in merchant
   * onboarding.
   */
  action?: string;
  /** The forbidden code point of a text, as `U+202E`. */
  codePoint?: string;
  /**
   * For `field_missing`: the field is present, and the message names the missing part of it. Otherwise, the field
   * itself is absent or empty.
   */
  isIncomplete?: true;
}

/** An accepted deviation from the tables. Never contains the value. */
export interface Warning {
  path: string;
  rule: string;
}

/** The result of a validation, with the value to use from here on. */
export interface ValidationResult<T> {
  value: T;
  findings: Finding[];
  warnings: Warning[];
  /** Number of findings beyond those that are listed. */
  omittedCount: number;
}
