import type { Bank } from '../../../platform/kernel/bank.ts';
import type { CardReference } from '../decision/card-reference.ts';
import type { AuthorizationMessage, PartnerFact } from '../decision/facts.ts';
import type { RawMessage } from './ecommerce-message.ts';

/** A message on its way through a batch. */
export interface BatchItem {
  readonly message: AuthorizationMessage;
  readonly kept: RawMessage;
  readonly keptText: string;
  readonly sender: number;
  /** The bank of the number's BIN, where the caller may act for it. */
  readonly bank: Bank | undefined;
  /**
   * Stand for the card in the message's identity while none is found: keyed hashes or masked text. New rows take the
   * first; messages of before a rotation are found by the others.
   */
  readonly cardMarks: () => readonly string[];
}

/** bank_id of messages whose number belongs to no bank here. */
export const UNKNOWN_BANK = '-';
/** account_id of messages whose card was not found. */
export const UNKNOWN_ACCOUNT = 0n;

/** The account whose messages keep their order: that of the only card that the number fits. */
export function accountOf(references: readonly CardReference[]): bigint {
  const [card] = references;
  return references.length === 1 && card !== undefined ? card.accountId : UNKNOWN_ACCOUNT;
}

/** A message with the card that its number fits, and what identifies it. */
export interface Placed {
  readonly item: BatchItem;
  readonly bankId: string;
  readonly accountId: bigint;
  readonly matches: number;
  readonly card: CardReference | undefined;
  readonly key: bigint;
  /** Keys under which the message may have been stored before a rotation; mostly none. */
  readonly otherKeys: readonly bigint[];
  /** What the bank's own system said, where it was asked. */
  readonly partner: PartnerFact | undefined;
}
