import type { Switch } from '../card-settings/settings-fields.ts';
import type { RestrictionType } from '../restrictions/restriction-type.ts';

/** The rules of the decision, in the order of their evaluation: docs/interface/decision.md#order. */
export const DECISION_RULES = [
  'FORMAT',
  'CARD_FOUND',
  'PROGRAM',
  'LISTS',
  'DUPLICATE',
  'REVERSED_BEFORE',
  'CARD_STATUS',
  'EXPIRY_SEQUENCE',
  'TOKEN',
  'CURRENCY',
  'AMOUNT',
  'TOKEN_CONTROLS',
  'RESTRICTIONS',
  'SWITCHES',
  'MERCHANT_GROUP',
  'FOREIGN_USE',
  'TRANSACTION_LIMITS',
  'DAILY_LIMIT',
  'MONTHLY_LIMIT',
  'LIMIT1',
  'LIMIT2',
  'LIMIT3',
  'LIMITS',
  'RULES',
  'FUNDS',
] as const;
/** The rule that evaluates the bank's own decision rules, if it has any. */
export const OWN_RULES = 'RULES';
/** Rules that are evaluated only if something of their kind is configured. */
export const RULES_WHERE_SET: readonly DecisionRule[] = [
  'PROGRAM',
  'LISTS',
  'REVERSED_BEFORE',
  'TOKEN',
  'TOKEN_CONTROLS',
  'LIMITS',
  OWN_RULES,
];
export type DecisionRule = (typeof DECISION_RULES)[number];

/** Decline reason of each restriction. */
export const RESTRICTION_REASONS = {
  MOTO: 'RESTRICTED_MOTO',
  ECOM: 'RESTRICTED_ECOM',
  SWIPE: 'RESTRICTED_SWIPE',
  PERS_RESTR_CONTACTLESS: 'RESTRICTED_CONTACTLESS',
  NFC: 'RESTRICTED_NFC',
  ATM: 'RESTRICTED_ATM',
  PURCHASE: 'RESTRICTED_PURCHASE',
  ANY: 'RESTRICTED_ANY',
  INTERNATIONAL: 'RESTRICTED_INTERNATIONAL',
  INTERNATIONAL_SPECIFIC_COUNTRIES: 'RESTRICTED_COUNTRY',
} as const satisfies Record<RestrictionType, string>;

/** Decline reason of each switch. */
export const SWITCH_REASONS = {
  master: 'MASTER_OFF',
  cardPresent: 'CP_OFF',
  cardNotPresent: 'CNP_OFF',
  ecom: 'ECOM_OFF',
  moto: 'MOTO_OFF',
  recurring: 'RECURRING_OFF',
  fallback: 'FALLBACK_OFF',
  purchase: 'PURCHASE_OFF',
  cash: 'CASH_OFF',
  function1: 'FUNCTION1_OFF',
  function2: 'FUNCTION2_OFF',
  function3: 'FUNCTION3_OFF',
} as const satisfies Record<Switch, string>;

/** Limits over a window. The rule of each limit has its name. */
export const LIMITS_OVER_WINDOWS = {
  DAILY_LIMIT: 'dailyLimit',
  MONTHLY_LIMIT: 'monthlyLimit',
  LIMIT1: 'limit1',
  LIMIT2: 'limit2',
  LIMIT3: 'limit3',
} as const;
export type WindowLimit = keyof typeof LIMITS_OVER_WINDOWS;

/** Limits on a single payment. */
export const TRANSACTION_LIMITS = {
  CP_TRANSACTION_LIMIT: 'cardPresentTransactionLimit',
  CNP_TRANSACTION_LIMIT: 'cardNotPresentTransactionLimit',
  CASH_TRANSACTION_LIMIT: 'cashTransactionLimit',
} as const;

/** All other decline reasons. Those of restrictions, switches and limits are listed above. */
const OTHER_REASONS = [
  'FORMAT',
  'CARD_NOT_FOUND',
  'CARD_AMBIGUOUS',
  'DUPLICATE',
  'REVERSED_BEFORE',
  'CARD_BLOCKED',
  'CARD_LOST',
  'CARD_STOLEN',
  'CARD_CLOSED',
  'CARD_EXPIRED',
  'EXPIRY_MISMATCH',
  'SEQUENCE_MISMATCH',
  'TOKEN_NOT_OF_CARD',
  'TOKEN',
  'TOKEN_EXPIRED',
  'TOKEN_AMOUNT',
  'TOKEN_MERCHANT',
  'TOKEN_CATEGORY',
  'TOKEN_COUNTRY',
  'CURRENCY_MISMATCH',
  'AMOUNT_ZERO',
  'MERCHANT_GROUP_OFF',
  'CP_FOREIGN_OFF',
  'INSUFFICIENT_FUNDS',
  'PARTNER_DECLINED',
  'PARTNER_STAND_IN',
  'NETWORK_DECLINED',
] as const;

export type DeclineReason =
  | (typeof OTHER_REASONS)[number]
  | (typeof RESTRICTION_REASONS)[RestrictionType]
  | (typeof SWITCH_REASONS)[Switch]
  | keyof typeof TRANSACTION_LIMITS
  | WindowLimit;

/** All decline reasons: docs/interface/decision.md#reasons. */
export const DECLINE_REASONS: readonly DeclineReason[] = [
  ...OTHER_REASONS,
  ...Object.values(RESTRICTION_REASONS),
  ...Object.values(SWITCH_REASONS),
  ...(Object.keys(TRANSACTION_LIMITS) as (keyof typeof TRANSACTION_LIMITS)[]),
  ...(Object.keys(LIMITS_OVER_WINDOWS) as WindowLimit[]),
];

export function isDeclineReason(name: string): name is DeclineReason {
  return (DECLINE_REASONS as readonly string[]).includes(name);
}

/** Returns whether traces and answers use the name for the decision's own rules, or may use it in the future. */
export function isReservedReason(name: string): boolean {
  const knownReasons: readonly string[] = [...DECISION_RULES, OWN_RULES, 'APPROVED'];
  return knownReasons.includes(name) || isDeclineReason(name) || /^(PARTNER|ERROR)_/.test(name);
}
