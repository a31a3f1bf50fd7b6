import { requireValue } from '../../../platform/kernel/required.ts';
import type { CardReference } from '../decision/card-reference.ts';
import type { PartnerFact } from '../decision/facts.ts';
import type { AuthorizationRequest } from './authorization-request.ts';
import { messageKey } from './ecommerce-message.ts';

/** bank_id of messages whose number belongs to no bank here. */
export const UNKNOWN_BANK = '-';
/** account_id of messages whose card was not found. */
export const UNKNOWN_ACCOUNT = 0n;

/**
 * The second of the four types that a message passes (docs/architecture.md#one-message-four-types): a request with its
 * card and account, and the key that identifies it.
 */
export interface ResolvedMessage {
  readonly request: AuthorizationRequest;
  readonly bankId: string;
  readonly accountId: bigint;
  /** How many cards the number fits. */
  readonly matches: number;
  /** The card, if the number fits exactly one. */
  readonly card: CardReference | undefined;
  readonly key: bigint;
  /** Keys under which the message may have been stored before a rotation; usually none. */
  readonly otherKeys: readonly bigint[];
  /** The answer of the bank's own system, if it was called. */
  readonly partner: PartnerFact | undefined;
}

/** The account whose messages keep their order: that of the only card that the number fits. */
export function accountOf(references: readonly CardReference[]): bigint {
  const [card] = references;
  return references.length === 1 && card !== undefined ? card.accountId : UNKNOWN_ACCOUNT;
}

/** @param references all cards that the number fits */
export function resolveMessage(
  request: AuthorizationRequest,
  references: readonly CardReference[],
  partner: PartnerFact | undefined,
): ResolvedMessage {
  const card = references.length === 1 ? references[0] : undefined;
  const marks = card === undefined ? request.cardMarks() : [String(card.cardId)];
  const [key, ...otherKeys] = marks.map((mark) => messageKey(request.message, mark));
  return {
    request,
    bankId: request.bank?.bankId ?? UNKNOWN_BANK,
    accountId: card?.accountId ?? UNKNOWN_ACCOUNT,
    matches: references.length,
    card,
    key: requireValue(key, 'the key of a message'),
    otherKeys,
    partner,
  };
}
