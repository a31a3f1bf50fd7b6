/**
 * Values that the interface publishes. The acquirer's catalogues have those that it omits
 * (docs/interface/merchant-onboarding.md#catalogues).
 */
export const MERCHANT_TYPES = ['POS', 'ECOM'] as const;
export const SUB_MERCHANT_TYPES = [
  'BATCH_AUTH',
  'BS',
  'E3',
  'EM',
  'EN',
  'KI',
  'MPOS',
  'NGECOM',
  'NGPOS',
  'O1',
  'O2',
  'O3',
  'UT',
  'QR-MERCHANT-APP',
] as const;
export const MERCHANT_STATEMENT_FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY'] as const;
export const STATEMENT_DELIVERY_TYPES = ['Email', 'Fax'] as const;
export const PAYMENT_MODES = ['EFT', 'EQ', 'FN', 'IFT', 'MC', 'NN', 'OB', 'TT'] as const;
/** O is Payout, the default; U is Payup. */
export const FUND_SETTLEMENT_LEVELS = ['O', 'U'] as const;
export const LEGAL_TYPES = ['LLC', 'SOLE_PROPRIETOR', 'PARTNERSHIP', 'FREE_ZONE'] as const;
/** STANDARD is the default. */
export const STORE_TYPES = ['STANDARD', 'CASH_ADVANCE', 'MOTO', 'ECOM', 'QR'] as const;
export const MERCHANT_ADDRESS_TYPES = ['STMT_ADDR', 'PAYM_ADDR'] as const;
export const COMMISSION_SETTLEMENTS = ['NEXT_STTLM', 'M1'] as const;
/** What a refund returns: C the fee, R commission and fee, G neither, N the commission. */
export const REFUND_CONTROL_VALUES = ['C', 'R', 'G', 'N', 'Z'] as const;
export const SETTLEMENT_FREQUENCIES = [
  'DAILY',
  'SEMI_WEEKLY',
  'WEEKLY',
  'FORTNIGHTLY',
  'SEMI_MONTHLY',
  'MONTHLY',
] as const;
/** Frequencies that need a second day of statement. */
export const TWO_DAY_FREQUENCIES = ['SEMI_WEEKLY', 'FORTNIGHTLY', 'SEMI_MONTHLY'] as const;
export const CARD_MODES = ['ELECTRONIC', 'MANUAL', 'PREMIUM', 'INTERNATIONAL', 'DOMESTIC'] as const;
export const FEE_TYPES = [
  'MIS',
  'ACQ_MMBR_FEE',
  'MFEE_STRT',
  'MFEE_FRD_HND',
  'TRANS_FEE',
  'REFUND_FEE',
  'EXCESSIVE_CHARGEBACK_FEE',
  'EXCESSIVE_FRAUD_FEE',
  'EXCESSIVE_REFUND_FEE',
] as const;
export const FEE_FREQUENCIES = ['DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'SEMI_ANNUAL', 'ANNUALLY'] as const;
export const FEE_CLASSIFIERS = ['COUNT', 'VOLUME'] as const;
export const DCC_PROVIDERS = ['PP', 'FX'] as const;
export const DCC_SETTLEMENT_FREQUENCIES = ['MONTHLY', 'WEEKLY', 'DAILY'] as const;
export const NGO_CHANNELS = ['ECOM', 'MOTO'] as const;
export const PROPOSITION_SERVICES = [
  'invoicing',
  'mcp',
  'pay-by-token',
  'stand-alone-refund',
  'virtual-terminal',
  'decision-manager-post-auth',
  'issuer-data',
] as const;
/** The terminal types that the interface names. It has 28 types; the acquirer's catalogue has the others. */
export const TERMINAL_TYPES = ['PC', 'PC_B', 'PC_H', 'PC_V', 'SCS'] as const;
export const COMMUNICATION_METHODS = ['SG', 'GPRS_SIM'] as const;
export const TERMINAL_FEE_TYPES = ['SIM_FEE', 'GPRS_FEE', 'RENTAL_FEE', 'INSURANCE_FEE'] as const;

/**
 * Types of change to a boarded merchant. ACCOUNT is a name of Cardwright: the interface mentions this change without a
 * name.
 */
export const AMENDMENT_TYPES = [
  'MERCHANT_NAME',
  'LINKED_CHAIN',
  'MCC',
  'SCHEMES_OVERRIDING',
  'ADDRESS',
  'ACCEPTED_CARDS',
  'FEES',
  'SERVICES',
  'HOLD',
  'RELEASE',
  'CLOSURE',
  'ADDING_TERMINALS',
  'ACCOUNT',
] as const;
export type AmendmentType = (typeof AMENDMENT_TYPES)[number];

/** Amendments of the merchant's identity or its products, which are screened like a boarding. */
export const SCREENED_AMENDMENTS = [
  'MERCHANT_NAME',
  'LINKED_CHAIN',
  'MCC',
  'SCHEMES_OVERRIDING',
  'ADDRESS',
  'ACCOUNT',
] as const satisfies readonly AmendmentType[];

/**
 * Words that Cardwright's paths have in the position of a merchant's id. No path could reach a merchant with such an
 * id.
 */
export const PATH_WORDS = ['applications', 'deny-list', 'drafts', 'onboarding', 'onboarding-rules', '.', '..'] as const;

/** Status of a merchant's boarding (docs/interface/merchant-review.md#status). */
export const MERCHANT_STATUSES = [
  'RECEIVED',
  'SCREENING',
  'PENDING_APPROVAL',
  'INFORMATION_REQUIRED',
  'APPROVED',
  'BOARDED',
  'REJECTED',
] as const;
export type MerchantStatus = (typeof MERCHANT_STATUSES)[number];

/** States of a boarded merchant. */
export const MERCHANT_STATES = ['ACTIVE', 'ON_HOLD', 'CLOSED'] as const;
export type MerchantState = (typeof MERCHANT_STATES)[number];

/** Maximum number of merchants of a request, over all of its applications. */
export const MAX_MERCHANTS = 10_000;
