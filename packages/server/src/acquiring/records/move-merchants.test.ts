import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { boardSampleMerchant, clearAndReview, sendAmendment } from '../../testing/merchants/amendment-requests.ts';
import { newId, onboard, requestOf } from '../../testing/merchants/merchants.ts';
import { REVIEW_REASON, review, submit, submitAndScreen, uniqueMerchant } from '../../testing/merchants/reviews.ts';
import { fileServer, testServer } from '../../testing/test-server.ts';
import {
  answers,
  answersStatus,
  type ReceivedRequest,
  startReceiver,
  type WebhookReceiver,
} from '../../testing/webhook-receiver.ts';
import { registerWebhook, webhooks } from '../../testing/webhooks.ts';
import { WITHIN } from '../../testing/within.ts';

const server = fileServer();
let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await startReceiver({ tls: 'none' });
});
afterEach(async () => {
  await server.db.sql(`update webhook_endpoints set state = 'PAUSED' where owner_kind = 'acquirer'`);
  await receiver.close();
});

interface Notification {
  id: string;
  type: string;
  timestamp: string;
  requestId: string;
  merchantId: string;
  state: string;
  sequence: number;
  reason?: string;
}

const parseNotification = ({ body }: ReceivedRequest) => JSON.parse(body) as Notification;
const notificationsOf = (merchantId: string) =>
  receiver.received.map(parseNotification).filter((message) => message.merchantId === merchantId);
const lines = (merchantId: string) => notificationsOf(merchantId).map(({ sequence, state }) => `${sequence} ${state}`);

describe('notifications to an acquirer', () => {
  it('report each change of a merchant, signed, in order and without gaps', async () => {
    const { secret } = await registerWebhook(server, { url: receiver.url }, 'demo-acquirer');
    receiver.trust(secret);
    const { applicationId, merchantIds, requestId } = await submitAndScreen(server);
    const [merchantId] = merchantIds as [string];
    await review(server, applicationId, 'review');
    await review(server, applicationId, 'approve', { reason: 'Fine' });
    await onboard(server, requestOf([{ merchantId, amendmentList: ['HOLD'] }], {}, 'HOLD-1'));
    await vi.waitFor(() => expect(lines(merchantId).length).toBe(6), WITHIN);
    expect(lines(merchantId)).toEqual([
      '1 RECEIVED',
      '2 SCREENING',
      '3 PENDING_APPROVAL',
      '4 APPROVED',
      '5 BOARDED',
      '6 ON_HOLD',
    ]);
    const [first] = notificationsOf(merchantId);
    expect(first).toEqual({
      id: expect.stringMatching(/^[\da-f-]{36}$/),
      type: 'merchant.status',
      timestamp: '2026-11-20T08:00:00.000Z',
      requestId,
      merchantId,
      state: 'RECEIVED',
      sequence: 1,
    });
    expect(notificationsOf(merchantId)[4]).toMatchObject({ requestId, reason: 'Fine' });
    expect(notificationsOf(merchantId)[5]).toMatchObject({ requestId: 'HOLD-1' });
    expect(receiver.received.every(({ isSigned }) => isSigned)).toBe(true);
    expect(receiver.received.every(({ headers, body }) => headers['webhook-id'] === JSON.parse(body).id)).toBe(true);
  });

  it('report a pending amendment with its types', async () => {
    await registerWebhook(server, { url: receiver.url }, 'demo-acquirer');
    const id = await boardSampleMerchant(server);
    const { applicationId, requestId } = await sendAmendment(server, id, ['MCC'], { mcc: '5999' });
    await clearAndReview(server, applicationId);
    await review(server, applicationId, 'approve', { reason: 'Fine' });
    await vi.waitFor(() => expect(lines(id).length).toBe(4), WITHIN);
    const about = { type: 'merchant.status', requestId, merchantId: id, amendments: ['MCC'] };
    expect(notificationsOf(id).slice(1)).toMatchObject([
      { ...about, sequence: 2, state: 'PENDING_APPROVAL' },
      { ...about, sequence: 3, state: 'APPROVED', reason: 'Fine' },
      { ...about, sequence: 4, state: 'BOARDED', reason: 'Fine' },
    ]);
  });

  it('arrive in order for each of many merchants, even with failures in between', async () => {
    await registerWebhook(server, { url: receiver.url, max_in_flight: 20 }, 'demo-acquirer');
    receiver.behave(answersStatus(500), answersStatus(200), answersStatus(503), answersStatus(204));
    const { applicationId, merchantIds } = await submit(
      server,
      Array.from({ length: 60 }, () => uniqueMerchant()),
    );
    await server.server.screeningIdle();
    await review(server, applicationId, 'review');
    await review(server, applicationId, 'approve');
    await vi.waitFor(() => {
      server.clock.advance(1_000);
      for (const merchantId of merchantIds) {
        expect(lines(merchantId).at(-1)).toBe('5 BOARDED');
      }
    }, WITHIN);
    for (const merchantId of merchantIds) {
      const sequences = notificationsOf(merchantId).map(({ sequence }) => sequence);
      expect([...new Set(sequences)]).toEqual([1, 2, 3, 4, 5]);
      expect(sequences).toEqual([...sequences].sort());
    }
  });

  it('never concern another acquirer’s merchants, and do not go to banks', async () => {
    const others = await startReceiver({ tls: 'none' });
    await registerWebhook(server, { url: receiver.url }, 'demo-acquirer');
    await registerWebhook(server, { url: others.url }, 'demo-bank');
    const merchantId = newId('M');
    await submit(server, [uniqueMerchant({}, merchantId)], 'other-acquirer');
    const own = await submit(server, [uniqueMerchant({}, merchantId)]);
    await vi.waitFor(() => expect(receiver.received.length).toBe(1), WITHIN);
    expect(parseNotification(receiver.received[0]!).requestId).toBe(own.requestId);
    expect(others.received).toEqual([]);
    await others.close();
  });

  it('are delivered with any 2xx status, whatever the body of the answer', async () => {
    const { id } = await registerWebhook(server, { url: receiver.url }, 'demo-acquirer');
    receiver.behave(answers(() => 'thanks', 202));
    const { merchantIds } = await submit(server);
    await vi.waitFor(async () => {
      const { json } = await webhooks(server, `/${id}/messages`, { as: 'demo-acquirer' });
      expect(json.messages).toMatchObject([
        { type: 'merchant.status', stream: `merchant:${merchantIds[0]}`, state: 'DELIVERED' },
      ]);
    }, WITHIN);
  });

  it('can be tested with a message of their type', async () => {
    const { id } = await registerWebhook(server, { url: receiver.url }, 'demo-acquirer');
    // The clock has the time at which the previous tests left it.
    const timestamp = server.clock.now().toISOString();
    const { json } = await webhooks(server, `/${id}/test`, { as: 'demo-acquirer', method: 'POST' });
    expect(json).toMatchObject({ type: 'merchant.status', outcome: 'DELIVERED', attempt: 0 });
    expect(parseNotification(receiver.received[0]!)).toEqual({
      id: json.notification_id,
      type: 'merchant.status',
      timestamp,
      requestId: 'SAMPLE',
      merchantId: 'SAMPLE',
      state: 'RECEIVED',
      sequence: 1,
    });
    const audited = await server.db.sql(
      `select from audit_log where bank_id = 'acquirer:DEMO' and subject = $1 and outcome = 'tested'`,
      [`webhook-endpoint:${id}`],
    );
    expect(audited.length).toBe(1);
  });

  it('can be replayed for any number of merchants', async () => {
    const { id } = await registerWebhook(server, { url: receiver.url, max_in_flight: 20 }, 'demo-acquirer');
    const { merchantIds } = await submit(
      server,
      Array.from({ length: 3 }, () => uniqueMerchant()),
    );
    await vi.waitFor(() => expect(receiver.received.length).toBe(3), WITHIN);
    const state = async () =>
      (await webhooks(server, `/${id}/messages?state=DELIVERED`, { as: 'demo-acquirer' })).json.messages as object[];
    await vi.waitFor(async () => expect((await state()).length).toBe(3), WITHIN);
    const since = '2026-11-20T00:00:00Z';
    const replayed = await webhooks(server, `/${id}/replay`, { as: 'demo-acquirer', body: { since } });
    expect(replayed.json).toMatchObject({ replayed: 3 });
    await vi.waitFor(() => expect(receiver.received.length).toBe(6), WITHIN);
    for (const merchantId of merchantIds) expect(lines(merchantId)).toEqual(['1 RECEIVED', '1 RECEIVED']);
  });

  it('expire and are deleted as those of a bank', async () => {
    await server.db.sql('delete from webhook_endpoints');
    const { id } = await registerWebhook(server, { url: receiver.url }, 'demo-acquirer');
    await webhooks(server, `/${id}`, { as: 'demo-acquirer', method: 'PATCH', body: { state: 'PAUSED' } });
    await submit(server);
    server.clock.advance(31 * 86_400_000);
    await server.server.periodicJobs.runDue();
    const states = () =>
      server.db.sql<{ state: string }>('select state from outbox_messages where endpoint_id = $1', [id]);
    expect(await states()).toEqual([{ state: 'DEAD' }]);
    server.clock.advance(90 * 86_400_000);
    await server.server.periodicJobs.runDue();
    expect(await states()).toEqual([]);
  });
});

describe('a review', () => {
  it('causes notifications of a rejection and of required information, with the reason', async () => {
    const own = await testServer();
    const at = await startReceiver({ tls: 'none' });
    try {
      await registerWebhook(own, { url: at.url }, 'demo-acquirer');
      const { applicationId, merchantIds } = await submitAndScreen(own, [uniqueMerchant(), uniqueMerchant()]);
      const [first, second] = merchantIds as [string, string];
      const items = [{ path: 'trn', action: 'Send the certificate' }];
      await review(own, applicationId, 'request-information', { ...REVIEW_REASON, merchantIds: [first], items });
      await review(own, applicationId, 'reject', { reason: 'On a list', merchantIds: [second] });
      await vi.waitFor(() => expect(at.received.length).toBe(8), WITHIN);
      const last = (id: string) =>
        at.received
          .map(parseNotification)
          .filter(({ merchantId }) => merchantId === id)
          .at(-1);
      expect(last(first)).toMatchObject({ state: 'INFORMATION_REQUIRED', sequence: 4, reason: REVIEW_REASON.reason });
      expect(last(second)).toMatchObject({ state: 'REJECTED', sequence: 4, reason: 'On a list' });
    } finally {
      await at.close();
      await own.close();
    }
  });
});
