import type { WorkContext } from '../../platform/operation/index.ts';
import type { Tx } from '../../platform/storage/index.ts';
import type { Acquirer } from '../acquirers/acquirer-directory.ts';
import type { ScreenedMerchant, ScreeningOutcome } from './screen.ts';
import type { ScreeningClaimant } from './screening-store.ts';

/** What is screened in one go. */
export interface ScreeningBatch {
  readonly merchants: readonly ScreenedMerchant[];
  /** Stores the outcomes, for what is still leased. The caller holds the acquirer's lock. */
  settle(context: WorkContext, outcomes: readonly ScreeningOutcome[]): Promise<void>;
}

/** Something that waits for the screening: boardings, or amendments. */
export interface ScreeningQueue {
  /** Acquirers with something that is due and not leased. */
  findAcquirersDue(tx: Tx, now: Date): Promise<readonly string[]>;
  /** Leases what is due; undefined if that is nothing. The caller holds the acquirer's lock. */
  claim(context: WorkContext, acquirer: Acquirer, claimant: ScreeningClaimant): Promise<ScreeningBatch | undefined>;
}

/** The actor in history and audit log. */
export const SCREENING_ACTOR = 'screening';
