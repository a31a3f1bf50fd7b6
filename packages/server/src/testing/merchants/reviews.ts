import type { ScreeningHit } from '@cardwright/contract';
import { expect } from 'vitest';
import type { Answer, TestServer } from '../test-server.ts';
import { merchantBody, newId, onboard, requestOf } from './merchants.ts';

export const REVIEW_REASON = { reason: 'Checked its documents' };

/** Sends a review action, by default as demo-reviewer. */
export function review(
  server: Pick<TestServer, 'request'>,
  applicationId: string,
  action: string,
  body: object = REVIEW_REASON,
  as = ['approve', 'return-to-review'].includes(action) ? 'demo-approver' : 'demo-reviewer',
): Promise<Answer> {
  const url = `/V2/merchants/applications/${applicationId}/${action}`;
  return server.request({ method: 'POST', url, as, payload: body });
}

/** Decides about one screening hit, by default as demo-reviewer. */
export function sendHitDecision(
  server: Pick<TestServer, 'request'>,
  applicationId: string,
  hitId: string,
  decision: 'clear' | 'confirm',
  body: object = REVIEW_REASON,
  as = 'demo-reviewer',
): Promise<Answer> {
  const url = `/V2/merchants/applications/${applicationId}/hits/${hitId}/${decision}`;
  return server.request({ method: 'POST', url, as, payload: body });
}

/** Returns all hits of an application's merchants, in order. */
export async function hitsOf(server: Pick<TestServer, 'request'>, applicationId: string): Promise<ScreeningHit[]> {
  const { json } = await readApplicationOf(server, applicationId);
  return json.merchants.flatMap(
    (merchant: { screening: { hits: ScreeningHit[] | null } }) => merchant.screening.hits ?? [],
  );
}

/** Replaces the deny list. */
export async function loadDenyListOf(
  server: Pick<TestServer, 'request'>,
  csv: string,
  as = 'demo-reviewer',
): Promise<void> {
  const headers = { 'content-type': 'text/csv' };
  const url = '/V2/merchants/deny-list';
  const { status, text } = await server.request({ method: 'POST', url, as, headers, payload: csv });
  expect(status, text).toBe(200);
}

/** Returns a merchant with unique accounts and TRN. */
export function uniqueMerchant(more: Record<string, unknown> = {}, merchantId = newId('M')) {
  const number = merchantId.replace(/\D/g, '').padStart(8, '0');
  return merchantBody(merchantId, {
    merchantName: `Shop ${merchantId}`,
    legalName: `Shop ${merchantId} LLC`,
    debitAccountNumOrIban: `77${number}`,
    creditAccountNumOrIban: `88${number}`,
    trn: `1000${number}`,
    ...more,
  });
}

export interface SentApplication {
  readonly requestId: string;
  readonly applicationId: string;
  readonly merchantIds: string[];
}

/** Submits merchants in one application, and does not screen them. */
export async function submit(
  server: TestServer,
  merchants: readonly Record<string, unknown>[] = [uniqueMerchant()],
  as = 'demo-acquirer',
  more: { readonly chain?: object } = {},
): Promise<SentApplication> {
  const request = requestOf(merchants, more);
  const answer = await onboard(server, request, { as });
  expect(answer.status, answer.text).toBe(202);
  const { applications } = answer.json as unknown as { applications: { applicationId: string }[] };
  return {
    requestId: String(request.requestId),
    applicationId: applications[0]!.applicationId,
    merchantIds: merchants.map(({ merchantId }) => String(merchantId)),
  };
}

/** Submits merchants and screens them. */
export async function submitAndScreen(
  server: TestServer,
  merchants?: readonly Record<string, unknown>[],
  more?: { readonly chain?: object },
) {
  const sent = await submit(server, merchants, undefined, more);
  await server.server.screeningIdle();
  return sent;
}

export async function readApplicationOf(
  server: Pick<TestServer, 'request'>,
  applicationId: string,
  query = '',
  as = 'demo-reviewer',
) {
  const url = `/V2/merchants/applications/${applicationId}${query}`;
  const { status, json, text } = await server.request({ method: 'GET', url, as });
  // biome-ignore lint/suspicious/noExplicitAny: tests look into what is shown
  return { status, text, json: json as any };
}

/** Returns the status of each merchant of an application, in order. */
export async function statusesOf(server: Pick<TestServer, 'request'>, applicationId: string): Promise<string[]> {
  const { json } = await readApplicationOf(server, applicationId);
  return json.merchants.map((merchant: { status: string }) => merchant.status);
}

/** Returns the steps of a merchant of DEMO, oldest first: `2 RECEIVED SCREENING screening`. */
export async function merchantEventsOf({ db }: Pick<TestServer, 'db'>, merchantId: string): Promise<string[]> {
  const rows = await db.sql<{ line: string }>(
    `select concat_ws(' ', sequence, coalesce(from_state, '-'), to_state, actor) as line from merchant_events
      where acquirer_id = 'DEMO' and merchant_id = $1 order by sequence`,
    [merchantId],
  );
  return rows.map(({ line }) => line);
}
