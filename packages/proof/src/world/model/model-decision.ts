/** A decision. `reason` is APPROVED or the reason of the decline. */
export interface ModelDecision {
  readonly code: string;
  readonly reason: string;
  /** The declining step of the trace, if the reason does not identify it. */
  readonly rule?: 'LIMITS' | 'RULES' | 'PARTNER_DECISION' | 'PARTNER_STAND_IN';
}

/** A fault of a message that is found before its account is used. */
export type MessageObstacle = 'FORMAT' | 'CARD_NOT_FOUND' | 'CARD_AMBIGUOUS' | 'DUPLICATE' | 'REVERSED_BEFORE';

const CODE_OF: Readonly<Record<string, string>> = {
  FORMAT: '30',
  CARD_NOT_FOUND: '14',
  CARD_AMBIGUOUS: '14',
  DUPLICATE: '94',
  REVERSED_BEFORE: '94',
  CARD_BLOCKED: '62',
  CARD_LOST: '41',
  CARD_STOLEN: '43',
  CARD_CLOSED: '14',
  CARD_EXPIRED: '54',
  EXPIRY_MISMATCH: '54',
  SEQUENCE_MISMATCH: '05',
  TOKEN_NOT_OF_CARD: '14',
  TOKEN: '57',
  TOKEN_EXPIRED: '57',
  TOKEN_MERCHANT: '57',
  TOKEN_CATEGORY: '57',
  TOKEN_COUNTRY: '62',
  CURRENCY_MISMATCH: '12',
  AMOUNT_ZERO: '13',
  INSUFFICIENT_FUNDS: '51',
};

export const APPROVED: ModelDecision = { code: '00', reason: 'APPROVED' };
const refusals = new Map<string, ModelDecision>();

export function declineWith(reason: string): ModelDecision {
  const usual = reason.startsWith('RESTRICTED_') ? '62' : reason.endsWith('_OFF') ? '57' : '61';
  const decision = refusals.get(reason) ?? { code: CODE_OF[reason] ?? usual, reason };
  refusals.set(reason, decision);
  return decision;
}
