import type { WorkContext } from '../../platform/operation/index.ts';
import type { Tx } from '../../platform/storage/index.ts';
import type { Acquirer } from '../acquirers/acquirer-directory.ts';
import type { ScreenedMerchant, ScreeningOutcome } from './screen.ts';
import type { ScreeningClaimant } from './screening-store.ts';

/** Merchants that are screened together. */
export interface ScreeningBatch {
  readonly merchants: readonly ScreenedMerchant[];
  /** Stores the outcomes of merchants that are still leased. The caller holds the acquirer's lock. */
  settle(context: WorkContext, outcomes: readonly ScreeningOutcome[]): Promise<void>;
}

/** A queue for the screening: boardings or amendments. */
export interface ScreeningQueue {
  /** Finds acquirers with entries that are due and not leased. */
  findAcquirersDue(tx: Tx, now: Date): Promise<readonly string[]>;
  /** Leases the entries that are due. Returns undefined if none are. The caller holds the acquirer's lock. */
  claim(context: WorkContext, acquirer: Acquirer, claimant: ScreeningClaimant): Promise<ScreeningBatch | undefined>;
}

/** The actor in history and audit log. */
export const SCREENING_ACTOR = 'screening';
