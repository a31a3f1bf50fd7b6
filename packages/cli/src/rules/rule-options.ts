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
  /** Time of each question in milliseconds. */
  readonly limit?: number;
}
