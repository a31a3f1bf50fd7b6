import type { ExistingChain } from '../../records/merchant-chain-store.ts';
import type { ExistingMerchant } from '../../records/merchant-store.ts';

/** The stored records that a request refers to. */
export interface ExistingRecords {
  readonly merchants: ReadonlyMap<string, ExistingMerchant>;
  /** Ids of merchants by the ids of their terminals. */
  readonly terminals: ReadonlyMap<string, string>;
  readonly chains: ReadonlyMap<string, ExistingChain>;
}
