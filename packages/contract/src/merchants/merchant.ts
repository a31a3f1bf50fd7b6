import type { Static } from 'typebox';
import {
  allOptional,
  anything,
  decimal,
  digits,
  discriminated,
  each,
  type FieldOptions,
  flag,
  list,
  MOST_ENTRIES,
  mapOf,
  oneOf,
  optional,
  record,
  text,
  whole,
} from '../schema/fields.ts';
import { alsoMatches, anyText, categoryAsInteger, listOfValues, numberAsText } from '../schema/tolerances.ts';
import * as values from './merchant-values.ts';

/** Lengths where the interface gives none (docs/interface/merchant-onboarding.md#choices). */
const ID = 25;
const NAME = 100;
const ACCOUNT = 34;
const ADDRESS_TEXT = 100;
const SHORT = 25;
const RATE = 10;
const EMAIL = 256;
const URL = 2_048;

/** Most entries of the lists of one merchant (docs/interface/merchant-onboarding.md#lists). */
const MOST_TERMINALS = 200;
const MOST_ADDRESSES = 20;
const MOST_SCHEMES = 50;
const MOST_MODES = 50;
const MOST_FEES = 50;
const MOST_SERVICES = 50;

export const identifier = (options: FieldOptions = {}) => text(ID, { fieldFormat: 'identifier', ...options });
/** A requestId in answers and in queries. */
export const REQUEST_ID = 36;
/** A requestId as it is sent: longer than other ids, as many callers name their requests by a UUID. */
export const sentRequestId = (options: FieldOptions = {}) =>
  identifier({
    ...options,
    tolerances: [
      alsoMatches(
        'long-identifier',
        `up to ${REQUEST_ID} characters, such as a UUID`,
        /^[^\s\p{C}][^\p{C}]{0,34}[^\s\p{C}]$/u,
      ),
    ],
  });
const name = (description?: string) => text(NAME, description === undefined ? {} : { description });
const currency = () => text(3, { fieldFormat: 'currency' });
const email = (options: FieldOptions = {}) => text(EMAIL, { fieldFormat: 'email', ...options });
const date = () => text(10, { fieldFormat: 'date' });
/** "String number": a text; a JSON number is accepted, and keeps its digits. */
const rate = (description: string, options: FieldOptions = {}) =>
  text(RATE, { description, fieldFormat: 'decimal', tolerances: [numberAsText(RATE)], ...options });
const fee = () => decimal(RATE);
const day = (options: FieldOptions = {}) => whole(0, 31, { description: 'Day of the week or month', ...options });
const category = () => digits(4, { fieldFormat: 'merchant-category', tolerances: [categoryAsInteger] });

export const MerchantAddress = record({
  addressType: optional(
    oneOf(values.MERCHANT_ADDRESS_TYPES, {
      description:
        'STMT_ADDR: statements, PAYM_ADDR: payments. Absent: the default address, used for any type not given',
    }),
  ),
  name: name('Of the addressee'),
  lastName: optional(name()),
  countryCode: text(3, { fieldFormat: 'country-alpha-3' }),
  state: optional(text(4, { tolerances: [anyText(ADDRESS_TEXT)] })),
  city: text(ADDRESS_TEXT),
  ...each(['phone', 'mobile'], () => optional(text(SHORT))),
  postalCode: text(SHORT),
  ...each(['pobox', 'longitude', 'latitude', 'fax'], () => optional(text(SHORT))),
  email: email(),
  additionalEmail: optional(email({ description: 'For the settlement address: where chargeback mail goes' })),
  addressLines: optional(
    list(text(ADDRESS_TEXT), { maxItems: MOST_ENTRIES, description: 'Street and the like, line by line' }),
  ),
  addressSwift: optional(text(SHORT, { description: 'SWIFT code of the bank' })),
  birthName: optional(text(NAME, { description: 'For the payment address: the name of the bank' })),
});

const AcceptedCardMode = record({
  modeName: oneOf(values.CARD_MODES),
  rate: rate('Rate of this mode'),
  acquirerRefund: optional(flag({ description: 'For the two major networks only' })),
});

const SchemeOverrideValue = record({
  dbaName: name('Name of the merchant in this scheme'),
  mcc: category(),
});

export const AcceptedCardScheme = record({
  cardScheme: text(4, { fieldFormat: 'card-scheme' }),
  tariffRate: optional(
    rate('Simple pricing: one rate for the scheme', { requiredWhen: 'acceptedCardModes is absent' }),
  ),
  acceptedCardModes: optional(
    list(AcceptedCardMode, {
      minItems: 1,
      maxItems: MOST_MODES,
      description: 'Complex pricing: a rate for each mode',
      requiredWhen: 'tariffRate is absent',
    }),
  ),
  schemeOverrideValue: optional(
    record(SchemeOverrideValue.properties, { requiredWhen: 'overrideDefaultSchemesMcc is true' }),
  ),
  acquirerRefund: optional(flag({ description: 'For schemes other than the two major networks; default false' })),
});

export const MerchantFee = record({
  feeTypeName: oneOf(values.FEE_TYPES),
  reOccurrenceFrequency: oneOf(values.FEE_FREQUENCIES),
  feeValue: fee(),
  feeClassifier: optional(oneOf(values.FEE_CLASSIFIERS, { description: 'For EXCESSIVE fees only' })),
});

const Settlement = record({
  statementFrequency: oneOf(values.SETTLEMENT_FREQUENCIES),
  statementDay: optional(day({ requiredWhen: 'statementFrequency is not DAILY' })),
  statementSecondDay: optional(day({ requiredWhen: `statementFrequency is ${values.TWO_DAY_FREQUENCIES.join(', ')}` })),
});

const FlexiCutoff = record({
  enableFlexiCutoff: optional(flag({ requiredWhen: 'flexiCutoffTime or flexiCutoffDay is there' })),
  flexiCutoffTime: optional(text(4, { fieldFormat: 'hour-minute' })),
  flexiCutoffDay: optional(text(RATE, { fieldFormat: 'digits' })),
});

/** Fields of the configurations that are marked for one operator only; all are optional. */
const OPERATOR_TEXTS = [
  'visaMVV',
  'visaFPI',
  'approverName',
  'wechatMerchantType',
  'acquirerWechatRate',
  'alipayMerchantType',
  'acquirerAlipayRate',
  'alipayMcc',
  'alipayPID',
  'smartBundleValue',
  'merchantRiskType',
  'swiftIntermediateBank',
  'collateralStatus',
  'collateralAmount',
  'routCode',
  'merchantSize',
] as const;
const OPERATOR_FLAGS = [
  'acquirerInternationalRepricingFlag',
  'exceptionApproverFlag',
  'acquirerInternationalAirlineFlag',
  'highRiskFlag',
  'visaAirlineRoutingEnabled',
  'mcAirlineRoutingEnabled',
  'visaTransactionComponentRecord',
  'mcp',
  'airlineMerchantCode',
] as const;

const OPERATOR_FIELDS = {
  ...each(OPERATOR_TEXTS, () => optional(name())),
  flexiCutoffTime: optional(text(4, { fieldFormat: 'hour-minute' })),
  flexiCutoffDay: optional(text(RATE, { fieldFormat: 'digits' })),
  ...each(['creationDate', 'releaseDate'], () => optional(date())),
  ...each(OPERATOR_FLAGS, () => optional(flag())),
  pwcb: optional(flag({ description: 'Purchase with cashback' })),
  refundFeePercentage: optional(flag({ description: 'The refund fee is a percentage; else a fixed amount' })),
};

const CONFIGURATION_FIELDS = {
  overrideDefaultSchemesMcc: optional(flag({ description: 'MCC or name differs in some schemes; default false' })),
  commissionSettlement: oneOf(values.COMMISSION_SETTLEMENTS),
  refundControlValue: optional(
    oneOf(values.REFUND_CONTROL_VALUES, {
      description: 'Given back with a refund. C: fee, R: commission and fee, G: neither, N: commission',
      requiredWhen: 'a scheme has acceptedCardModes',
    }),
  ),
  acceptedCardSchemes: list(AcceptedCardScheme, { minItems: 1, maxItems: MOST_SCHEMES }),
  fees: list(MerchantFee, { maxItems: MOST_FEES }),
  settlement: Settlement,
  flexiCutoff: optional(FlexiCutoff),
  acquirerChargebackDebit: optional(anything({ description: 'The interface gives no type: kept as it comes' })),
  ...OPERATOR_FIELDS,
};

export const MerchantConfigurations = record(CONFIGURATION_FIELDS);

const serviceType = () => text(NAME, { fieldFormat: 'service-code' });
const person = () => ({ firstName: name(), lastName: name(), email: email() });

const DccService = record({
  serviceType: serviceType(),
  dccProvider: oneOf(values.DCC_PROVIDERS),
  dccSettlementFrequency: optional(oneOf(values.DCC_SETTLEMENT_FREQUENCIES)),
  daysOfMonth: optional(decimal(RATE)),
  ...each(['dccAcquirerRate', 'dccMerchantMarkupRate', 'dccMarkupRate'], fee),
});
const SelfService = record({ serviceType: serviceType(), ...person() });
const McpService = record({ serviceType: serviceType() });
const NgoService = record({
  serviceType: serviceType(),
  organizationName: optional(name()),
  channels: optional(oneOf(values.NGO_CHANNELS, { tolerances: [listOfValues(values.NGO_CHANNELS)] })),
  currencyLimits: optional(mapOf('currency', decimal(18), { description: 'Limit for each currency' })),
  paymentMethodCurrenciesMap: optional(
    mapOf('service-code', list(currency(), { maxItems: MOST_ENTRIES }), {
      description: 'Currencies of each payment method',
    }),
  ),
  propositionServices: optional(list(serviceType(), { maxItems: MOST_ENTRIES })),
  enable3DS: optional(flag({ description: 'Default false' })),
  user: record({ ...person(), mobile: optional(text(SHORT)) }),
});
/** The 3-D secure service, whose code the interface omits: of all the others it has only its type. */
const ThreeDSecureService = record({ serviceType: serviceType() });

/** One of the five kinds; serviceType says which. */
export const MerchantService = discriminated<typeof NgoService>(
  'serviceType',
  { DCC: DccService, SELF_SERVICE: SelfService, MCP: McpService, NGO: NgoService },
  ThreeDSecureService,
);

const TerminalFee = record({ feeType: oneOf(values.TERMINAL_FEE_TYPES), feeValue: fee() });

export const MerchantTerminal = record({
  terminalId: identifier({ description: 'Unique for the acquirer' }),
  terminalName: optional(text(23, { fieldFormat: 'alphanumeric' })),
  terminalType: text(SHORT, { fieldFormat: 'terminal-type' }),
  maker: optional(text(10, { fieldFormat: 'alphabetic' })),
  terminalModel: optional(text(25, { fieldFormat: 'alphabetic' })),
  communicationMethod: oneOf(values.COMMUNICATION_METHODS),
  dccEnabled: optional(flag()),
  fees: list(TerminalFee, { maxItems: MOST_FEES }),
});

const CHAIN_FIELDS = {
  chainId: identifier({ description: 'Unique for the acquirer' }),
  chainName: name(),
  groupCode: text(ID),
  chainLevelReportRequired: flag(),
  groupLevelReportingRequired: flag(),
  organizationName: optional(name('For all NGO services of the application')),
  alreadyExist: optional(flag({ description: 'Default false; true: it is set up already, and not boarded again' })),
};

export const MerchantChain = record(CHAIN_FIELDS);
/** To link merchants to an existing chain, its id is enough. */
export const LinkedChain = record({ ...allOptional(CHAIN_FIELDS), chainId: identifier() });

const amendmentList = () => list(oneOf(values.AMENDMENT_TYPES), { minItems: 1, maxItems: MOST_ENTRIES });

const MERCHANT_FIELDS = {
  merchantId: identifier({ description: 'Unique for the acquirer' }),
  merchantName: name('As cardholders know it'),
  legalName: name('As it is registered'),
  website: optional(text(URL, { fieldFormat: 'url', requiredWhen: 'merchantType is ECOM' })),
  merchantType: oneOf(values.MERCHANT_TYPES),
  subMerchantType: optional(oneOf(values.SUB_MERCHANT_TYPES)),
  mcc: text(4, { fieldFormat: 'merchant-category', alsoSpelled: ['mmc'], tolerances: [categoryAsInteger] }),
  relationshipManager: optional(text(NAME, { description: 'Name of the officer', alsoSpelled: ['rm'] })),
  debitAccountNumOrIban: text(ACCOUNT, { description: 'Account to debit', fieldFormat: 'account-or-iban' }),
  creditAccountNumOrIban: text(ACCOUNT, { description: 'Account to credit', fieldFormat: 'account-or-iban' }),
  merchantCurrency: currency(),
  statementFrequency: optional(oneOf(values.MERCHANT_STATEMENT_FREQUENCIES)),
  statementDay: optional(day()),
  statementDeliveryType: oneOf(values.STATEMENT_DELIVERY_TYPES),
  paymentMode: oneOf(values.PAYMENT_MODES),
  kyc: flag({ description: 'Whether somebody made sure who the merchant is' }),
  trn: text(15, { description: 'Tax registration number' }),
  fundSettlementLevel: optional(
    oneOf(values.FUND_SETTLEMENT_LEVELS, { description: 'O: Payout, U: Payup; default O' }),
  ),
  legalType: optional(oneOf(values.LEGAL_TYPES, { maxLength: 25 })),
  addresses: list(MerchantAddress, { minItems: 1, maxItems: MOST_ADDRESSES }),
  configurations: MerchantConfigurations,
  services: optional(list(MerchantService, { maxItems: MOST_SERVICES })),
  terminals: optional(list(MerchantTerminal, { maxItems: MOST_TERMINALS })),
  vatEnabled: optional(flag()),
  storeType: optional(oneOf(values.STORE_TYPES, { description: 'Default STANDARD' })),
  gatewayType: optional(name('Name of the gateway')),
  bankName: optional(text(NAME, { description: 'Birth name of the payment address where the IBAN changes' })),
};

/** A merchant to be boarded (docs/interface/merchant-onboarding.md#merchant). */
export const Merchant = record(MERCHANT_FIELDS);
export type Merchant = Static<typeof Merchant>;

/** Changes of a boarded merchant: only its id and the fields that the types need are mandatory. */
export const MerchantAmendment = record({
  ...allOptional(MERCHANT_FIELDS),
  merchantId: identifier(),
  configurations: optional(record(allOptional(CONFIGURATION_FIELDS))),
  amendmentList: optional(amendmentList()),
  chain: optional(record({ ...LinkedChain.properties }, { alsoSpelled: ['Chain'] })),
  // the short names in which amendments are described stand for the fields of the configurations
  ...each(['overrideDefaultSchemesMcc'], () => optional(flag())),
  acceptedCardSchemes: optional(list(AcceptedCardScheme, { minItems: 1, maxItems: MOST_SCHEMES })),
  fees: optional(list(MerchantFee, { maxItems: MOST_FEES })),
});
export type MerchantAmendment = Static<typeof MerchantAmendment>;
