/** The values that the interface publishes. Those that it omits are catalogues of the acquirer (docs/interface/merchant-onboarding.md#catalogues). */
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
/** What is given back with a refund: C the fee, R commission and fee, G neither, N the commission. */
export const REFUND_CONTROL_VALUES = ['C', 'R', 'G', 'N', 'Z'] as const;
export const SETTLEMENT_FREQUENCIES = [
  'DAILY',
  'SEMI_WEEKLY',
  'WEEKLY',
  'FORTNIGHTLY',
  'SEMI_MONTHLY',
  'MONTHLY',
] as const;
/** Those that need a second day of statement. */
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
/** Of 28 terminal types the interface names these; the rest are the acquirer's catalogue. */
export const TERMINAL_TYPES = ['PC', 'PC_B', 'PC_H', 'PC_V', 'SCS'] as const;
export const COMMUNICATION_METHODS = ['SG', 'GPRS_SIM'] as const;
export const TERMINAL_FEE_TYPES = ['SIM_FEE', 'GPRS_FEE', 'RENTAL_FEE', 'INSURANCE_FEE'] as const;

/** What can be done to a merchant that is boarded. ACCOUNT is ours: the interface speaks of such a change and gives it no name. */
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

/** Those that change who the merchant is or what it sells: they are screened like a boarding. */
export const SCREENED_AMENDMENTS = [
  'MERCHANT_NAME',
  'LINKED_CHAIN',
  'MCC',
  'SCHEMES_OVERRIDING',
  'ADDRESS',
  'ACCOUNT',
] as const satisfies readonly AmendmentType[];

/** Words that stand in our paths where the id of a merchant would. A path with one of them would not find the merchant. */
export const PATH_WORDS = ['applications', 'deny-list', 'onboarding', '.', '..'] as const;

/** Where the boarding of a merchant stands (docs/interface/merchant-review.md#status). */
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

/** What a boarded merchant may do. */
export const MERCHANT_STATES = ['ACTIVE', 'ON_HOLD', 'CLOSED'] as const;
export type MerchantState = (typeof MERCHANT_STATES)[number];

/** Of a request, all its applications together. */
export const MOST_MERCHANTS = 10_000;
