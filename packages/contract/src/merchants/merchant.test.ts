import { describe, expect, it } from 'vitest';
import type { FieldSchema } from '../schema/field-schema.ts';
import { tableOf } from '../testing/table.ts';
import {
  LinkedChain,
  Merchant,
  MerchantAddress,
  MerchantAmendment,
  MerchantChain,
  MerchantTerminal,
} from './merchant.ts';
import { AcceptedCardScheme, MerchantConfigurations, MerchantFee } from './merchant-configurations.ts';
import { AMENDMENT_TYPES, MERCHANT_STATES, MERCHANT_STATUSES, PROPOSITION_SERVICES } from './merchant-values.ts';
import { MerchantService } from './service-kinds.ts';

const merchant = Merchant as unknown as FieldSchema;
const configurations = MerchantConfigurations as unknown as FieldSchema;
const service = MerchantService as unknown as FieldSchema;

function field(schema: unknown, name: string): FieldSchema {
  return (schema as FieldSchema).properties?.[name] ?? {};
}
/** Returns the closed lists of values of a schema's own fields. */
function listsOf(schema: unknown): Record<string, readonly string[]> {
  const fields = Object.entries((schema as FieldSchema).properties ?? {});
  return Object.fromEntries(
    fields.flatMap(([name, { enum: values }]) => (values === undefined ? [] : [[name, values]])),
  );
}
function namesOf(schema: unknown, type: string): string[] {
  const fields = Object.entries((schema as FieldSchema).properties ?? {});
  return fields.filter(([, one]) => one.type === type).map(([name]) => name);
}

describe('the merchant tables, with our own lengths where the interface defines none', () => {
  it('merchant', () => {
    expect(tableOf(Merchant)).toEqual({
      merchantId: 'required 25',
      merchantName: 'required 100',
      legalName: 'required 100',
      website: 'optional 2048',
      merchantType: 'required',
      subMerchantType: 'optional',
      mcc: 'required 4',
      relationshipManager: 'optional 100',
      debitAccountNumOrIban: 'required 34',
      creditAccountNumOrIban: 'required 34',
      merchantCurrency: 'required 3',
      statementFrequency: 'optional',
      statementDay: 'optional',
      statementDeliveryType: 'required',
      paymentMode: 'required',
      kyc: 'required',
      trn: 'required 15',
      fundSettlementLevel: 'optional',
      legalType: 'optional 25',
      addresses: 'required',
      configurations: 'required',
      services: 'optional',
      terminals: 'optional',
      vatEnabled: 'optional',
      storeType: 'optional',
      gatewayType: 'optional 100',
      bankName: 'optional 100',
    });
    expect(field(merchant, 'addresses').minItems).toBe(1);
    expect(namesOf(merchant, 'boolean')).toEqual(['kyc', 'vatEnabled']);
    expect(namesOf(merchant, 'integer')).toEqual(['statementDay']);
  });

  it('values of a merchant', () => {
    expect(listsOf(Merchant)).toEqual({
      merchantType: ['POS', 'ECOM'],
      subMerchantType: [
        ...['BATCH_AUTH', 'BS', 'E3', 'EM', 'EN', 'KI', 'MPOS', 'NGECOM', 'NGPOS', 'O1', 'O2', 'O3', 'UT'],
        'QR-MERCHANT-APP',
      ],
      statementFrequency: ['DAILY', 'WEEKLY', 'MONTHLY'],
      statementDeliveryType: ['Email', 'Fax'],
      paymentMode: ['EFT', 'EQ', 'FN', 'IFT', 'MC', 'NN', 'OB', 'TT'],
      fundSettlementLevel: ['O', 'U'],
      legalType: ['LLC', 'SOLE_PROPRIETOR', 'PARTNERSHIP', 'FREE_ZONE'],
      storeType: ['STANDARD', 'CASH_ADVANCE', 'MOTO', 'ECOM', 'QR'],
    });
  });

  it('address', () => {
    expect(tableOf(MerchantAddress)).toEqual({
      addressType: 'optional',
      name: 'required 100',
      lastName: 'optional 100',
      countryCode: 'required 3',
      state: 'optional 4',
      city: 'required 100',
      phone: 'optional 25',
      mobile: 'optional 25',
      postalCode: 'required 25',
      pobox: 'optional 25',
      longitude: 'optional 25',
      latitude: 'optional 25',
      fax: 'optional 25',
      email: 'required 256',
      additionalEmail: 'optional 256',
      addressLines: 'optional',
      addressSwift: 'optional 25',
      birthName: 'optional 100',
    });
    expect(listsOf(MerchantAddress)).toEqual({ addressType: ['STMT_ADDR', 'PAYM_ADDR'] });
    expect(field(MerchantAddress, 'addressLines').items?.maxLength).toBe(100);
  });

  it('configurations', () => {
    const text = 'optional 100';
    const flag = 'optional';
    expect(tableOf(MerchantConfigurations)).toEqual({
      overrideDefaultSchemesMcc: 'optional',
      commissionSettlement: 'required',
      refundControlValue: 'optional',
      acceptedCardSchemes: 'required',
      fees: 'required',
      settlement: 'required',
      flexiCutoff: 'optional',
      acquirerChargebackDebit: 'optional',
      ...{ visaMVV: text, visaFPI: text, approverName: text, wechatMerchantType: text, acquirerWechatRate: text },
      ...{
        alipayMerchantType: text,
        acquirerAlipayRate: text,
        alipayMcc: text,
        alipayPID: text,
        smartBundleValue: text,
      },
      ...{ merchantRiskType: text, swiftIntermediateBank: text, collateralStatus: text, collateralAmount: text },
      ...{ routCode: text, merchantSize: text, flexiCutoffTime: 'optional 4', flexiCutoffDay: 'optional 10' },
      ...{ creationDate: 'optional 10', releaseDate: 'optional 10' },
      ...{ acquirerInternationalRepricingFlag: flag, exceptionApproverFlag: flag, highRiskFlag: flag },
      ...{ acquirerInternationalAirlineFlag: flag, visaAirlineRoutingEnabled: flag, mcAirlineRoutingEnabled: flag },
      ...{ visaTransactionComponentRecord: flag, mcp: flag, pwcb: flag, airlineMerchantCode: flag },
      refundFeePercentage: flag,
    });
    expect(listsOf(MerchantConfigurations)).toEqual({
      commissionSettlement: ['NEXT_STTLM', 'M1'],
      refundControlValue: ['C', 'R', 'G', 'N', 'Z'],
    });
    expect(namesOf(configurations, 'boolean').sort()).toEqual([
      'acquirerInternationalAirlineFlag',
      'acquirerInternationalRepricingFlag',
      'airlineMerchantCode',
      'exceptionApproverFlag',
      'highRiskFlag',
      'mcAirlineRoutingEnabled',
      'mcp',
      'overrideDefaultSchemesMcc',
      'pwcb',
      'refundFeePercentage',
      'visaAirlineRoutingEnabled',
      'visaTransactionComponentRecord',
    ]);
    expect(field(configurations, 'creationDate').fieldFormat).toBe('date');
    expect(field(configurations, 'releaseDate').fieldFormat).toBe('date');
    expect(field(configurations, 'acceptedCardSchemes').minItems).toBe(1);
  });

  it('settlement and cutoff', () => {
    const settlement = field(configurations, 'settlement');
    expect(tableOf(settlement)).toEqual({
      statementFrequency: 'required',
      statementDay: 'optional',
      statementSecondDay: 'optional',
    });
    expect(listsOf(settlement)).toEqual({
      statementFrequency: ['DAILY', 'SEMI_WEEKLY', 'WEEKLY', 'FORTNIGHTLY', 'SEMI_MONTHLY', 'MONTHLY'],
    });
    expect(namesOf(settlement, 'integer')).toEqual(['statementDay', 'statementSecondDay']);
    expect(tableOf(field(configurations, 'flexiCutoff'))).toEqual({
      enableFlexiCutoff: 'optional',
      flexiCutoffTime: 'optional 4',
      flexiCutoffDay: 'optional 10',
    });
  });

  it('accepted card scheme', () => {
    expect(tableOf(AcceptedCardScheme)).toEqual({
      cardScheme: 'required 4',
      tariffRate: 'optional 10',
      acceptedCardModes: 'optional',
      schemeOverrideValue: 'optional',
      acquirerRefund: 'optional',
    });
    const mode = field(AcceptedCardScheme, 'acceptedCardModes').items;
    expect(tableOf(mode)).toEqual({ modeName: 'required', rate: 'required 10', acquirerRefund: 'optional' });
    expect(listsOf(mode)).toEqual({ modeName: ['ELECTRONIC', 'MANUAL', 'PREMIUM', 'INTERNATIONAL', 'DOMESTIC'] });
    expect(tableOf(field(AcceptedCardScheme, 'schemeOverrideValue'))).toEqual({
      dbaName: 'required 100',
      mcc: 'required 4',
    });
  });

  it('fee', () => {
    expect(tableOf(MerchantFee)).toEqual({
      feeTypeName: 'required',
      reOccurrenceFrequency: 'required',
      feeValue: 'required 10',
      feeClassifier: 'optional',
    });
    expect(listsOf(MerchantFee)).toEqual({
      feeTypeName: [
        ...['MIS', 'ACQ_MMBR_FEE', 'MFEE_STRT', 'MFEE_FRD_HND', 'TRANS_FEE', 'REFUND_FEE'],
        ...['EXCESSIVE_CHARGEBACK_FEE', 'EXCESSIVE_FRAUD_FEE', 'EXCESSIVE_REFUND_FEE'],
      ],
      reOccurrenceFrequency: ['DAILY', 'WEEKLY', 'MONTHLY', 'QUARTERLY', 'SEMI_ANNUAL', 'ANNUALLY'],
      feeClassifier: ['COUNT', 'VOLUME'],
    });
  });

  it('terminal', () => {
    expect(tableOf(MerchantTerminal)).toEqual({
      terminalId: 'required 25',
      terminalName: 'optional 23',
      terminalType: 'required 25',
      maker: 'optional 10',
      terminalModel: 'optional 25',
      communicationMethod: 'required',
      dccEnabled: 'optional',
      fees: 'required',
    });
    expect(listsOf(MerchantTerminal)).toEqual({ communicationMethod: ['SG', 'GPRS_SIM'] });
    const fee = field(MerchantTerminal, 'fees').items;
    expect(tableOf(fee)).toEqual({ feeType: 'required', feeValue: 'required 10' });
    expect(listsOf(fee)).toEqual({ feeType: ['SIM_FEE', 'GPRS_FEE', 'RENTAL_FEE', 'INSURANCE_FEE'] });
  });

  it('chain, and the chain that is only named', () => {
    const { chainId, ...others } = tableOf(MerchantChain);
    expect({ chainId, ...others }).toEqual({
      chainId: 'required 25',
      chainName: 'required 100',
      groupCode: 'required 25',
      chainLevelReportRequired: 'required',
      groupLevelReportingRequired: 'required',
      organizationName: 'optional 100',
      alreadyExist: 'optional',
    });
    expect(namesOf(MerchantChain, 'boolean')).toEqual([
      'chainLevelReportRequired',
      'groupLevelReportingRequired',
      'alreadyExist',
    ]);
    expect(tableOf(LinkedChain)).toMatchObject({ chainId: 'required 25', chainName: 'optional 100' });
  });
});

describe('services of a merchant', () => {
  it('are selected by serviceType; any other type is the 3-D Secure service, whose code the interface does not define', () => {
    expect(service.discriminatedBy).toBe('serviceType');
    expect(Object.keys(service.variants ?? {})).toEqual(['DCC', 'SELF_SERVICE', 'MCP', 'NGO']);
    expect(tableOf(service.otherwise)).toEqual({ serviceType: 'required 100' });
    expect(tableOf(service.variants?.MCP)).toEqual({ serviceType: 'required 100' });
  });

  it('have the fields of DCC', () => {
    expect(tableOf(service.variants?.DCC)).toEqual({
      serviceType: 'required 100',
      dccProvider: 'required',
      dccSettlementFrequency: 'optional',
      daysOfMonth: 'optional 10',
      dccAcquirerRate: 'required 10',
      dccMerchantMarkupRate: 'required 10',
      dccMarkupRate: 'required 10',
    });
    expect(listsOf(service.variants?.DCC)).toEqual({
      dccProvider: ['PP', 'FX'],
      dccSettlementFrequency: ['MONTHLY', 'WEEKLY', 'DAILY'],
    });
  });

  it('have the fields of SELF_SERVICE', () => {
    expect(tableOf(service.variants?.SELF_SERVICE)).toEqual({
      serviceType: 'required 100',
      firstName: 'required 100',
      lastName: 'required 100',
      email: 'required 256',
    });
  });

  it('have the fields of NGO', () => {
    expect(tableOf(service.variants?.NGO)).toEqual({
      serviceType: 'required 100',
      organizationName: 'optional 100',
      channels: 'optional',
      currencyLimits: 'optional',
      paymentMethodCurrenciesMap: 'optional',
      propositionServices: 'optional',
      enable3DS: 'optional',
      user: 'required',
    });
    expect(listsOf(service.variants?.NGO)).toEqual({ channels: ['ECOM', 'MOTO'] });
    expect(tableOf(field(service.variants?.NGO, 'user'))).toEqual({
      firstName: 'required 100',
      lastName: 'required 100',
      email: 'required 256',
      mobile: 'optional 25',
    });
    expect(PROPOSITION_SERVICES).toEqual([
      'invoicing',
      'mcp',
      'pay-by-token',
      'stand-alone-refund',
      'virtual-terminal',
      'decision-manager-post-auth',
      'issuer-data',
    ]);
  });
});

describe('amendments', () => {
  it('have the twelve published types, and ACCOUNT, which Cardwright adds', () => {
    expect(AMENDMENT_TYPES).toEqual([
      ...['MERCHANT_NAME', 'LINKED_CHAIN', 'MCC', 'SCHEMES_OVERRIDING', 'ADDRESS', 'ACCEPTED_CARDS', 'FEES'],
      ...['SERVICES', 'HOLD', 'RELEASE', 'CLOSURE', 'ADDING_TERMINALS', 'ACCOUNT'],
    ]);
  });

  it('have every field of a merchant, of which only merchantId is mandatory, and the short names in addition', () => {
    const table = tableOf(MerchantAmendment);
    expect(Object.keys(table)).toEqual([
      ...Object.keys(tableOf(Merchant)),
      ...['amendmentList', 'chain', 'overrideDefaultSchemesMcc', 'acceptedCardSchemes', 'fees'],
    ]);
    const mandatory = Object.keys(table).filter((name) => table[name]?.startsWith('required'));
    expect(mandatory).toEqual(['merchantId']);
    expect(Object.values(tableOf(field(MerchantAmendment, 'configurations'))).join()).not.toContain('required');
  });
});

it('a merchant has the statuses and, once boarded, the states of docs/interface/merchant-review.md#status', () => {
  expect(MERCHANT_STATUSES).toEqual([
    ...['RECEIVED', 'SCREENING', 'PENDING_APPROVAL', 'INFORMATION_REQUIRED', 'APPROVED', 'BOARDED', 'REJECTED'],
  ]);
  expect(MERCHANT_STATES).toEqual(['ACTIVE', 'ON_HOLD', 'CLOSED']);
});
