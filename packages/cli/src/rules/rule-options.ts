import type { SharedOptions } from '../connection/shared-options.ts';

export interface MoveOptions extends SharedOptions {
  readonly from?: string;
  readonly reason?: string;
}

export interface ReportOptions extends SharedOptions {
  readonly from?: string;
  readonly to?: string;
}
