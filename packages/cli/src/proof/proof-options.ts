import type { SharedOptions } from '../connection/shared-options.ts';

export interface ProofOptions extends SharedOptions {
  readonly output?: string;
  readonly head?: string;
  readonly open?: 'account_number' | 'merchant_name' | 'other_members';
  readonly key?: string;
  readonly heads: readonly string[];
  readonly since?: string;
}
