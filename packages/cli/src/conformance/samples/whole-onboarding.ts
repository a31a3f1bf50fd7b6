import type { JsonObject } from '@cardwright/contract';

const PERSON = { firstName: 'Amina', lastName: 'Saleh', email: 'amina@souk.example' };

const ADDRESS = {
  addressType: 'STMT_ADDR',
  name: 'Souk Trading',
  lastName: 'LLC',
  countryCode: 'ARE',
  state: 'DXB',
  city: 'Dubai',
  phone: '+97140000000',
  mobile: '+971500000000',
  postalCode: '00000',
  pobox: '1000',
  longitude: '55.2708',
  latitude: '25.2048',
  fax: '+97140000001',
  email: 'owner@souk.example',
  additionalEmail: 'chargebacks@souk.example',
  addressLines: ['Gold Souk', 'شارع السوق'],
  addressSwift: 'EXAMAEAD',
  birthName: 'Example Bank',
};

const CONFIGURATIONS = {
  overrideDefaultSchemesMcc: true,
  commissionSettlement: 'M1',
  refundControlValue: 'R',
  acceptedCardSchemes: [
    {
      cardScheme: 'AAA',
      acceptedCardModes: [{ modeName: 'MANUAL', rate: '1.10', acquirerRefund: true }],
      schemeOverrideValue: { dbaName: 'Souk', mcc: 5411 },
    },
    {
      cardScheme: 'CC',
      tariffRate: '2.50',
      schemeOverrideValue: { dbaName: 'Souk', mcc: '0742' },
      acquirerRefund: true,
    },
  ],
  fees: [
    {
      feeTypeName: 'EXCESSIVE_FRAUD_FEE',
      reOccurrenceFrequency: 'ANNUALLY',
      feeValue: '150.00',
      feeClassifier: 'COUNT',
    },
    { feeTypeName: 'MIS', reOccurrenceFrequency: 'MONTHLY', feeValue: 25 },
  ],
  settlement: { statementFrequency: 'SEMI_WEEKLY', statementDay: 1, statementSecondDay: 4 },
  flexiCutoff: { enableFlexiCutoff: true, flexiCutoffTime: '2330', flexiCutoffDay: '1' },
  acquirerChargebackDebit: 'Y',
  visaMVV: 'x',
  visaFPI: 'x',
  approverName: 'x',
  wechatMerchantType: 'x',
  acquirerWechatRate: '1.1',
  alipayMerchantType: 'x',
  acquirerAlipayRate: '1.1',
  alipayMcc: '5411',
  alipayPID: 'x',
  smartBundleValue: 'x',
  merchantRiskType: 'x',
  swiftIntermediateBank: 'x',
  collateralStatus: 'x',
  collateralAmount: '1000',
  routCode: 'x',
  merchantSize: 'x',
  flexiCutoffTime: '2330',
  flexiCutoffDay: '2',
  creationDate: '2026-11-01',
  releaseDate: '2028-02-29',
  acquirerInternationalRepricingFlag: true,
  exceptionApproverFlag: true,
  acquirerInternationalAirlineFlag: true,
  highRiskFlag: true,
  visaAirlineRoutingEnabled: true,
  mcAirlineRoutingEnabled: true,
  visaTransactionComponentRecord: true,
  mcp: true,
  pwcb: true,
  airlineMerchantCode: true,
  refundFeePercentage: true,
};

const SERVICES = [
  {
    serviceType: 'DCC',
    dccProvider: 'FX',
    dccSettlementFrequency: 'MONTHLY',
    daysOfMonth: 1,
    dccAcquirerRate: 0.5,
    dccMerchantMarkupRate: '1.0',
    dccMarkupRate: 3,
  },
  { serviceType: 'THREE_D_SECURE' },
  { serviceType: 'SELF_SERVICE', ...PERSON },
  { serviceType: 'MCP' },
  {
    serviceType: 'NGO',
    organizationName: 'Palm Relief',
    channels: 'ECOM',
    currencyLimits: { AED: 5000 },
    paymentMethodCurrenciesMap: { NETWORK_A: ['AED', 'USD'] },
    propositionServices: ['invoicing'],
    enable3DS: true,
    user: { ...PERSON, mobile: '+971500000000' },
  },
];

const TERMINAL = {
  terminalId: 'WHOLE-T1',
  terminalName: 'Till 1',
  terminalType: 'PC',
  maker: 'Acme',
  terminalModel: 'Front Desk',
  communicationMethod: 'SG',
  dccEnabled: true,
  fees: [{ feeType: 'SIM_FEE', feeValue: 10 }],
};

const MERCHANT = {
  merchantId: 'WHOLE-M1',
  merchantName: 'Souk Trading',
  legalName: 'Souk Trading LLC',
  website: 'https://souk.example',
  merchantType: 'ECOM',
  subMerchantType: 'NGECOM',
  mcc: '5411',
  relationshipManager: 'Omar Haddad',
  debitAccountNumOrIban: 'AE070331234567890123456',
  creditAccountNumOrIban: '001000000001',
  merchantCurrency: 'AED',
  statementFrequency: 'WEEKLY',
  statementDay: 1,
  statementDeliveryType: 'Email',
  paymentMode: 'EFT',
  kyc: true,
  trn: '100000000000003',
  fundSettlementLevel: 'U',
  legalType: 'LLC',
  addresses: [ADDRESS],
  configurations: CONFIGURATIONS,
  services: SERVICES,
  terminals: [TERMINAL],
  vatEnabled: true,
  storeType: 'ECOM',
  gatewayType: 'Example Gateway',
  bankName: 'Example Bank',
};

const CHAIN = {
  chainId: 'WHOLE-C1',
  chainName: 'Souk Group',
  groupCode: 'G1',
  chainLevelReportRequired: true,
  groupLevelReportingRequired: false,
  organizationName: 'Souk Foundation',
  alreadyExist: false,
};

/**
 * A valid request with every field of docs/interface/merchant-onboarding.md once, and each kind of service, fee and
 * pricing.
 */
export const WHOLE_ONBOARDING = {
  requestId: 'WHOLE-R1',
  payload: { applications: [{ merchants: [MERCHANT], chain: CHAIN }] },
} satisfies JsonObject;
