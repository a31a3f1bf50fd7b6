import type { LanguageCode } from '@cardwright/contract';
import type { SharedOptions } from '../connection/shared-options.ts';

export interface CallCommandOptions extends SharedOptions {
  readonly file?: string;
  readonly data?: string;
  readonly msgId?: string;
  readonly trackingId?: string;
  readonly idempotencyKey?: string;
  readonly ifMatch?: string;
  readonly list?: true;
  readonly all?: true;
}

interface ProposalOptions extends SharedOptions {
  readonly set: readonly string[];
  readonly restrictions?: string;
}

export interface WhatIfOptions extends ProposalOptions {
  readonly file?: string;
  readonly field: readonly string[];
  readonly language: LanguageCode;
}

export interface BacktestOptions extends ProposalOptions {
  readonly from?: string;
  readonly until?: string;
  readonly bank?: true;
  readonly to?: string;
  readonly file?: string;
}
