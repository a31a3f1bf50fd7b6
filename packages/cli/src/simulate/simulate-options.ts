import type { SharedOptions } from '../connection/shared-options.ts';

interface NetworkOptions extends SharedOptions {
  /** Host and port for ISO 8583; undefined for the REST interface. */
  readonly iso?: string;
}

export interface AuthorizeOptions extends NetworkOptions {
  readonly card?: string;
  readonly amount: string;
  readonly mcc: string;
  readonly country?: string;
  readonly field: readonly string[];
}

export interface EndOptions extends NetworkOptions {
  readonly amount?: string;
}

export interface TrafficOptions extends NetworkOptions {
  readonly rate: number;
  readonly minutes: number;
  readonly seed: number;
}
