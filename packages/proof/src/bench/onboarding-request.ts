import { FEE_TYPES } from '@cardwright/contract';

/** Number of merchants in a request, for a size of about 10 MiB. */
export const MERCHANTS = 1_000;
const TERMINALS_EACH = 5;
const ADDRESS_TYPES = [undefined, 'STMT_ADDR', 'PAYM_ADDR'];
const SCHEMES = ['AA', 'BB', 'CC', 'DD', 'EE', 'FF'];
const MODES = ['ELECTRONIC', 'MANUAL', 'PREMIUM', 'INTERNATIONAL', 'DOMESTIC'];
const ADDRESS_LINES = [
  'Office 1204, Marina Plaza Commercial Tower',
  'Al Marsa Street, Dubai Marina, opposite the main entrance of the mall',
  'Near the tram station, third floor, behind the visitors’ car park',
];

/** A request with unique merchants and terminals that have every field of the interface. */
export function onboardingRequest(number: number): string {
  const merchants = Array.from({ length: MERCHANTS }, (_, index) => merchant(`${number}-${index}`));
  return JSON.stringify({ requestId: `BENCH-${number}`, payload: { applications: [{ merchants }] } });
}

function merchant(id: string): object {
  return {
    merchantId: `M-${id}`,
    merchantName: `متجر Merchant ${id}`,
    legalName: legalName(id),
    website: `https://shop-${id}.example.com/`,
    merchantType: 'ECOM',
    subMerchantType: 'NGECOM',
    mcc: '5411',
    relationshipManager: 'Layla Haddad',
    debitAccountNumOrIban: 'AE070331234567890123456',
    creditAccountNumOrIban: 'AE070331234567890123456',
    merchantCurrency: 'AED',
    statementFrequency: 'MONTHLY',
    statementDay: 1,
    statementDeliveryType: 'Email',
    paymentMode: 'EFT',
    kyc: true,
    trn: '100234567890003',
    fundSettlementLevel: 'O',
    legalType: 'LLC',
    vatEnabled: true,
    storeType: 'ECOM',
    gatewayType: 'Hosted checkout',
    bankName: 'First Bench Bank',
    addresses: ADDRESS_TYPES.map((addressType) => address(addressType, id)),
    configurations: configurations(id),
    services: services(id),
    terminals: Array.from({ length: TERMINALS_EACH }, (_, index) => terminal(`T-${id}-${index}`)),
  };
}

function legalName(id: string): string {
  return `Merchant ${id} International General Trading and Supermarkets Company Limited`;
}

function address(addressType: string | undefined, id: string): object {
  return {
    addressType,
    name: legalName(id),
    lastName: 'Accounts department',
    countryCode: 'ARE',
    state: 'DU',
    city: 'Dubai',
    phone: '+971 4 000 0000',
    mobile: '+971 50 000 0000',
    postalCode: '00000',
    pobox: '123456',
    longitude: '55.1304',
    latitude: '25.0657',
    fax: '+971 4 000 0001',
    email: `accounts-${id}@example.com`,
    additionalEmail: `chargebacks-${id}@example.com`,
    addressLines: ADDRESS_LINES,
    addressSwift: 'BENCAEAD',
    birthName: 'First Bench Bank',
  };
}

function configurations(id: string): object {
  return {
    overrideDefaultSchemesMcc: true,
    commissionSettlement: 'NEXT_STTLM',
    refundControlValue: 'R',
    acceptedCardSchemes: SCHEMES.map((cardScheme) => ({
      cardScheme,
      acceptedCardModes: MODES.map((modeName) => ({ modeName, rate: '1.10', acquirerRefund: false })),
      schemeOverrideValue: { dbaName: `Merchant ${id} ${cardScheme}`, mcc: 5411 },
    })),
    fees: FEE_TYPES.map((feeTypeName) => ({
      feeTypeName,
      reOccurrenceFrequency: 'MONTHLY',
      feeValue: '10.50',
    })),
    settlement: { statementFrequency: 'SEMI_MONTHLY', statementDay: 1, statementSecondDay: 15 },
    flexiCutoff: { enableFlexiCutoff: true, flexiCutoffTime: '2330', flexiCutoffDay: '1' },
    approverName: 'Omar Nasser',
    merchantRiskType: 'LOW',
    swiftIntermediateBank: 'INTRAEAD',
    collateralStatus: 'NONE',
    collateralAmount: '0.00',
    routCode: '033',
    merchantSize: 'SMALL',
    creationDate: '2026-01-15',
    highRiskFlag: false,
    mcp: true,
    pwcb: false,
    visaMVV: '1234567890',
    visaFPI: 'A01',
    wechatMerchantType: 'DIRECT',
    acquirerWechatRate: '1.10',
    alipayMerchantType: 'DIRECT',
    acquirerAlipayRate: '1.10',
    alipayMcc: '5411',
    alipayPID: '2088123456789012',
    smartBundleValue: 'STANDARD',
    releaseDate: '2026-02-15',
    acquirerInternationalRepricingFlag: false,
    exceptionApproverFlag: false,
    acquirerInternationalAirlineFlag: false,
    visaAirlineRoutingEnabled: false,
    mcAirlineRoutingEnabled: false,
    visaTransactionComponentRecord: false,
    airlineMerchantCode: false,
    refundFeePercentage: false,
  };
}

function services(id: string): object[] {
  const person = { firstName: 'Layla', lastName: 'Haddad', email: `owner-of-the-shop-${id}@example.com` };
  const currencies = ['AED', 'USD', 'EUR', 'GBP', 'SAR', 'QAR', 'KWD', 'BHD', 'OMR', 'INR'];
  return [
    { serviceType: 'SELF_SERVICE', ...person },
    {
      serviceType: 'DCC',
      dccProvider: 'PP',
      dccSettlementFrequency: 'MONTHLY',
      daysOfMonth: '1',
      dccAcquirerRate: '1.10',
      dccMerchantMarkupRate: '2.50',
      dccMarkupRate: '3.00',
    },
    {
      serviceType: 'NGO',
      organizationName: legalName(id),
      channels: 'ECOM',
      currencyLimits: Object.fromEntries(currencies.map((currency) => [currency, '150000.00'])),
      paymentMethodCurrenciesMap: Object.fromEntries(SCHEMES.map((scheme) => [scheme, currencies])),
      propositionServices: [
        'invoicing',
        'mcp',
        'pay-by-token',
        'stand-alone-refund',
        'virtual-terminal',
        'issuer-data',
      ],
      enable3DS: true,
      user: { ...person, mobile: '+971 50 000 0000' },
    },
  ];
}

function terminal(terminalId: string): object {
  return {
    terminalId,
    terminalName: 'Till at the main door',
    terminalType: 'PC_B',
    maker: 'Maker',
    terminalModel: 'Countertop',
    communicationMethod: 'GPRS_SIM',
    dccEnabled: true,
    fees: ['SIM_FEE', 'GPRS_FEE', 'RENTAL_FEE', 'INSURANCE_FEE'].map((feeType) => ({ feeType, feeValue: '25.00' })),
  };
}
