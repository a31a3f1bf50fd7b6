import { expect } from 'vitest';
import type { Answer, TestServer } from '../test-server.ts';

let ids = 0;

/** Returns an id that is unique in this process. */
export function newId(prefix: string): string {
  return `${prefix}-${String(++ids).padStart(5, '0')}`;
}

/** Returns a merchant with every mandatory field and simple pricing, which tests can change. */
export function merchantBody(merchantId: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    merchantId,
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
    addresses: [
      { name: 'Souk Trading', countryCode: 'ARE', city: 'Dubai', postalCode: '00000', email: 'owner@souk.example' },
    ],
    configurations: {
      commissionSettlement: 'NEXT_STTLM',
      acceptedCardSchemes: [{ cardScheme: 'AAA', tariffRate: '1.10' }],
      fees: [{ feeTypeName: 'MIS', reOccurrenceFrequency: 'MONTHLY', feeValue: 25 }],
      settlement: { statementFrequency: 'DAILY' },
    },
    ...more,
  };
}

export function terminalBody(terminalId: string): Record<string, unknown> {
  const fees = [{ feeType: 'SIM_FEE', feeValue: 10 }];
  return { terminalId, terminalType: 'PC', communicationMethod: 'SG', fees };
}

export function chainBody(chainId: string, more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    chainId,
    chainName: 'Souk Group',
    groupCode: 'G1',
    chainLevelReportRequired: true,
    groupLevelReportingRequired: false,
    ...more,
  };
}

/** Sends a request with one application. A text is sent unchanged as the body. */
export function onboard(
  server: Pick<TestServer, 'request'>,
  body: Record<string, unknown> | string,
  { as = 'demo-acquirer', validateOnly = false } = {},
): Promise<Answer> {
  return server.request({
    method: 'POST',
    url: `/V2/merchants/onboarding${validateOnly ? '?validateOnly=true' : ''}`,
    as,
    headers: { 'content-type': 'application/json' },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

export function requestOf(
  merchants: readonly unknown[],
  more: Record<string, unknown> = {},
  requestId: string | undefined = newId('R'),
): Record<string, unknown> {
  return { requestId, payload: { applications: [{ merchants, ...more }] } };
}

/** Amends one merchant, with the amendment types inside the merchant. */
export function amend(
  server: Pick<TestServer, 'request'>,
  merchantId: string,
  amendmentList: readonly string[],
  more: Record<string, unknown> = {},
): Promise<Answer> {
  return onboard(server, requestOf([{ merchantId, amendmentList, ...more }]));
}

/** Boards merchants and gives them the status that a review would set. */
export async function boardMerchants(
  server: TestServer,
  merchants: readonly Record<string, unknown>[],
  more: Record<string, unknown> = {},
): Promise<void> {
  const answer = await onboard(server, requestOf(merchants, more));
  expect(answer.status, answer.text).toBe(202);
  for (const { merchantId } of merchants) await putInStatus(server, String(merchantId), 'BOARDED');
}

/** Boards one merchant, and returns its id. */
export async function boardMerchant(
  server: TestServer,
  more: Record<string, unknown> = {},
  request: Record<string, unknown> = {},
): Promise<string> {
  const id = newId('M');
  await boardMerchants(server, [merchantBody(id, more)], request);
  return id;
}

export async function putInStatus(server: TestServer, merchantId: string, status: string): Promise<void> {
  const isBoarded = status === 'BOARDED';
  await server.db.sql(
    `update merchants set status = $2, merchant_state = $3, version = $4, next_screening_at = null
      where acquirer_id = 'DEMO' and merchant_id = $1`,
    [merchantId, status, isBoarded ? 'ACTIVE' : null, isBoarded ? 1 : 0],
  );
  if (!isBoarded) return;
  await server.db.sql(
    `insert into merchant_versions (acquirer_id, merchant_id, version, at, actor, request_id, amendments, record, changes)
     select acquirer_id, merchant_id, 1, changed_at, 'demo-approver', 'SENT', '{}', record, '[]' from merchants
      where acquirer_id = 'DEMO' and merchant_id = $1`,
    [merchantId],
  );
}

/** Returns the findings without their texts. */
export function findingsOf({ json }: Answer): string[] {
  return ((json.errors ?? []) as { code: string; path: string }[]).map(({ code, path }) => `${code} ${path}`);
}

/** Returns the findings without those about the content of a missing object. */
export function ownFindingsOf({ json }: Answer): string[] {
  const errors = (json.errors ?? []) as { code: string; path: string; message: string }[];
  return errors.filter(({ message }) => !isRequirementWarning({ message })).map(({ code, path }) => `${code} ${path}`);
}

export function isRequirementWarning({ message }: { message: string }): boolean {
  return message.startsWith('is also needed');
}

export async function readMerchantOf(server: TestServer, merchantId: string, as = 'demo-acquirer') {
  const { status, json, text } = await server.request({ method: 'GET', url: `/V2/merchants/${merchantId}`, as });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into records of every shape
  return { status, text, json: json as any };
}

/** Changes settings of DEMO as its configuration would. */
export async function configureDemo({ db, server }: TestServer, settings: Record<string, unknown>): Promise<void> {
  await db.sql(`update acquirers set configuration = configuration || $1::jsonb where acquirer_id = 'DEMO'`, [
    JSON.stringify(settings),
  ]);
  await server.periodicJobs.runDue();
}

/** Configures DEMO so that amendments without a hit need no approval. */
export async function approveNoAmendments(server: TestServer): Promise<void> {
  await configureDemo(server, { approvedAmendments: [] });
}
