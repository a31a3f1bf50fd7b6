import { describe, expect, it } from 'vitest';
import {
  findingsOf,
  newId,
  onboard,
  readMerchantOf,
  requestOf,
  terminalBody,
} from '../../testing/merchants/merchants.ts';
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
import { fileServer } from '../../testing/test-server.ts';

const server = fileServer();

const eventsOf = (merchantId: string) => merchantEventsOf(server, merchantId);

describe('required information', () => {
  const items = [{ path: 'addresses[0].email', action: 'Give an address that can be reached' }];

  it('is returned to the sender of the merchant, which sends it again under the same id', async () => {
    const merchant = uniqueMerchant({ kyc: false, terminals: [terminalBody('T-INFO-1')] });
    const first = await submitAndScreen(server, [merchant]);
    const [merchantId] = first.merchantIds as [string];
    await review(server, first.applicationId, 'review');
    await review(server, first.applicationId, 'confirm-kyc', {});
    const answer = await review(server, first.applicationId, 'request-information', {
      reason: 'No answer by mail',
      items,
    });
    expect(answer.json.merchants).toEqual([{ merchantId, status: 'INFORMATION_REQUIRED' }]);
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
    await server.server.screeningIdle();
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
      await server.server.screeningIdle();
      const items = [{ path: 'trn', action: 'Send the certificate' }];
      await review(server, applicationId, 'request-information', { ...REVIEW_REASON, items });
    }
    expect(await statusesOf(server, applicationId)).toEqual([status]);
    expect((await review(server, applicationId, 'reject')).status).toBe(200);
    await server.server.screeningIdle();
    expect(await statusesOf(server, applicationId)).toEqual(['REJECTED']);
  });

  it('is stored with card numbers in its reason masked', async () => {
    const { applicationId, merchantIds } = await submitAndScreen(server);
    const reason = 'The owner paid with 4000001234567899';
    const answer = await review(server, applicationId, 'reject', { reason });
    expect(answer.headers['contract-warnings']).toBeDefined();
    expect((await readMerchantOf(server, merchantIds[0]!)).json.reason).toBe('The owner paid with 400000XXXXXX7899');
  });
});

describe('an action of a review', () => {
  it.each(['review', 'approve', 'confirm-kyc', 'request-information', 'screen'])(
    'is refused for a RECEIVED merchant: %s',
    async (action) => {
      const { applicationId, merchantIds } = await submit(server);
      const items = [{ path: 'trn', action: 'Send it' }];
      const body = { ...REVIEW_REASON, ...(action === 'request-information' && { items }) };
      const general = await review(server, applicationId, action, body);
      expect([general.status, general.json.error_code]).toEqual([409, '420']);
      const named = await review(server, applicationId, action, { ...body, merchantIds });
      expect(findingsOf(named)).toEqual(['420 merchantIds[0]']);
      expect(await statusesOf(server, applicationId)).toEqual(['RECEIVED']);
      await server.server.screeningIdle();
    },
  );

  it.each(['review', 'approve', 'confirm-kyc', 'reject', 'screen'])(
    'is refused for a boarded merchant: %s',
    async (action) => {
      const { applicationId } = await submitAndScreen(server);
      await review(server, applicationId, 'review');
      await review(server, applicationId, 'approve');
      expect((await review(server, applicationId, action)).json.error_code).toBe('420');
      expect(await statusesOf(server, applicationId)).toEqual(['BOARDED']);
    },
  );

  it.each(['review', 'reject', 'approve'])('requires a reason of at most 500 characters: %s', async (action) => {
    const { applicationId } = await submitAndScreen(server);
    expect(findingsOf(await review(server, applicationId, action, {}))).toEqual(['103 reason']);
    expect(findingsOf(await review(server, applicationId, action, { reason: '' }))).toEqual(['103 reason']);
    expect(findingsOf(await review(server, applicationId, action, { reason: 'x'.repeat(501) }))).toEqual([
      '104 reason',
    ]);
  });

  it('names each merchant at its first position in the list, and acts on it once', async () => {
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

  it('is refused as request-information for a boarded, rejected or already incomplete merchant', async () => {
    const items = [{ path: 'trn', action: 'Send the certificate' }];
    const send = (applicationId: string) =>
      review(server, applicationId, 'request-information', { ...REVIEW_REASON, items });
    const boarded = await submitAndScreen(server);
    await review(server, boarded.applicationId, 'review');
    await review(server, boarded.applicationId, 'approve');
    const rejected = await submitAndScreen(server);
    await review(server, rejected.applicationId, 'reject');
    const application = await submitAndScreen(server);
    expect((await send(application.applicationId)).status).toBe(200);
    for (const { applicationId } of [boarded, rejected, application]) {
      expect((await send(applicationId)).json.error_code).toBe('420');
    }
  });

  it('cannot confirm KYC that was sent as true', async () => {
    const { applicationId } = await submitAndScreen(server);
    const answer = await review(server, applicationId, 'confirm-kyc', {});
    expect(answer.text).toContain('was sent with kyc true: there is nothing to confirm');
  });

  it('can repeat the screening of a reviewed merchant, which then needs another review', async () => {
    const { applicationId, merchantIds } = await submitAndScreen(server);
    await review(server, applicationId, 'review');
    const answer = await review(server, applicationId, 'screen', {});
    expect(answer.json.merchants).toEqual([{ merchantId: merchantIds[0], status: 'SCREENING' }]);
    await server.server.screeningIdle();
    const { json } = await readApplicationOf(server, applicationId);
    expect(json.merchants[0]).toMatchObject({ status: 'PENDING_APPROVAL', reviewedBy: null });
    expect((await eventsOf(merchantIds[0]!)).slice(3)).toEqual([
      '4 PENDING_APPROVAL SCREENING demo-reviewer',
      '5 SCREENING PENDING_APPROVAL screening',
    ]);
  });
});
