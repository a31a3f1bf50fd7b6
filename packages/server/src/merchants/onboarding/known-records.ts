import type { KnownChain } from '../records/merchant-chain-store.ts';
import type { KnownMerchant } from '../records/merchant-store.ts';

/** What is stored of whatever a request names. */
export interface Known {
  readonly merchants: ReadonlyMap<string, KnownMerchant>;
  /** Terminal to merchant. */
  readonly terminals: ReadonlyMap<string, string>;
  readonly chains: ReadonlyMap<string, KnownChain>;
}
