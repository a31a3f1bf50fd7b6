import type { Switch } from '../../card-settings/settings-fields.ts';
import type { RestrictionType } from '../../restrictions/restriction-type.ts';
import type { DeclineReason } from '../decline-reasons.ts';
import { RESTRICTED_NOUNS, SWITCHED_NOUNS } from './nouns.ts';

const refuses = (type: RestrictionType) => `A restriction on this card refuses ${RESTRICTED_NOUNS[type]}.`;
const isOff = (name: Switch) => {
  const noun = SWITCHED_NOUNS[name];
  const is = name === 'master' ? 'is' : 'are';
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)} ${is} switched off for this account.`;
};
const spendsMore = (limit: string) => `With this amount the account would spend more than ${limit}.`;

export const ENGLISH_REASONS: Readonly<Record<DeclineReason, string>> = {
  FORMAT: 'The message does not have the required format.',
  CARD_NOT_FOUND: 'No card has this number.',
  CARD_AMBIGUOUS: 'The card number is masked and matches several cards.',
  DUPLICATE: 'A message with the same reference was decided earlier, with a different amount or currency.',
  REVERSED_BEFORE: 'The payment was reversed before this message arrived.',
  CARD_BLOCKED: 'The card is blocked.',
  CARD_LOST: 'The card was reported lost.',
  CARD_STOLEN: 'The card was reported stolen.',
  CARD_CLOSED: 'The card is closed.',
  CARD_EXPIRED: 'The card has expired.',
  EXPIRY_MISMATCH: 'The expiry date in the message does not match the card.',
  SEQUENCE_MISMATCH: 'The sequence number in the message does not match the card.',
  TOKEN_NOT_OF_CARD: 'The message names a token that does not belong to this card.',
  TOKEN: 'The token used for the payment is not active.',
  TOKEN_EXPIRED: 'The token used for the payment is no longer valid.',
  TOKEN_AMOUNT: 'The amount is above the limit for one payment with this token.',
  TOKEN_MERCHANT: 'The token used for the payment is not allowed at this merchant.',
  TOKEN_CATEGORY: 'The token used for the payment is not allowed at this kind of merchant.',
  TOKEN_COUNTRY: 'The token used for the payment is not allowed in this country.',
  CURRENCY_MISMATCH: 'The billing currency of the message is not the currency of the account.',
  AMOUNT_ZERO: 'The amount is zero.',
  RESTRICTED_MOTO: refuses('MOTO'),
  RESTRICTED_ECOM: refuses('ECOM'),
  RESTRICTED_SWIPE: refuses('SWIPE'),
  RESTRICTED_CONTACTLESS: refuses('PERS_RESTR_CONTACTLESS'),
  RESTRICTED_NFC: refuses('NFC'),
  RESTRICTED_ATM: refuses('ATM'),
  RESTRICTED_PURCHASE: refuses('PURCHASE'),
  RESTRICTED_ANY: refuses('ANY'),
  RESTRICTED_INTERNATIONAL: refuses('INTERNATIONAL'),
  RESTRICTED_COUNTRY: refuses('INTERNATIONAL_SPECIFIC_COUNTRIES'),
  MASTER_OFF: isOff('master'),
  CP_OFF: isOff('cardPresent'),
  CNP_OFF: isOff('cardNotPresent'),
  ECOM_OFF: isOff('ecom'),
  MOTO_OFF: isOff('moto'),
  RECURRING_OFF: isOff('recurring'),
  FALLBACK_OFF: isOff('fallback'),
  CASH_OFF: isOff('cash'),
  PURCHASE_OFF: isOff('purchase'),
  FUNCTION1_OFF: isOff('function1'),
  FUNCTION2_OFF: isOff('function2'),
  FUNCTION3_OFF: isOff('function3'),
  MERCHANT_GROUP_OFF: 'The group of merchants that is set for this account does not allow this kind of merchant.',
  CP_FOREIGN_OFF: 'Use of the card abroad is not allowed for this account.',
  CP_TRANSACTION_LIMIT: 'The amount is above the limit for one payment with the card itself.',
  CNP_TRANSACTION_LIMIT: 'The amount is above the limit for one payment without the card itself.',
  CASH_TRANSACTION_LIMIT: 'The amount is above the limit for one cash withdrawal.',
  DAILY_LIMIT: spendsMore('it may in a day'),
  MONTHLY_LIMIT: spendsMore('it may in a month'),
  LIMIT1: spendsMore("the first of the bank's own limits allows"),
  LIMIT2: spendsMore("the second of the bank's own limits allows"),
  LIMIT3: spendsMore("the third of the bank's own limits allows"),
  INSUFFICIENT_FUNDS: 'The account does not have enough available funds.',
  PARTNER_DECLINED: "The bank's own system declined it.",
  PARTNER_STAND_IN: "The bank's own system gave no valid answer, and this exceeds what may be approved without it.",
  NETWORK_DECLINED: 'The network declined it itself.',
};
