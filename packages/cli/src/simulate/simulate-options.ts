import type { SharedOptions } from '../connection/shared-options.ts';

export interface AuthorizeOptions extends SharedOptions {
  readonly card?: string;
  readonly amount: string;
  readonly mcc: string;
  readonly country?: string;
  readonly field: readonly string[];
}

export interface TrafficOptions extends SharedOptions {
  readonly rate: number;
  readonly minutes: number;
  readonly seed: number;
}
