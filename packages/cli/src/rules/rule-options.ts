import type { SharedOptions } from '../connection/shared-options.ts';

export interface MoveOptions extends SharedOptions {
  readonly from?: string;
}

export interface ReportOptions extends SharedOptions {
  readonly from?: string;
  readonly to?: string;
}
