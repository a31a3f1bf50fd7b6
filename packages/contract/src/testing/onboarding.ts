import type { JsonObject, JsonValue } from '../json/exact-number.ts';

/** Valid requests, which tests change by adding or removing parts. */
export const ADDRESS = {
  name: 'Souk Trading',
  countryCode: 'ARE',
  city: 'Dubai',
  postalCode: '00000',
  email: 'owner@souk.example',
} satisfies JsonObject;

export const CONFIGURATIONS = {
  commissionSettlement: 'NEXT_STTLM',
  acceptedCardSchemes: [{ cardScheme: 'AAA', tariffRate: '1.10' }],
  fees: [{ feeTypeName: 'MIS', reOccurrenceFrequency: 'MONTHLY', feeValue: 25 }],
  settlement: { statementFrequency: 'DAILY' },
} satisfies JsonObject;

/** A shop with simple pricing and nothing optional. */
export const POS_MERCHANT = {
  merchantId: 'M-1',
  merchantName: 'Souk Trading',
  legalName: 'Souk Trading LLC',
  merchantType: 'POS',
  mcc: '5411',
  debitAccountNumOrIban: 'AE070331234567890123456',
  creditAccountNumOrIban: '001000000001',
  merchantCurrency: 'AED',
  statementDeliveryType: 'Email',
  paymentMode: 'EFT',
  kyc: true,
  trn: '100000000000003',
  addresses: [ADDRESS],
  configurations: CONFIGURATIONS,
} satisfies JsonObject;

export const CHAIN = {
  chainId: 'C-1',
  chainName: 'Souk Group',
  groupCode: 'G1',
  chainLevelReportRequired: true,
  groupLevelReportingRequired: false,
} satisfies JsonObject;

export const TERMINAL = {
  terminalId: 'T-1',
  terminalType: 'PC',
  communicationMethod: 'SG',
  fees: [{ feeType: 'SIM_FEE', feeValue: 10 }],
} satisfies JsonObject;

/** Creates a request with one application. */
export function onboardingOf(merchants: readonly JsonValue[], more: JsonObject = {}): JsonObject {
  return { requestId: 'R-1', payload: { applications: [{ merchants: [...merchants], ...more }] } };
}

/** Creates a request with plain texts next to one application. */
export function amendmentOf(
  types: readonly string[],
  merchants: readonly JsonValue[],
  more: JsonObject = {},
): JsonObject {
  return { requestId: 'R-1', payload: { applications: [...types, { merchants: [...merchants], ...more }] } };
}

/** Removes the findings inside of absent fields, and the allowed values from actions. */
export function withoutFurtherHelp<F extends { message: string; action?: string }>(findings: readonly F[]): F[] {
  return findings
    .filter(({ message }) => !message.startsWith('is also needed'))
    .map((finding) =>
      finding.action === undefined ? finding : { ...finding, action: finding.action.replace(/^(add \S+): .*$/, '$1') },
    );
}
