import type { Static } from 'typebox';
import { allOptional, each, flag, list, MAX_ENTRIES, oneOf, optional, record, text } from '../schema/fields.ts';
import { categoryAsInteger } from '../schema/number-tolerances.ts';
import { anyText } from '../schema/tolerances.ts';
import {
  AcceptedCardScheme,
  ChangedMerchantConfigurations,
  MAX_FEES,
  MAX_SCHEMES,
  MerchantConfigurations,
  MerchantFee,
} from './merchant-configurations.ts';
import { currencyField, dayField, emailField, feeField, identifier, LENGTHS, nameField } from './merchant-fields.ts';
import * as values from './merchant-values.ts';
import { MerchantService } from './service-kinds.ts';

/** Maximum number of entries of the lists of one merchant (docs/interface/merchant-onboarding.md#lists). */
const MAX_TERMINALS = 200;
const MAX_ADDRESSES = 20;
const MAX_SERVICES = 50;

export const MerchantAddress = record(
  {
    addressType: optional(
      oneOf(values.MERCHANT_ADDRESS_TYPES, {
        description:
          'STMT_ADDR: statements, PAYM_ADDR: payments. Absent: the default address for all types without an address of their own',
      }),
    ),
    name: nameField('Name of the addressee'),
    lastName: optional(nameField()),
    countryCode: text(3, { fieldFormat: 'country-alpha-3' }),
    state: optional(text(4, { tolerances: [anyText(LENGTHS.address)] })),
    city: text(LENGTHS.address),
    ...each(['phone', 'mobile'], () => optional(text(LENGTHS.short))),
    postalCode: text(LENGTHS.short),
    ...each(['pobox', 'longitude', 'latitude', 'fax'], () => optional(text(LENGTHS.short))),
    email: emailField(),
    additionalEmail: optional(
      emailField({ description: 'For the settlement address: e-mail address for chargebacks' }),
    ),
    addressLines: optional(
      list(text(LENGTHS.address), { maxItems: MAX_ENTRIES, description: 'Lines of the street address' }),
    ),
    addressSwift: optional(text(LENGTHS.short, { description: 'SWIFT code of the bank' })),
    birthName: optional(text(LENGTHS.name, { description: 'For the payment address: the name of the bank' })),
  },
  { component: 'MerchantAddress' },
);

const TerminalFee = record(
  { feeType: oneOf(values.TERMINAL_FEE_TYPES), feeValue: feeField() },
  { component: 'TerminalFee' },
);

export const MerchantTerminal = record(
  {
    terminalId: identifier({ description: 'Id, unique for the acquirer' }),
    terminalName: optional(text(23, { fieldFormat: 'alphanumeric' })),
    terminalType: text(LENGTHS.short, { fieldFormat: 'terminal-type' }),
    maker: optional(text(10, { fieldFormat: 'alphabetic' })),
    terminalModel: optional(text(25, { fieldFormat: 'alphabetic' })),
    communicationMethod: oneOf(values.COMMUNICATION_METHODS),
    dccEnabled: optional(flag()),
    fees: list(TerminalFee, { maxItems: MAX_FEES }),
  },
  { component: 'MerchantTerminal' },
);

const CHAIN_FIELDS = {
  chainId: identifier({ description: 'Id, unique for the acquirer' }),
  chainName: nameField(),
  groupCode: text(LENGTHS.id),
  chainLevelReportRequired: flag(),
  groupLevelReportingRequired: flag(),
  organizationName: optional(nameField('Organization of all NGO services of the application')),
  alreadyExist: optional(
    flag({ description: 'Whether the chain already exists and is not boarded again; default false' }),
  ),
};

export const MerchantChain = record(CHAIN_FIELDS, { component: 'MerchantChain' });
/** The id of an existing chain is sufficient to link merchants to it. */
export const LinkedChain = record(
  { ...allOptional(CHAIN_FIELDS), chainId: identifier() },
  { component: 'LinkedChain' },
);

const amendmentList = () =>
  list(oneOf(values.AMENDMENT_TYPES, { component: 'AmendmentType' }), { minItems: 1, maxItems: MAX_ENTRIES });

const MERCHANT_FIELDS = {
  merchantId: identifier({ description: 'Id, unique for the acquirer' }),
  merchantName: nameField('Name known to cardholders'),
  legalName: nameField('Registered name'),
  website: optional(text(LENGTHS.url, { fieldFormat: 'url', requiredWhen: 'merchantType is ECOM' })),
  merchantType: oneOf(values.MERCHANT_TYPES),
  subMerchantType: optional(oneOf(values.SUB_MERCHANT_TYPES)),
  mcc: text(4, { fieldFormat: 'merchant-category', alsoSpelled: ['mmc'], tolerances: [categoryAsInteger] }),
  relationshipManager: optional(
    text(LENGTHS.name, { description: 'Name of the relationship officer', alsoSpelled: ['rm'] }),
  ),
  debitAccountNumOrIban: text(LENGTHS.account, { description: 'Account to debit', fieldFormat: 'account-or-iban' }),
  creditAccountNumOrIban: text(LENGTHS.account, { description: 'Account to credit', fieldFormat: 'account-or-iban' }),
  merchantCurrency: currencyField(),
  statementFrequency: optional(oneOf(values.MERCHANT_STATEMENT_FREQUENCIES)),
  statementDay: optional(dayField()),
  statementDeliveryType: oneOf(values.STATEMENT_DELIVERY_TYPES),
  paymentMode: oneOf(values.PAYMENT_MODES),
  kyc: flag({ description: 'Whether the identity of the merchant is verified' }),
  trn: text(15, { description: 'Tax registration number' }),
  fundSettlementLevel: optional(
    oneOf(values.FUND_SETTLEMENT_LEVELS, { description: 'O: Payout, U: Payup; default O' }),
  ),
  legalType: optional(oneOf(values.LEGAL_TYPES, { maxLength: 25 })),
  addresses: list(MerchantAddress, { minItems: 1, maxItems: MAX_ADDRESSES }),
  configurations: MerchantConfigurations,
  services: optional(list(MerchantService, { maxItems: MAX_SERVICES })),
  terminals: optional(list(MerchantTerminal, { maxItems: MAX_TERMINALS })),
  vatEnabled: optional(flag()),
  storeType: optional(oneOf(values.STORE_TYPES, { description: 'Type of store; default STANDARD' })),
  gatewayType: optional(nameField('Name of the gateway')),
  bankName: optional(
    text(LENGTHS.name, { description: 'Birth name of the payment address in an amendment of the IBAN' }),
  ),
};

const { merchantId: _ofOneForm, configurations: _ofEach, ...SHARED_FIELDS } = MERCHANT_FIELDS;
/** Fields that a merchant and its amendment share. */
const SharedFields = record(allOptional(SHARED_FIELDS), { component: 'MerchantFields' });

/** A merchant to be boarded (docs/interface/merchant-onboarding.md#merchant). */
export const Merchant = record(MERCHANT_FIELDS, { component: 'Merchant', extending: SharedFields });
export type Merchant = Static<typeof Merchant>;

/** Changes of a boarded merchant. Only its id and the fields that the types need are mandatory. */
export const MerchantAmendment = record(
  {
    ...allOptional(MERCHANT_FIELDS),
    merchantId: identifier(),
    configurations: optional(ChangedMerchantConfigurations),
    amendmentList: optional(amendmentList()),
    chain: optional(record({ ...LinkedChain.properties }, { component: 'LinkedChain', alsoSpelled: ['Chain'] })),
    // Amendments may have these configuration fields under short names.
    ...each(['overrideDefaultSchemesMcc'], () => optional(flag())),
    acceptedCardSchemes: optional(list(AcceptedCardScheme, { minItems: 1, maxItems: MAX_SCHEMES })),
    fees: optional(list(MerchantFee, { maxItems: MAX_FEES })),
  },
  { component: 'MerchantAmendment', extending: SharedFields },
);
export type MerchantAmendment = Static<typeof MerchantAmendment>;
