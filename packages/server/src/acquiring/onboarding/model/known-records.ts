import type { KnownChain } from '../../records/merchant-chain-store.ts';
import type { KnownMerchant } from '../../records/merchant-store.ts';
import type { OpenAmendment } from '../../records/open-amendment-store.ts';

/** The stored records that a request refers to. */
export interface Known {
  readonly merchants: ReadonlyMap<string, KnownMerchant>;
  /** Merchant by terminal. */
  readonly terminals: ReadonlyMap<string, string>;
  readonly chains: ReadonlyMap<string, KnownChain>;
  /** By merchant. */
  readonly openAmendments: ReadonlyMap<string, OpenAmendment>;
}
