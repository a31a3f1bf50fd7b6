import { describe, expect, it } from 'vitest';
import { findingsOf, onboard, readMerchantOf, requestOf } from '../../testing/merchants/merchants.ts';
import {
  merchantEventsOf,
  REVIEW_REASON,
  readApplicationOf,
  review,
  statusesOf,
  submit,
  submitAndScreen,
  uniqueMerchant,
} from '../../testing/merchants/reviews.ts';
import { fileServer, testServer } from '../../testing/test-server.ts';

const server = fileServer();

const eventsOf = (merchantId: string) => merchantEventsOf(server, merchantId);

const auditOf = (subject: string) =>
  server.db.sql<{ actor: string; operation: string; outcome: string; details: Record<string, unknown> }>(
    `select actor, operation, outcome, details from audit_log
      where bank_id = 'acquirer:DEMO' and subject = $1 and outcome <> 'read' order by audit_id`,
    [subject],
  );

describe('a review', () => {
  it('leads from the screening to a boarded merchant, and records who did what, when and why', async () => {
    const { applicationId, merchantIds, requestId } = await submitAndScreen(server);
    const [merchantId] = merchantIds as [string];
    expect(await statusesOf(server, applicationId)).toEqual(['PENDING_APPROVAL']);

    const reviewed = await review(server, applicationId, 'review', { reason: 'All papers are there' });
    expect(reviewed.json).toEqual({ applicationId, merchants: [{ merchantId, status: 'PENDING_APPROVAL' }] });
    const approved = await review(server, applicationId, 'approve', { reason: 'Agreed' });
    expect(approved.status).toBe(200);
    expect(approved.json).toEqual({
      applicationId,
      merchants: [{ merchantId, status: 'BOARDED', merchantState: 'ACTIVE' }],
    });

    expect(await eventsOf(merchantId)).toEqual([
      '1 - RECEIVED demo-acquirer',
      '2 RECEIVED SCREENING screening',
      '3 SCREENING PENDING_APPROVAL screening',
      '4 PENDING_APPROVAL APPROVED demo-approver',
      '5 APPROVED BOARDED demo-approver',
    ]);
    const at = '2026-11-20T08:00:00.000Z';
    const by = 'demo-approver';
    const { json } = await readApplicationOf(server, applicationId);
    expect(json).toMatchObject({ applicationId, requestId, chainId: null, createdAt: at, counts: { BOARDED: 1 } });
    expect(json.merchants[0]).toMatchObject({
      merchantId,
      status: 'BOARDED',
      merchantState: 'ACTIVE',
      screening: { attempts: 1, hits: [], problem: null, nextAttemptAt: null },
      reviewedBy: 'demo-reviewer',
      approvedBy: 'demo-approver',
      kycConfirmedBy: null,
      reviews: [
        { at, by, action: 'APPROVED', applicationId, reason: 'Agreed' },
        { at, by: 'demo-reviewer', action: 'REVIEWED', applicationId, reason: 'All papers are there' },
      ],
    });
    expect(json.merchants[0].history[0]).toEqual({
      sequence: 5,
      at,
      by,
      from: 'APPROVED',
      to: 'BOARDED',
      reason: 'Agreed',
    });

    expect(await auditOf(`application:${applicationId}`)).toEqual([
      {
        actor: 'demo-reviewer',
        operation: 'merchants.review-application',
        outcome: 'reviewed',
        details: {
          reason: 'All papers are there',
          merchants: [{ merchantId, from: 'PENDING_APPROVAL', to: 'PENDING_APPROVAL' }],
        },
      },
      {
        actor: 'demo-approver',
        operation: 'merchants.approve-application',
        outcome: 'approved',
        details: { reason: 'Agreed', merchants: [{ merchantId, from: 'PENDING_APPROVAL', to: 'BOARDED' }] },
      },
    ]);
  });

  it('stores the unchanged submitted record as the first version of the merchant', async () => {
    const merchant = uniqueMerchant({ merchantCurrency: 'AED' });
    const { applicationId } = await submitAndScreen(server, [merchant]);
    await review(server, applicationId, 'review');
    await review(server, applicationId, 'approve');
    const { json } = await readMerchantOf(server, String(merchant.merchantId));
    expect(json).toMatchObject({ status: 'BOARDED', merchantState: 'ACTIVE', version: 1, merchant });
    expect(json.versions).toEqual([
      {
        version: 1,
        at: '2026-11-20T08:00:00.000Z',
        by: 'demo-approver',
        requestId: expect.any(String),
        amendments: [],
        changes: [],
      },
    ]);
  });

  it('results in a boarded merchant that can be amended', async () => {
    const { applicationId, merchantIds } = await submitAndScreen(server);
    await review(server, applicationId, 'review');
    await review(server, applicationId, 'approve');
    const answer = await onboard(server, requestOf([{ merchantId: merchantIds[0], amendmentList: ['HOLD'] }]));
    expect(answer.status, answer.text).toBe(202);
    expect((await eventsOf(merchantIds[0]!)).at(-1)).toBe('6 ACTIVE ON_HOLD demo-acquirer');
  });
});

describe('an approval', () => {
  it('requires a review', async () => {
    const { applicationId, merchantIds } = await submitAndScreen(server);
    const { status, json } = await review(server, applicationId, 'approve');
    expect(status).toBe(409);
    expect(json.error_code).toBe('420');
    expect(json.errors).toEqual([
      {
        path: 'merchantIds',
        code: '420',
        message: `${merchantIds[0]} has not been reviewed`,
        action: `let a reviewer call POST /V2/merchants/applications/${applicationId}/review for ${merchantIds[0]}, or leave ${merchantIds[0]} out`,
      },
    ]);
    expect(await statusesOf(server, applicationId)).toEqual(['PENDING_APPROVAL']);
  });

  it('requires a second person, even if the first one has all scopes', async () => {
    const { applicationId } = await submitAndScreen(server);
    expect((await review(server, applicationId, 'review', REVIEW_REASON, 'second-reviewer')).status).toBe(200);
    const own = await review(server, applicationId, 'approve', REVIEW_REASON, 'second-reviewer');
    expect(own.json.error_code).toBe('420');
    expect(own.text).toContain('was reviewed by the same person: approval needs a second one');
    expect((await review(server, applicationId, 'approve')).status).toBe(200);
  });

  it('requires another person than the last reviewer, but not than earlier ones', async () => {
    const { applicationId } = await submitAndScreen(server);
    await review(server, applicationId, 'review', REVIEW_REASON, 'demo-reviewer');
    await review(server, applicationId, 'review', REVIEW_REASON, 'second-reviewer');
    expect((await review(server, applicationId, 'approve', REVIEW_REASON, 'second-reviewer')).json.error_code).toBe(
      '420',
    );
    expect((await review(server, applicationId, 'approve')).status).toBe(200);
  });

  it('requires missing KYC to be confirmed by another person than the approver', async () => {
    const { applicationId, merchantIds } = await submitAndScreen(server, [uniqueMerchant({ kyc: false })]);
    await review(server, applicationId, 'review');
    const early = await review(server, applicationId, 'approve');
    expect(early.json.error_code).toBe('420');
    expect(early.text).toContain(`${merchantIds[0]} has kyc false, and no reviewer has confirmed it`);
    expect((await review(server, applicationId, 'confirm-kyc', {}, 'second-reviewer')).status).toBe(200);
    const own = await review(server, applicationId, 'approve', REVIEW_REASON, 'second-reviewer');
    expect(own.text).toContain('had its KYC confirmed by the same person');
    expect((await review(server, applicationId, 'approve')).status).toBe(200);
    const { json } = await readApplicationOf(server, applicationId);
    expect(json.merchants[0].kycConfirmedBy).toBe('second-reviewer');
  });

  it('requires another role than a review', async () => {
    const { applicationId } = await submitAndScreen(server);
    for (const action of ['review', 'confirm-kyc', 'request-information', 'screen']) {
      const { status, json } = await review(server, applicationId, action, REVIEW_REASON, 'demo-approver');
      expect([action, status, json.error_code]).toEqual([action, 403, '202']);
    }
    for (const action of ['approve', 'return-to-review']) {
      const { status, json } = await review(server, applicationId, action, REVIEW_REASON, 'demo-reviewer');
      expect([action, status, json.error_code]).toEqual([action, 403, '202']);
    }
  });

  it('boards all named merchants or none, and reports the obstacles of each', async () => {
    const merchants = [uniqueMerchant(), uniqueMerchant(), uniqueMerchant({ kyc: false })];
    const { applicationId, merchantIds } = await submitAndScreen(server, merchants);
    const [first, second, third] = merchantIds as [string, string, string];
    await review(server, applicationId, 'review', { merchantIds: [first, third], ...REVIEW_REASON });
    const answer = await review(server, applicationId, 'approve', {
      ...REVIEW_REASON,
      merchantIds: [third, second, first, 'NOBODY'],
    });
    expect(answer.status).toBe(409);
    expect(findingsOf(answer)).toEqual(['420 merchantIds[0]', '420 merchantIds[1]', '305 merchantIds[3]']);
    expect(await statusesOf(server, applicationId)).toEqual(Array(3).fill('PENDING_APPROVAL'));
    const one = await review(server, applicationId, 'approve', { ...REVIEW_REASON, merchantIds: [first] });
    expect(one.json.merchants).toEqual([{ merchantId: first, status: 'BOARDED', merchantState: 'ACTIVE' }]);
    expect(await statusesOf(server, applicationId)).toEqual(['BOARDED', 'PENDING_APPROVAL', 'PENDING_APPROVAL']);
  });

  it('takes effect once if twenty are concurrent', async () => {
    const { applicationId, merchantIds } = await submitAndScreen(server, [uniqueMerchant(), uniqueMerchant()]);
    await review(server, applicationId, 'review');
    const answers = await Promise.all(Array.from({ length: 20 }, () => review(server, applicationId, 'approve')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    for (const merchantId of merchantIds) expect((await eventsOf(merchantId)).length).toBe(5);
    const versions = await server.db.sql(`select from merchant_versions where merchant_id = any($1)`, [merchantIds]);
    expect(versions.length).toBe(2);
  });

  it('concurrent with a review by the same person never lets one person do both', async () => {
    const { applicationId, merchantIds } = await submitAndScreen(server);
    const answers = await Promise.all(
      ['review', 'approve', 'review', 'approve'].map((action) =>
        review(server, applicationId, action, REVIEW_REASON, 'second-reviewer'),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 409, 200, 409]);
    expect(await statusesOf(server, applicationId)).toEqual(['PENDING_APPROVAL']);
    expect((await eventsOf(merchantIds[0]!)).length).toBe(3);
  });

  it('concurrent with another screening ends in one of the two results', async () => {
    const { applicationId, merchantIds } = await submitAndScreen(server);
    await review(server, applicationId, 'review');
    const [approved, screened] = await Promise.all([
      review(server, applicationId, 'approve'),
      review(server, applicationId, 'screen', {}),
    ]);
    expect([approved.status, screened.status].sort()).toEqual([200, 409]);
    await server.server.screeningIdle();
    const [status] = await statusesOf(server, applicationId);
    expect(status).toBe(approved.status === 200 ? 'BOARDED' : 'PENDING_APPROVAL');
    const { json } = await readApplicationOf(server, applicationId);
    expect(json.merchants[0].reviewedBy).toBe(approved.status === 200 ? 'demo-reviewer' : null);
    expect((await eventsOf(merchantIds[0]!)).length).toBe(5);
  });

  it('concurrent with a rejection ends in one of the two results', async () => {
    const { applicationId, merchantIds } = await submitAndScreen(server);
    await review(server, applicationId, 'review');
    const answers = await Promise.all([
      review(server, applicationId, 'approve'),
      review(server, applicationId, 'reject'),
      review(server, applicationId, 'approve'),
      review(server, applicationId, 'reject'),
    ]);
    expect(answers.filter(({ status }) => status === 200).length).toBe(1);
    const [status] = await statusesOf(server, applicationId);
    expect(['BOARDED', 'REJECTED']).toContain(status);
    expect((await eventsOf(merchantIds[0]!)).length).toBe(status === 'BOARDED' ? 5 : 4);
  });
});

interface Fixtures {
  merchants: { application_id: string }[];
}

describe('the list of applications', () => {
  it('shows the applications of the acquirer, newest first, page by page, and by status', async () => {
    const own = await testServer();
    try {
      const [fixture] = ((await own.request({ method: 'GET', url: '/sandbox/fixtures' })).json as unknown as Fixtures)
        .merchants;
      const sent: string[] = [];
      for (let at = 0; at < 3; at++) {
        own.clock.advance(1_000);
        sent.push((await submit(own)).applicationId);
      }
      await submit(own, [uniqueMerchant()], 'other-acquirer');
      const send = async (query: string, as = 'demo-reviewer') => {
        const answer = await own.request({ method: 'GET', url: `/V2/merchants/applications${query}`, as });
        // biome-ignore lint/suspicious/noExplicitAny: the test reads members of any answer
        return answer.json as any;
      };
      const idsOf = (page: { applications: { applicationId: string }[] }) =>
        page.applications.map(({ applicationId }) => applicationId);
      const first = await send('?limit=2');
      expect(idsOf(first)).toEqual([sent[2], sent[1]]);
      const second = await send(`?limit=2&cursor=${encodeURIComponent(first.next_cursor)}`);
      expect(idsOf(second)).toEqual([sent[0], fixture!.application_id]);
      expect(second.next_cursor).toBeNull();
      expect(second.applications.map(({ counts }: { counts: object }) => counts)).toEqual([
        { RECEIVED: 1 },
        { BOARDED: 1 },
      ]);
      expect(idsOf(await send('?status=PENDING_APPROVAL'))).toEqual([]);
      await own.server.screeningIdle();
      expect(idsOf(await send('?status=PENDING_APPROVAL'))).toEqual([sent[2], sent[1], sent[0]]);
      expect(idsOf(await send('', 'other-acquirer')).length).toBe(1);
      expect((await send('?cursor=x')).error_code).toBe('106');
      expect((await send('?limit=201')).error_code).toBe('106');
      expect((await send('?status=LOST')).error_code).toBe('106');
    } finally {
      await own.close();
    }
  });

  it('pages through the merchants of an application in the order in which they were sent', async () => {
    const merchants = Array.from({ length: 5 }, () => uniqueMerchant());
    const { applicationId, merchantIds } = await submitAndScreen(server, merchants);
    const seen: string[] = [];
    for (let query = '?limit=2'; query !== ''; ) {
      const { json } = await readApplicationOf(server, applicationId, query);
      seen.push(...json.merchants.map(({ merchantId }: { merchantId: string }) => merchantId));
      query = json.next_cursor === null ? '' : `?limit=2&cursor=${json.next_cursor}`;
    }
    expect(seen).toEqual(merchantIds);
    expect((await readApplicationOf(server, applicationId, '?cursor=x')).json.error_code).toBe('106');
    const rejected = await readApplicationOf(server, applicationId, '?status=REJECTED');
    expect(rejected.json.merchants).toEqual([]);
  });
});
