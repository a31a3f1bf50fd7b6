import type { Tx } from '../../platform/storage/index.ts';
import type { CardKey } from './card-store.ts';

/** Why a plastic is produced. */
const PLASTIC_REASONS = ['NEW', 'RENEWAL', 'REPLACEMENT'] as const;
export type PlasticReason = (typeof PLASTIC_REASONS)[number];

export interface NewPlastic {
  readonly key: CardKey;
  readonly sequenceNumber: string;
  readonly reason: PlasticReason;
}

/** Called for each new plastic of a physical card, in the same transaction. */
export type OnNewPlastic = (tx: Tx, bankId: string, plastic: NewPlastic, now: Date) => Promise<void>;
