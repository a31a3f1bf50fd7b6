import type { SharedOptions } from '../connection/shared-options.ts';

export interface MoveOptions extends SharedOptions {
  readonly from?: string;
  readonly reason?: string;
}

export interface ReportOptions extends SharedOptions {
  readonly from?: string;
  readonly to?: string;
}

export interface ProveOptions extends SharedOptions {
  /** File with promises. */
  readonly promises?: string;
  /** Relation that the rule must have to the live version. */
  readonly expect?: string;
  /** Account whose whole decision is analyzed. */
  readonly account?: string;
  /** EXID of a card whose whole decision is analyzed. */
  readonly card?: string;
  /** Product at whose accounts the whole decision is analyzed. */
  readonly product?: string;
  /** File with a change of the settings, restrictions, limits or program of the account, card or product. */
  readonly proposal?: string;
  /** Time limit for each question, in milliseconds. */
  readonly limit?: number;
}
