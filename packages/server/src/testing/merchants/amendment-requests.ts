import { expect } from 'vitest';
import type { Answer, TestServer } from '../test-server.ts';
import { amend, boardMerchants, newId } from './merchants.ts';
import { hitsOf, review, sendHitDecision, uniqueMerchant } from './reviews.ts';

/** Boards a merchant with unique name, accounts and TRN, and returns its id. */
export async function boardSampleMerchant(server: TestServer, more: Record<string, unknown> = {}): Promise<string> {
  const id = newId('M');
  await boardMerchants(server, [uniqueMerchant(more, id)]);
  return id;
}

export interface SentAmendment {
  readonly applicationId: string;
  readonly requestId: string;
  /** The merchant in the response. */
  readonly taken: object;
}

/** Sends an amendment and expects it to be accepted. */
export async function sendAmendment(
  server: Pick<TestServer, 'request'>,
  id: string,
  types: readonly string[],
  more: Record<string, unknown> = {},
): Promise<SentAmendment> {
  return expectAccepted(await amend(server, id, types, more));
}

export function expectAccepted(answer: Answer): SentAmendment {
  expect(answer.status, answer.text).toBe(202);
  const { requestId, applications } = answer.json as unknown as {
    requestId: string;
    applications: [{ applicationId: string; merchants: [object] }];
  };
  const [{ applicationId, merchants }] = applications;
  return { applicationId, requestId, taken: merchants[0] };
}

/** Clears all hits and reviews the application as demo-reviewer. */
export async function clearAndReview(server: Pick<TestServer, 'request'>, applicationId: string): Promise<void> {
  for (const { hitId } of await hitsOf(server, applicationId)) {
    expect((await sendHitDecision(server, applicationId, hitId, 'clear')).status).toBe(200);
  }
  const reviewed = await review(server, applicationId, 'review');
  expect(reviewed.status, reviewed.text).toBe(200);
}

/** Returns the amended merchant from the status of the request. */
export async function followAmendment(server: Pick<TestServer, 'request'>, { requestId }: SentAmendment) {
  const url = `/V2/merchants/onboarding/${requestId}`;
  const { json } = await server.request({ method: 'GET', url, as: 'demo-acquirer' });
  const { applications } = json as unknown as { applications: [{ merchants: [object] }] };
  return applications[0].merchants[0];
}

/** Returns the steps of a merchant's history, oldest first: `2 null PENDING_APPROVAL MCC`. */
export async function historyOf({ db }: TestServer, id: string): Promise<string[]> {
  const rows = await db.sql<{ line: string }>(
    `select concat_ws(' ', sequence, coalesce(from_state, '-'), to_state, array_to_string(amendments, '+'), reason) as line
       from merchant_events where merchant_id = $1 order by sequence`,
    [id],
  );
  return rows.map(({ line }) => line);
}

/** Returns the audit rows of these subjects, without reads: `demo-reviewer reviewed`. */
export async function readAuditEntries({ db }: TestServer, ...subjects: string[]): Promise<string[]> {
  const rows = await db.sql<{ line: string }>(
    `select actor || ' ' || outcome as line from audit_log
      where bank_id = 'acquirer:DEMO' and subject = any($1) and outcome <> 'read' order by audit_id`,
    [subjects],
  );
  return rows.map(({ line }) => line);
}
