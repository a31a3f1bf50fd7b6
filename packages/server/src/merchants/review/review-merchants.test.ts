import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findingsOf, newId, onboard, readMerchantOf, requestOf, terminalBody } from '../../testing/merchants.ts';
import {
  REVIEW_REASON,
  readApplicationOf,
  review,
  statusesOf,
  submit,
  submitAndScreen,
  uniqueMerchant,
} from '../../testing/reviews.ts';
import { type TestServer, testServer } from '../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server?.close());

const eventsOf = async (merchantId: string) =>
  (
    await server.db.sql<{ line: string }>(
      `select concat_ws(' ', sequence, coalesce(from_state, '-'), to_state, actor) as line from merchant_events
        where acquirer_id = 'DEMO' and merchant_id = $1 order by sequence`,
      [merchantId],
    )
  ).map(({ line }) => line);

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

  it('makes the submitted record the first version of a merchant, unchanged', async () => {
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
    const held = await onboard(server, requestOf([{ merchantId: merchantIds[0], amendmentList: ['HOLD'] }]));
    expect(held.status, held.text).toBe(202);
    expect((await eventsOf(merchantIds[0]!)).at(-1)).toBe('6 ACTIVE ON_HOLD demo-acquirer');
  });
});

describe('an approval', () => {
  it('needs a review', async () => {
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

  it('needs a second person, even if the first one has all scopes', async () => {
    const { applicationId } = await submitAndScreen(server);
    expect((await review(server, applicationId, 'review', REVIEW_REASON, 'second-reviewer')).status).toBe(200);
    const own = await review(server, applicationId, 'approve', REVIEW_REASON, 'second-reviewer');
    expect(own.json.error_code).toBe('420');
    expect(own.text).toContain('was reviewed by the same person: approval needs a second one');
    expect((await review(server, applicationId, 'approve')).status).toBe(200);
  });

  it('must come from somebody else than the last reviewer, who need not be the first one', async () => {
    const { applicationId } = await submitAndScreen(server);
    await review(server, applicationId, 'review', REVIEW_REASON, 'demo-reviewer');
    await review(server, applicationId, 'review', REVIEW_REASON, 'second-reviewer');
    expect((await review(server, applicationId, 'approve', REVIEW_REASON, 'second-reviewer')).json.error_code).toBe(
      '420',
    );
    expect((await review(server, applicationId, 'approve')).status).toBe(200);
  });

  it('needs a missing KYC to be confirmed, by somebody else than the approver', async () => {
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

  it('is not allowed to a reviewer, nor a review to an approver', async () => {
    const { applicationId } = await submitAndScreen(server);
    for (const action of ['review', 'confirm-kyc', 'request-information', 'reject', 'screen']) {
      const { status, json } = await review(server, applicationId, action, REVIEW_REASON, 'demo-approver');
      expect([action, status, json.error_code]).toEqual([action, 403, '202']);
    }
    const { status, json } = await review(server, applicationId, 'approve', REVIEW_REASON, 'demo-reviewer');
    expect([status, json.error_code]).toEqual([403, '202']);
  });

  it('boards all named merchants or none, and reports what each of them lacks', async () => {
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

  it('takes effect once when twenty arrive at once', async () => {
    const { applicationId, merchantIds } = await submitAndScreen(server, [uniqueMerchant(), uniqueMerchant()]);
    await review(server, applicationId, 'review');
    const answers = await Promise.all(Array.from({ length: 20 }, () => review(server, applicationId, 'approve')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
    for (const merchantId of merchantIds) expect((await eventsOf(merchantId)).length).toBe(5);
    const versions = await server.db.sql(`select from merchant_versions where merchant_id = any($1)`, [merchantIds]);
    expect(versions.length).toBe(2);
  });

  it('at the same time as a review by the same person never lets one person do both', async () => {
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

  it('at the same time as another screening ends in one of the two', async () => {
    const { applicationId, merchantIds } = await submitAndScreen(server);
    await review(server, applicationId, 'review');
    const [approved, screened] = await Promise.all([
      review(server, applicationId, 'approve'),
      review(server, applicationId, 'screen', {}),
    ]);
    expect([approved.status, screened.status].sort()).toEqual([200, 409]);
    await server.server.screened();
    const [status] = await statusesOf(server, applicationId);
    expect(status).toBe(approved.status === 200 ? 'BOARDED' : 'PENDING_APPROVAL');
    const { json } = await readApplicationOf(server, applicationId);
    expect(json.merchants[0].reviewedBy).toBe(approved.status === 200 ? 'demo-reviewer' : null);
    expect((await eventsOf(merchantIds[0]!)).length).toBe(5);
  });

  it('at the same time as a rejection ends in one of the two', async () => {
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

describe('required information', () => {
  const items = [{ path: 'addresses[0].email', action: 'Give an address that can be reached' }];

  it('is shown to the sender of the merchant, which continues under the same id', async () => {
    const merchant = uniqueMerchant({ kyc: false, terminals: [terminalBody('T-INFO-1')] });
    const first = await submitAndScreen(server, [merchant]);
    const [merchantId] = first.merchantIds as [string];
    await review(server, first.applicationId, 'review');
    await review(server, first.applicationId, 'confirm-kyc', {});
    const asked = await review(server, first.applicationId, 'request-information', {
      reason: 'No answer by mail',
      items,
    });
    expect(asked.json.merchants).toEqual([{ merchantId, status: 'INFORMATION_REQUIRED' }]);
    expect((await readMerchantOf(server, merchantId)).json).toMatchObject({
      status: 'INFORMATION_REQUIRED',
      reason: 'No answer by mail',
      informationRequired: items,
    });
    for (const action of ['review', 'approve', 'confirm-kyc', 'screen']) {
      expect((await review(server, first.applicationId, action)).json.error_code).toBe('420');
    }

    const again = await submit(server, [{ ...merchant, website: 'https://shop.example' }]);
    expect(again.applicationId).not.toBe(first.applicationId);
    expect((await readApplicationOf(server, first.applicationId)).json.merchants).toEqual([]);
    await server.server.screened();
    const { json } = await readApplicationOf(server, again.applicationId);
    expect(json.merchants[0]).toMatchObject({
      status: 'PENDING_APPROVAL',
      reviewedBy: null,
      kycConfirmedBy: null,
      informationRequired: null,
      screening: { attempts: 1 },
    });
    expect(json.merchants[0].reviews.map(({ action }: { action: string }) => action)).toEqual([
      'INFORMATION_REQUESTED',
      'KYC_CONFIRMED',
      'REVIEWED',
    ]);
    expect((await review(server, again.applicationId, 'approve')).json.error_code).toBe('420');
    expect((await eventsOf(merchantId)).map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([
      '1 - RECEIVED',
      '2 RECEIVED SCREENING',
      '3 SCREENING PENDING_APPROVAL',
      '4 PENDING_APPROVAL INFORMATION_REQUIRED',
      '5 INFORMATION_REQUIRED RECEIVED',
      '6 RECEIVED SCREENING',
      '7 SCREENING PENDING_APPROVAL',
    ]);
  });

  it('must name items and a reason', async () => {
    const { applicationId } = await submitAndScreen(server);
    const nothing = await review(server, applicationId, 'request-information', {});
    expect(findingsOf(nothing)).toEqual(['103 reason', '103 items']);
    const empty = await review(server, applicationId, 'request-information', { ...REVIEW_REASON, items: [{}] });
    expect(findingsOf(empty)).toEqual(['103 items[0].path', '103 items[0].action']);
    expect(await statusesOf(server, applicationId)).toEqual(['PENDING_APPROVAL']);
  });
});

describe('a rejection', () => {
  it('is final, frees the terminals and keeps the id', async () => {
    const terminalId = newId('T');
    const merchant = uniqueMerchant({ terminals: [terminalBody(terminalId)] });
    const { applicationId, merchantIds } = await submitAndScreen(server, [merchant]);
    const other = uniqueMerchant({ terminals: [terminalBody(terminalId)] });
    expect(findingsOf(await onboard(server, requestOf([other])))).toEqual([
      '406 payload.applications[0].merchants[0].terminals[0].terminalId',
    ]);
    const rejected = await review(server, applicationId, 'reject', { reason: 'On no account' });
    expect(rejected.json.merchants).toEqual([{ merchantId: merchantIds[0], status: 'REJECTED' }]);
    expect((await readMerchantOf(server, merchantIds[0]!)).json).toMatchObject({
      status: 'REJECTED',
      reason: 'On no account',
    });
    expect((await onboard(server, requestOf([other]))).status).toBe(202);
    expect(findingsOf(await onboard(server, requestOf([merchant]))).at(0)).toBe(
      '420 payload.applications[0].merchants[0].merchantId',
    );
    for (const action of ['review', 'approve', 'confirm-kyc', 'reject', 'screen']) {
      expect((await review(server, applicationId, action)).json.error_code).toBe('420');
    }
  });

  it.each(['RECEIVED', 'INFORMATION_REQUIRED'])('is possible for a merchant that is %s', async (status) => {
    const { applicationId } = await submit(server);
    if (status !== 'RECEIVED') {
      await server.server.screened();
      const items = [{ path: 'trn', action: 'Send the certificate' }];
      await review(server, applicationId, 'request-information', { ...REVIEW_REASON, items });
    }
    expect(await statusesOf(server, applicationId)).toEqual([status]);
    expect((await review(server, applicationId, 'reject')).status).toBe(200);
    await server.server.screened();
    expect(await statusesOf(server, applicationId)).toEqual(['REJECTED']);
  });

  it('has card numbers in its reason masked', async () => {
    const { applicationId, merchantIds } = await submitAndScreen(server);
    const reason = 'The owner paid with 4000001234567899';
    const answer = await review(server, applicationId, 'reject', { reason });
    expect(answer.headers['contract-warnings']).toBeDefined();
    expect((await readMerchantOf(server, merchantIds[0]!)).json.reason).toBe('The owner paid with 400000XXXXXX7899');
  });
});

describe('an action of a review', () => {
  it.each(['review', 'approve', 'confirm-kyc', 'request-information', 'screen'])(
    '%s is refused for a merchant that is only RECEIVED',
    async (action) => {
      const { applicationId, merchantIds } = await submit(server);
      const items = [{ path: 'trn', action: 'Send it' }];
      const body = { ...REVIEW_REASON, ...(action === 'request-information' && { items }) };
      const general = await review(server, applicationId, action, body);
      expect([general.status, general.json.error_code]).toEqual([409, '420']);
      const named = await review(server, applicationId, action, { ...body, merchantIds });
      expect(findingsOf(named)).toEqual(['420 merchantIds[0]']);
      expect(await statusesOf(server, applicationId)).toEqual(['RECEIVED']);
      await server.server.screened();
    },
  );

  it.each(['review', 'approve', 'confirm-kyc', 'reject', 'screen'])(
    '%s is refused for a merchant that is boarded',
    async (action) => {
      const { applicationId } = await submitAndScreen(server);
      await review(server, applicationId, 'review');
      await review(server, applicationId, 'approve');
      expect((await review(server, applicationId, action)).json.error_code).toBe('420');
      expect(await statusesOf(server, applicationId)).toEqual(['BOARDED']);
    },
  );

  it.each(['review', 'reject', 'approve'])('%s needs a reason of at most 500 characters', async (action) => {
    const { applicationId } = await submitAndScreen(server);
    expect(findingsOf(await review(server, applicationId, action, {}))).toEqual(['103 reason']);
    expect(findingsOf(await review(server, applicationId, action, { reason: '' }))).toEqual(['103 reason']);
    expect(findingsOf(await review(server, applicationId, action, { reason: 'x'.repeat(501) }))).toEqual([
      '104 reason',
    ]);
  });

  it('reports each merchant at its first position in the list, and acts on it once', async () => {
    const { applicationId, merchantIds } = await submitAndScreen(server);
    const [id] = merchantIds as [string];
    const answer = await review(server, applicationId, 'review', {
      ...REVIEW_REASON,
      merchantIds: [id, 'ONE', id, 'TWO', 'ONE'],
    });
    expect(answer.status).toBe(404);
    expect(answer.json.errors).toEqual([
      {
        path: 'merchantIds[1]',
        code: '305',
        message: 'ONE is not a merchant of this application',
        action: 'leave ONE out',
      },
      {
        path: 'merchantIds[3]',
        code: '305',
        message: 'TWO is not a merchant of this application',
        action: 'leave TWO out',
      },
    ]);
    const done = await review(server, applicationId, 'review', { ...REVIEW_REASON, merchantIds: [id, id] });
    expect(done.json.merchants).toEqual([{ merchantId: id, status: 'PENDING_APPROVAL' }]);
    const { json } = await readApplicationOf(server, applicationId);
    expect(json.merchants[0].reviews.length).toBe(1);
  });

  it('reports at most 200 findings, and how many more there are', async () => {
    const { applicationId } = await submitAndScreen(server);
    const strangers = Array.from({ length: 10_000 }, (_, at) => `STRANGER-${at}`);
    const { json } = await review(server, applicationId, 'review', { ...REVIEW_REASON, merchantIds: strangers });
    expect((json.errors as object[]).length).toBe(200);
    expect(json.more).toBe(9_800);
  });

  it('request-information is refused for a merchant that is boarded, rejected, or already waiting for information', async () => {
    const items = [{ path: 'trn', action: 'Send the certificate' }];
    const ask = (applicationId: string) =>
      review(server, applicationId, 'request-information', { ...REVIEW_REASON, items });
    const boarded = await submitAndScreen(server);
    await review(server, boarded.applicationId, 'review');
    await review(server, boarded.applicationId, 'approve');
    const rejected = await submitAndScreen(server);
    await review(server, rejected.applicationId, 'reject');
    const asked = await submitAndScreen(server);
    expect((await ask(asked.applicationId)).status).toBe(200);
    for (const { applicationId } of [boarded, rejected, asked]) {
      expect((await ask(applicationId)).json.error_code).toBe('420');
    }
  });

  it('cannot confirm a KYC that was sent as true', async () => {
    const { applicationId } = await submitAndScreen(server);
    const answer = await review(server, applicationId, 'confirm-kyc', {});
    expect(answer.text).toContain('was sent with kyc true: there is nothing to confirm');
  });

  it('can screen a reviewed merchant again, which then needs another review', async () => {
    const { applicationId, merchantIds } = await submitAndScreen(server);
    await review(server, applicationId, 'review');
    const answer = await review(server, applicationId, 'screen', {});
    expect(answer.json.merchants).toEqual([{ merchantId: merchantIds[0], status: 'SCREENING' }]);
    await server.server.screened();
    const { json } = await readApplicationOf(server, applicationId);
    expect(json.merchants[0]).toMatchObject({ status: 'PENDING_APPROVAL', reviewedBy: null });
    expect((await eventsOf(merchantIds[0]!)).slice(3)).toEqual([
      '4 PENDING_APPROVAL SCREENING demo-reviewer',
      '5 SCREENING PENDING_APPROVAL screening',
    ]);
  });

  it('is refused for an unknown application, and for another acquirer’s', async () => {
    const { applicationId } = await submitAndScreen(server);
    for (const action of ['review', 'approve', 'confirm-kyc', 'reject', 'screen']) {
      expect((await review(server, 'nothing', action)).json.error_code).toBe('308');
      const theirs = await review(server, applicationId, action, REVIEW_REASON, 'other-acquirer');
      expect([theirs.status, theirs.json.error_code]).toEqual([404, '308']);
    }
    expect((await readApplicationOf(server, applicationId, '', 'other-acquirer')).json.error_code).toBe('308');
    expect(await statusesOf(server, applicationId)).toEqual(['PENDING_APPROVAL']);
    const bank = await review(server, applicationId, 'review', REVIEW_REASON, 'other-bank');
    expect([bank.status, bank.json.error_code]).toEqual([403, '203']);
  });
});

interface Fixtures {
  merchants: { application_id: string }[];
}

describe('the list of applications', () => {
  it('shows those of the acquirer, newest first, page by page, and by status', async () => {
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
      const ask = async (query: string, as = 'demo-reviewer') => {
        const answer = await own.request({ method: 'GET', url: `/V2/merchants/applications${query}`, as });
        // biome-ignore lint/suspicious/noExplicitAny: looked into by the test
        return answer.json as any;
      };
      const idsOf = (page: { applications: { applicationId: string }[] }) =>
        page.applications.map(({ applicationId }) => applicationId);
      const first = await ask('?limit=2');
      expect(idsOf(first)).toEqual([sent[2], sent[1]]);
      const second = await ask(`?limit=2&cursor=${encodeURIComponent(first.next_cursor)}`);
      expect(idsOf(second)).toEqual([sent[0], fixture!.application_id]);
      expect(second.next_cursor).toBeNull();
      expect(second.applications.map(({ counts }: { counts: object }) => counts)).toEqual([
        { RECEIVED: 1 },
        { BOARDED: 1 },
      ]);
      expect(idsOf(await ask('?status=PENDING_APPROVAL'))).toEqual([]);
      await own.server.screened();
      expect(idsOf(await ask('?status=PENDING_APPROVAL'))).toEqual([sent[2], sent[1], sent[0]]);
      expect(idsOf(await ask('', 'other-acquirer')).length).toBe(1);
      expect((await ask('?cursor=x')).error_code).toBe('106');
      expect((await ask('?limit=201')).error_code).toBe('106');
      expect((await ask('?status=LOST')).error_code).toBe('106');
    } finally {
      await own.close();
    }
  });

  it('pages through the merchants of one application in the order in which they were sent', async () => {
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
