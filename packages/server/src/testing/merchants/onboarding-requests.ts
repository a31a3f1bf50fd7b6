import { ExactNumber, type JsonObject, type JsonValue, PROPOSITION_SERVICES } from '@cardwright/contract';
import fc from 'fast-check';

/** The two networks whose modes include acquirerRefund. */
export const MAJOR_SCHEMES = ['AAA', 'BBB'];
const SCHEMES = [...MAJOR_SCHEMES, 'CC', 'DDDD'];

const { constantFrom, boolean, integer } = fc;
const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(value, { nil: undefined });
type Fields = Record<string, fc.Arbitrary<JsonValue | undefined>>;
/** Generates an object of the fields, in their order, without undefined ones. */
const object = (fields: Fields): fc.Arbitrary<JsonObject> =>
  fc.tuple(...Object.values(fields)).map((values) =>
    Object.fromEntries(
      Object.keys(fields)
        .map((name, at) => [name, values[at]] as const)
        .filter(hasValue),
    ),
  );
const hasValue = (entry: readonly [string, JsonValue | undefined]): entry is [string, JsonValue] =>
  entry[1] !== undefined;
const listOf = <T>(entry: fc.Arbitrary<T>, minLength: number, maxLength: number) =>
  fc.array(entry, { minLength, maxLength });
/** Generates a list without duplicates, which are refused. */
const distinctBy = (
  entry: fc.Arbitrary<JsonObject>,
  minLength: number,
  maxLength: number,
  nameOf: (entry: JsonObject) => string,
) => fc.uniqueArray(entry, { minLength, maxLength, selector: nameOf });
const flag = () => optional(boolean());

/** Common names, Arabic ones first, with combining marks and surrogate pairs that are easy to miscount. */
const NAMES = [
  'سوق الذهب للتجارة',
  'محمد بن سعيد آل مكتوم',
  'Souk Trading',
  'Zoe\u0308 & Söhne',
  '店 😀',
  "O'Neill",
  ' A ',
];
const name = () =>
  fc.oneof(
    { weight: 5, arbitrary: constantFrom(...NAMES) },
    { weight: 1, arbitrary: constantFrom('ق'.repeat(100), '😀'.repeat(100)) },
    { weight: 1, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 9 }).filter(isVisible) },
  );
const short = () => constantFrom('+971 4 123 4567', '00000', '٠٠٠', 'x', '9'.repeat(25));
const email = () => constantFrom('owner@souk.example', 'مدير@متجر.example', 'a@b');
const currency = () => constantFrom('AED', 'USD', 'KWD', 'JPY');
const date = () => constantFrom('2026-02-28', '2028-02-29', '1999-12-31');
const day = () => integer({ min: 0, max: 31 });

/** Generates a decimal in one of its written forms: 1.1, 1.10, "1.10". */
const decimalText = () =>
  fc
    .tuple(integer({ min: 0, max: 99_999 }), constantFrom('', '.1', '.10', '.05', '.000', '.5'))
    .map(([whole, fraction]) => `${whole}${fraction}`);
const asNumber = (text: string) => (String(Number(text)) === text ? Number(text) : new ExactNumber(text));
const decimal = (): fc.Arbitrary<JsonValue> => fc.oneof(decimalText(), decimalText().map(asNumber));

const address = () =>
  object({
    addressType: optional(constantFrom('STMT_ADDR', 'PAYM_ADDR')),
    name: name(),
    lastName: optional(name()),
    countryCode: constantFrom('ARE', 'SAU', 'DEU'),
    state: optional(constantFrom('DXB', 'دبي', 'Dubai', 'x'.repeat(100))),
    city: name(),
    phone: optional(short()),
    mobile: optional(short()),
    postalCode: short(),
    pobox: optional(short()),
    longitude: optional(constantFrom('55.2708', '-0.1')),
    latitude: optional(constantFrom('25.2048')),
    fax: optional(short()),
    email: email(),
    additionalEmail: optional(email()),
    addressLines: optional(listOf(name(), 0, 2)),
    addressSwift: optional(constantFrom('EBILAEAD')),
    birthName: optional(name()),
  });

type Pricing = 'SIMPLE' | 'COMPLEX';

const scheme = (cardScheme: string, pricing: Pricing, isOverridden: boolean) => {
  const isMajor = MAJOR_SCHEMES.includes(cardScheme);
  const mode = object({
    modeName: constantFrom('ELECTRONIC', 'MANUAL', 'PREMIUM', 'INTERNATIONAL', 'DOMESTIC'),
    rate: decimal(),
    ...(isMajor && { acquirerRefund: flag() }),
  });
  const override = object({ dbaName: name(), mcc: constantFrom<JsonValue>(5411, '0742') });
  return object({
    cardScheme: fc.constant(cardScheme),
    ...(pricing === 'SIMPLE'
      ? { tariffRate: decimal() }
      : { acceptedCardModes: distinctBy(mode, 1, 3, ({ modeName }) => String(modeName)) }),
    schemeOverrideValue: isOverridden ? override : optional(override),
    ...(!isMajor && { acquirerRefund: flag() }),
  });
};

const settlement = () =>
  fc.oneof(
    object({ statementFrequency: fc.constant('DAILY'), statementDay: optional(day()) }),
    object({
      statementFrequency: constantFrom('WEEKLY', 'MONTHLY'),
      statementDay: day(),
      statementSecondDay: optional(day()),
    }),
    object({
      statementFrequency: constantFrom('SEMI_WEEKLY', 'FORTNIGHTLY', 'SEMI_MONTHLY'),
      statementDay: day(),
      statementSecondDay: day(),
    }),
  );

const FEES = ['MIS', 'ACQ_MMBR_FEE', 'MFEE_STRT', 'MFEE_FRD_HND', 'TRANS_FEE', 'REFUND_FEE'];
const EXCESSIVE_FEES = ['EXCESSIVE_CHARGEBACK_FEE', 'EXCESSIVE_FRAUD_FEE', 'EXCESSIVE_REFUND_FEE'];
const frequency = () => constantFrom('DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'SEMI_ANNUAL', 'ANNUALLY');
const fee = () =>
  fc.oneof(
    object({ feeTypeName: constantFrom(...FEES), reOccurrenceFrequency: frequency(), feeValue: decimal() }),
    object({
      feeTypeName: constantFrom(...EXCESSIVE_FEES),
      reOccurrenceFrequency: frequency(),
      feeValue: decimal(),
      feeClassifier: optional(constantFrom('COUNT', 'VOLUME')),
    }),
  );

const cutoff = {
  flexiCutoffTime: optional(constantFrom('0000', '2359')),
  flexiCutoffDay: optional(constantFrom('1', '2')),
};
const OPERATOR_TEXTS = [
  ...['visaMVV', 'visaFPI', 'approverName', 'wechatMerchantType', 'acquirerWechatRate', 'alipayMerchantType'],
  ...['acquirerAlipayRate', 'alipayMcc', 'alipayPID', 'smartBundleValue', 'merchantRiskType'],
  ...['swiftIntermediateBank', 'collateralStatus', 'collateralAmount', 'routCode', 'merchantSize'],
];
const OPERATOR_FLAGS = [
  ...['acquirerInternationalRepricingFlag', 'exceptionApproverFlag', 'acquirerInternationalAirlineFlag'],
  ...['highRiskFlag', 'visaAirlineRoutingEnabled', 'mcAirlineRoutingEnabled', 'visaTransactionComponentRecord'],
  ...['mcp', 'pwcb', 'airlineMerchantCode', 'refundFeePercentage'],
];
const operatorFields = (): Fields => ({
  ...Object.fromEntries(OPERATOR_TEXTS.map((field) => [field, optional(name())])),
  ...Object.fromEntries(OPERATOR_FLAGS.map((field) => [field, flag()])),
  ...cutoff,
  creationDate: optional(date()),
  releaseDate: optional(date()),
});

const configurations = () => {
  const pricing = constantFrom<Pricing>('SIMPLE', 'COMPLEX');
  const chosen = fc
    .uniqueArray(constantFrom(...SCHEMES), { minLength: 1, maxLength: 4 })
    .chain((codes) => fc.tuple(...codes.map((code) => fc.tuple(fc.constant(code), pricing))));
  return fc.tuple(chosen, flag()).chain(([schemes, isOverridden]) => {
    const refundControl = constantFrom('C', 'R', 'G', 'N', 'Z');
    const isComplex = schemes.some(([, kind]) => kind === 'COMPLEX');
    return object({
      overrideDefaultSchemesMcc: fc.constant(isOverridden),
      commissionSettlement: constantFrom('NEXT_STTLM', 'M1'),
      refundControlValue: isComplex ? refundControl : optional(refundControl),
      acceptedCardSchemes: fc
        .tuple(...schemes.map(([code, kind]) => scheme(code, kind, isOverridden === true)))
        .map((all): JsonValue => all),
      fees: distinctBy(fee(), 0, 3, (one) => `${one.feeTypeName} ${one.reOccurrenceFrequency}`),
      settlement: settlement(),
      flexiCutoff: optional(object({ enableFlexiCutoff: boolean(), ...cutoff })),
      acquirerChargebackDebit: optional(
        constantFrom<JsonValue>(null, true, 'Y', [1], { a: {} }, new ExactNumber('1.10')),
      ),
      ...operatorFields(),
    });
  });
};

const person = () => ({ firstName: name(), lastName: name(), email: email() });
const METHODS = ['NETWORK_A', 'NETWORK_B', 'wallet-c'];
const mapOf = (keys: readonly string[], value: fc.Arbitrary<JsonValue>) =>
  object(Object.fromEntries(keys.map((key) => [key, optional(value)])));

const service = () =>
  fc.oneof(
    object({
      serviceType: fc.constant('DCC'),
      dccProvider: constantFrom('PP', 'FX'),
      dccSettlementFrequency: optional(constantFrom('MONTHLY', 'WEEKLY', 'DAILY')),
      daysOfMonth: optional(decimal()),
      dccAcquirerRate: decimal(),
      dccMerchantMarkupRate: decimal(),
      dccMarkupRate: decimal(),
    }),
    object({ serviceType: constantFrom('MCP', 'THREE_D_SECURE') }),
    object({ serviceType: fc.constant('SELF_SERVICE'), ...person() }),
    object({
      serviceType: fc.constant('NGO'),
      organizationName: optional(name()),
      channels: optional(constantFrom<JsonValue>('ECOM', 'MOTO', ['ECOM', 'MOTO'])),
      currencyLimits: optional(mapOf(['AED', 'USD', 'KWD'], decimal())),
      paymentMethodCurrenciesMap: optional(mapOf(METHODS, listOf(currency(), 0, 2))),
      propositionServices: optional(listOf(constantFrom(...PROPOSITION_SERVICES, 'a-wallet'), 0, 3)),
      enable3DS: flag(),
      user: object({ ...person(), mobile: optional(short()) }),
    }),
  );

const terminal = () =>
  object({
    terminalId: fc.constant('T'),
    terminalName: optional(constantFrom('Till 1', 'صندوق ٢', 'x'.repeat(23))),
    terminalType: constantFrom('PC', 'PC_B', 'PC_H', 'PC_V', 'SCS', 'ACME_X'),
    maker: optional(constantFrom('Acme', 'شركة')),
    terminalModel: optional(constantFrom('Pay-Point', 'x'.repeat(25))),
    communicationMethod: constantFrom('SG', 'GPRS_SIM'),
    dccEnabled: flag(),
    fees: distinctBy(
      object({
        feeType: constantFrom('SIM_FEE', 'GPRS_FEE', 'RENTAL_FEE', 'INSURANCE_FEE'),
        feeValue: decimal(),
      }),
      0,
      2,
      ({ feeType }) => String(feeType),
    ),
  });

const account = () => constantFrom('AE070331234567890123456', 'GB82 WEST 1234 5698 7654 32', '001000000001', 'ACC/1');
const website = () => constantFrom('https://souk.example/shop?a=b#c', 'http://متجر.example');

/** Generates a valid merchant, with placeholder ids. */
export const validMerchant = () =>
  constantFrom('POS', 'ECOM').chain((merchantType) =>
    object({
      merchantId: fc.constant('M'),
      merchantName: name(),
      legalName: name(),
      website: merchantType === 'ECOM' ? website() : optional(website()),
      merchantType: fc.constant(merchantType),
      subMerchantType: optional(constantFrom('BATCH_AUTH', 'UT', 'QR-MERCHANT-APP')),
      mcc: constantFrom('5411', '0742', '5812'),
      relationshipManager: optional(name()),
      debitAccountNumOrIban: account(),
      creditAccountNumOrIban: account(),
      merchantCurrency: currency(),
      statementFrequency: optional(constantFrom('DAILY', 'WEEKLY', 'MONTHLY')),
      statementDay: optional(day()),
      statementDeliveryType: constantFrom('Email', 'Fax'),
      paymentMode: constantFrom('EFT', 'EQ', 'FN', 'IFT', 'MC', 'NN', 'OB', 'TT'),
      kyc: boolean(),
      trn: constantFrom('100000000000003', '١٢٣'),
      fundSettlementLevel: optional(constantFrom('O', 'U')),
      legalType: optional(constantFrom('LLC', 'SOLE_PROPRIETOR', 'PARTNERSHIP', 'FREE_ZONE')),
      addresses: distinctBy(address(), 1, 3, ({ addressType }) => String(addressType)),
      configurations: configurations(),
      services: optional(distinctBy(service(), 0, 3, ({ serviceType }) => String(serviceType))),
      terminals: optional(listOf(terminal(), 0, 3)),
      vatEnabled: flag(),
      storeType: optional(constantFrom('STANDARD', 'CASH_ADVANCE', 'MOTO', 'ECOM', 'QR')),
      gatewayType: optional(name()),
      bankName: optional(name()),
      // not an interface field, but it is stored too
      'x-note': optional(constantFrom<JsonValue>('ملاحظة', [1, null, { a: new ExactNumber('2.50') }])),
    }),
  );

const chain = () =>
  object({
    chainId: fc.constant('C'),
    chainName: name(),
    groupCode: short(),
    chainLevelReportRequired: boolean(),
    groupLevelReportingRequired: boolean(),
    organizationName: optional(name()),
    alreadyExist: optional(fc.constant(false)),
  });

/**
 * Generates valid requests that board merchants, with at most this many applications and merchants in each. All requests have
 * the same ids: {@link withOwnIds} replaces them.
 */
export function validOnboarding(most = 3): fc.Arbitrary<JsonObject> {
  const application = object({ merchants: listOf(validMerchant(), 1, most), chain: optional(chain()) });
  return listOf(application, 1, most).map((applications) =>
    withOwnIds({ requestId: 'R', payload: { applications } }, 'X'),
  );
}

/** Gives every id of the request this prefix and makes it unique. */
export function withOwnIds(request: JsonObject, prefix: string): JsonObject {
  const ids = new Set(['requestId', 'merchantId', 'terminalId', 'chainId']);
  let last = 0;
  const renew = (value: JsonValue): JsonValue => {
    if (Array.isArray(value)) return value.map(renew);
    if (typeof value !== 'object' || value === null || value instanceof ExactNumber) return value;
    const members = Object.entries(value).map(([name, member]): [string, JsonValue] => {
      const isId = ids.has(name) && typeof member === 'string' && member.trim() !== '' && member.length <= 25;
      return [name, isId ? `${prefix}-${name[0]!.toUpperCase()}${++last}` : renew(member)];
    });
    return Object.fromEntries(members);
  };
  return renew(request) as JsonObject;
}

/** Whether a text is valid for a mandatory field: docs/interface/requests.md lists the characters that no text may contain. */
function isVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(text) && !/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u.test(text);
}
