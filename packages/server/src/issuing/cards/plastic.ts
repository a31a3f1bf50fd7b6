import type { DeliveryAddress } from '@cardwright/contract';
import type { Bank } from '../../platform/kernel/bank.ts';
import type { Tx } from '../../platform/storage/index.ts';
import type { CardKey } from './card-store.ts';

export interface PlasticContext {
  readonly tx: Tx;
  readonly bank: Bank;
  readonly now: Date;
}

/** Why a plastic is produced. */
const PLASTIC_REASONS = ['NEW', 'RENEWAL', 'REPLACEMENT'] as const;
export type PlasticReason = (typeof PLASTIC_REASONS)[number];

export interface NewPlastic {
  readonly key: CardKey;
  readonly sequenceNumber: string;
  readonly reason: PlasticReason;
  /** Replaces the mailing address of the cardholder for this plastic. */
  readonly deliveryAddress?: DeliveryAddress | undefined;
}

/** Called for each new plastic of a physical card, in the same transaction. */
export type OnNewPlastic = (tx: Tx, bankId: string, plastic: NewPlastic, now: Date) => Promise<void>;
