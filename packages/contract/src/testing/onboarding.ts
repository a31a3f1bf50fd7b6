import type { JsonObject, JsonValue } from '../json/exact-number.ts';

/** Valid requests, which tests change by removing or adding something. */
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

/** A request of one application. */
export function onboardingOf(merchants: readonly JsonValue[], more: JsonObject = {}): JsonObject {
  return { requestId: 'R-1', payload: { applications: [{ merchants: [...merchants], ...more }] } };
}

/** A request of plain texts beside one application. */
export function amendmentOf(
  types: readonly string[],
  merchants: readonly JsonValue[],
  more: JsonObject = {},
): JsonObject {
  return { requestId: 'R-1', payload: { applications: [...types, { merchants: [...merchants], ...more }] } };
}

/** Findings without what would be wrong inside of something absent, and their actions without the allowed values. */
export function withoutFurtherHelp<F extends { message: string; action?: string }>(findings: readonly F[]): F[] {
  return findings
    .filter(({ message }) => !message.startsWith('is also needed'))
    .map((finding) =>
      finding.action === undefined ? finding : { ...finding, action: finding.action.replace(/^(add \S+): .*$/, '$1') },
    );
}
