import { allOptional, anything, each, flag, list, oneOf, optional, record, text } from '../schema/fields.ts';
import { categoryField, dateField, dayField, feeField, LENGTHS, nameField, rateField } from './merchant-fields.ts';
import * as values from './merchant-values.ts';

export const MAX_SCHEMES = 50;
const MAX_MODES = 50;
export const MAX_FEES = 50;

const AcceptedCardMode = record(
  {
    modeName: oneOf(values.CARD_MODES),
    rate: rateField('Rate of the mode'),
    acquirerRefund: optional(flag({ description: 'Only for the two major networks' })),
  },
  { component: 'AcceptedCardMode' },
);

const SchemeOverrideValue = record(
  {
    dbaName: nameField('Name of the merchant in this scheme'),
    mcc: categoryField(),
  },
  { component: 'SchemeOverrideValue' },
);

export const AcceptedCardScheme = record(
  {
    cardScheme: text(4, { fieldFormat: 'card-scheme' }),
    tariffRate: optional(
      rateField('Simple pricing: one rate for the scheme', { requiredWithout: 'acceptedCardModes' }),
    ),
    acceptedCardModes: optional(
      list(AcceptedCardMode, {
        minItems: 1,
        maxItems: MAX_MODES,
        description: 'Complex pricing: one rate for each mode',
        requiredWithout: 'tariffRate',
      }),
    ),
    schemeOverrideValue: optional(
      record(SchemeOverrideValue.properties, {
        component: 'SchemeOverrideValue',
        requiredWhen: 'overrideDefaultSchemesMcc is true',
      }),
    ),
    acquirerRefund: optional(
      flag({ description: 'Only for schemes other than the two major networks; default false' }),
    ),
  },
  { component: 'AcceptedCardScheme' },
);

export const MerchantFee = record(
  {
    feeTypeName: oneOf(values.FEE_TYPES),
    reOccurrenceFrequency: oneOf(values.FEE_FREQUENCIES),
    feeValue: feeField(),
    feeClassifier: optional(oneOf(values.FEE_CLASSIFIERS, { description: 'Only for EXCESSIVE fees' })),
  },
  { component: 'MerchantFee' },
);

const Settlement = record(
  {
    statementFrequency: oneOf(values.SETTLEMENT_FREQUENCIES),
    statementDay: optional(dayField({ requiredWhen: 'statementFrequency is not DAILY' })),
    statementSecondDay: optional(
      dayField({ requiredWhen: `statementFrequency is ${values.TWO_DAY_FREQUENCIES.join(', ')}` }),
    ),
  },
  { component: 'MerchantSettlement' },
);

const FlexiCutoff = record(
  {
    enableFlexiCutoff: optional(flag({ requiredWhen: 'flexiCutoffTime or flexiCutoffDay is present' })),
    flexiCutoffTime: optional(text(4, { fieldFormat: 'hour-minute' })),
    flexiCutoffDay: optional(text(LENGTHS.rate, { fieldFormat: 'digits' })),
  },
  { component: 'FlexiCutoff' },
);

/** Configuration fields that are marked for a single operator. All are optional. */
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
  ...each(OPERATOR_TEXTS, () => optional(nameField())),
  flexiCutoffTime: optional(text(4, { fieldFormat: 'hour-minute' })),
  flexiCutoffDay: optional(text(LENGTHS.rate, { fieldFormat: 'digits' })),
  ...each(['creationDate', 'releaseDate'], () => optional(dateField())),
  ...each(OPERATOR_FLAGS, () => optional(flag())),
  pwcb: optional(flag({ description: 'Purchase with cashback' })),
  refundFeePercentage: optional(
    flag({ description: 'Whether the refund fee is a percentage; otherwise a fixed amount' }),
  ),
};

const CONFIGURATION_FIELDS = {
  overrideDefaultSchemesMcc: optional(
    flag({ description: 'Whether the MCC or name differs in some schemes; default false' }),
  ),
  commissionSettlement: oneOf(values.COMMISSION_SETTLEMENTS),
  refundControlValue: optional(
    oneOf(values.REFUND_CONTROL_VALUES, {
      description: 'Charges that are returned with a refund. C: fee, R: commission and fee, G: neither, N: commission',
      requiredWhen: 'a scheme has acceptedCardModes',
    }),
  ),
  acceptedCardSchemes: list(AcceptedCardScheme, { minItems: 1, maxItems: MAX_SCHEMES }),
  fees: list(MerchantFee, { maxItems: MAX_FEES }),
  settlement: Settlement,
  flexiCutoff: optional(FlexiCutoff),
  acquirerChargebackDebit: optional(anything({ description: 'Stored as sent; the interface defines no type' })),
  ...OPERATOR_FIELDS,
};

export const ChangedMerchantConfigurations = record(allOptional(CONFIGURATION_FIELDS), {
  component: 'ChangedMerchantConfigurations',
});
export const MerchantConfigurations = record(CONFIGURATION_FIELDS, {
  component: 'MerchantConfigurations',
  extending: ChangedMerchantConfigurations,
});
