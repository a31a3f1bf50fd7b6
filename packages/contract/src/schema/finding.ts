import type { ErrorName } from '../errors.ts';

/** One thing that is wrong with a request: where, which error, and what to do about it. */
export interface Finding<Name extends ErrorName = ErrorName> {
  path: string;
  error: Name;
  message: string;
  /** What a person can do about it. Told where the operation's answer has a place for it: merchant onboarding. */
  action?: string;
}

/** A deviation from the tables that was accepted. Never carries the value. */
export interface Warning {
  path: string;
  rule: string;
}

/** What a validation gathered, and the value as it is used from here on. */
export interface Checked<T> {
  value: T;
  findings: Finding[];
  warnings: Warning[];
  /** How many findings there were beyond those that are listed. */
  unlisted: number;
}
