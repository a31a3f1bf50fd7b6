import { describe, expect, it } from 'vitest';
import { amend, findingsOf, readMerchantOf } from '../../testing/merchants/merchants.ts';
import {
  hitsOf,
  merchantEventsOf,
  REVIEW_REASON,
  readApplicationOf,
  review,
  sendHitDecision,
  statusesOf,
  submitAndScreen,
  uniqueMerchant,
} from '../../testing/merchants/reviews.ts';
import { fileServer } from '../../testing/test-server.ts';

const server = fileServer();

const asApprover = (applicationId: string, action: string, body: object = REVIEW_REASON) =>
  review(server, applicationId, action, body, 'demo-approver');

async function submitReviewed(by = 'demo-reviewer') {
  const sent = await submitAndScreen(server);
  expect((await review(server, sent.applicationId, 'review', REVIEW_REASON, by)).status).toBe(200);
  return { ...sent, merchantId: String(sent.merchantIds[0]) };
}

describe('a rejection by an approver', () => {
  it('ends a reviewed merchant with the reason, in the history, the audit log and the events', async () => {
    const { applicationId, merchantId } = await submitReviewed();
    const answer = await asApprover(applicationId, 'reject', { reason: 'The premises do not exist' });
    expect(answer.json).toEqual({ applicationId, merchants: [{ merchantId, status: 'REJECTED' }] });
    expect((await readMerchantOf(server, merchantId)).json).toMatchObject({
      status: 'REJECTED',
      reason: 'The premises do not exist',
    });
    const { json } = await readApplicationOf(server, applicationId);
    expect(json.merchants[0].reviews[0]).toMatchObject({ action: 'REJECTED', by: 'demo-approver' });
    expect((await merchantEventsOf(server, merchantId)).at(-1)).toBe('4 PENDING_APPROVAL REJECTED demo-approver');
    expect(await server.db.sql(LAST_CHANGE, [`application:${applicationId}`])).toEqual([
      { actor: 'demo-approver', operation: 'merchants.reject-application', outcome: 'rejected' },
    ]);
    expect((await asApprover(applicationId, 'approve')).json.error_code).toBe('420');
  });

  it('needs a reason', async () => {
    const { applicationId } = await submitReviewed();
    expect(findingsOf(await asApprover(applicationId, 'reject', {}))).toEqual(['103 reason']);
    expect(await statusesOf(server, applicationId)).toEqual(['PENDING_APPROVAL']);
  });

  it('is refused before the review, which leaves the merchant to the reviewers', async () => {
    const { applicationId, merchantIds } = await submitAndScreen(server);
    const answer = await asApprover(applicationId, 'reject');
    expect([answer.status, answer.json.errors]).toEqual([
      409,
      [
        {
          path: 'merchantIds',
          code: '420',
          message: `${merchantIds[0]} has not been reviewed: only a reviewer can reject it`,
          action: `let a reviewer decide about ${merchantIds[0]}, or leave it out`,
        },
      ],
    ]);
    expect(await statusesOf(server, applicationId)).toEqual(['PENDING_APPROVAL']);
  });

  it('is refused while a reviewed merchant waits for information', async () => {
    const { applicationId } = await submitReviewed();
    const items = [{ path: 'trn', action: 'Send the certificate' }];
    await review(server, applicationId, 'request-information', { ...REVIEW_REASON, items });
    expect((await asApprover(applicationId, 'reject')).json.error_code).toBe('420');
    expect((await review(server, applicationId, 'reject')).status).toBe(200);
  });

  it('applies to all named merchants or to none', async () => {
    const { applicationId, merchantIds } = await submitAndScreen(server, [uniqueMerchant(), uniqueMerchant()]);
    const [first] = merchantIds as [string];
    await review(server, applicationId, 'review', { ...REVIEW_REASON, merchantIds: [first] });
    expect(findingsOf(await asApprover(applicationId, 'reject', { ...REVIEW_REASON, merchantIds }))).toEqual([
      '420 merchantIds[1]',
    ]);
    expect((await asApprover(applicationId, 'reject', { ...REVIEW_REASON, merchantIds: [first] })).status).toBe(200);
    expect(await statusesOf(server, applicationId)).toEqual(['REJECTED', 'PENDING_APPROVAL']);
  });
});

describe('a return to review', () => {
  it('removes the reviewer, gives the task back to the reviewers, and shows them the reason', async () => {
    const { applicationId, merchantId } = await submitReviewed();
    const answer = await asApprover(applicationId, 'return-to-review', { reason: 'Which premises were seen?' });
    expect(answer.json).toEqual({ applicationId, merchants: [{ merchantId, status: 'PENDING_APPROVAL' }] });
    const { json } = await readApplicationOf(server, applicationId);
    expect(json.merchants[0]).toMatchObject({ status: 'PENDING_APPROVAL', reviewedBy: null });
    expect(json.merchants[0].reviews[0]).toMatchObject({
      action: 'RETURNED_TO_REVIEW',
      by: 'demo-approver',
      reason: 'Which premises were seen?',
    });
    expect(json.awaiting).toEqual({ REVIEW: 1 });
    const queue = '/V2/merchants/applications?relation=ASKED_OF_ME';
    const { json: list } = await server.request({ method: 'GET', url: queue, as: 'demo-reviewer' });
    expect(JSON.stringify(list)).toContain(applicationId);
    expect(await server.db.sql(LAST_CHANGE, [`application:${applicationId}`])).toEqual([
      { actor: 'demo-approver', operation: 'merchants.return-application', outcome: 'returned to review' },
    ]);
    expect((await asApprover(applicationId, 'approve')).text).toContain('has not been reviewed');
    expect((await asApprover(applicationId, 'return-to-review')).json.error_code).toBe('420');
    await review(server, applicationId, 'review');
    expect((await asApprover(applicationId, 'approve')).status).toBe(200);
  });

  it('leaves screening, cleared hits and confirmed KYC as they are', async () => {
    const sent = await submitAndScreen(server, [uniqueMerchant({ mcc: '7995', kyc: false })]);
    const { applicationId } = sent;
    const [hit] = await hitsOf(server, applicationId);
    await sendHitDecision(server, applicationId, hit!.hitId, 'clear');
    await review(server, applicationId, 'confirm-kyc');
    await review(server, applicationId, 'review');
    expect((await asApprover(applicationId, 'return-to-review')).status).toBe(200);
    const { json } = await readApplicationOf(server, applicationId);
    expect(json.merchants[0]).toMatchObject({
      kycConfirmedBy: 'demo-reviewer',
      screening: { attempts: 1, hits: [{ state: 'CLEARED' }] },
    });
  });

  it('does not let the person who reviews again approve', async () => {
    const { applicationId } = await submitReviewed();
    await asApprover(applicationId, 'return-to-review');
    await review(server, applicationId, 'review', REVIEW_REASON, 'second-reviewer');
    const own = await review(server, applicationId, 'approve', REVIEW_REASON, 'second-reviewer');
    expect(own.text).toContain('was reviewed by the same person: approval needs a second one');
  });

  it('and a rejection also apply to amendments', async () => {
    const { applicationId, merchantId } = await submitReviewed();
    await asApprover(applicationId, 'approve');
    const { json } = await amend(server, merchantId, ['MCC'], { mcc: '5812' });
    const { applications } = json as unknown as { applications: { applicationId: string }[] };
    const amendment = applications[0]!.applicationId;
    expect((await asApprover(amendment, 'reject')).json.error_code).toBe('420');
    await review(server, amendment, 'review');
    expect((await asApprover(amendment, 'return-to-review')).status).toBe(200);
    expect((await readApplicationOf(server, amendment)).json.merchants[0].reviewedBy).toBeNull();
    await review(server, amendment, 'review');
    expect((await asApprover(amendment, 'reject')).status).toBe(200);
    expect((await readMerchantOf(server, merchantId)).json).toMatchObject({ status: 'BOARDED', version: 1 });
  });
});

const LAST_CHANGE = `select actor, operation, outcome from audit_log where subject = $1 and after is not null
  order by audit_id desc limit 1`;
