import { beforeEach, describe, expect, it, vi } from 'vitest';
import { waitForIndex } from '../../../testing/background-work.ts';
import { setSettings } from '../../../testing/cards/account-settings.ts';
import { authorize, ecommerceMessage, type IssuedCard, issueCard } from '../../../testing/cards/issued-cards.ts';
import { atMerchant, moveOwnRule, putInForce, rules, writeRule } from '../../../testing/decisions/bank-rules.ts';
import { fileResource } from '../../../testing/file-resources.ts';
import { fileServer } from '../../../testing/test-server.ts';
import { startReceiver } from '../../../testing/webhook-receiver.ts';
import { registerWebhook } from '../../../testing/webhooks.ts';
import { WITHIN } from '../../../testing/within.ts';

const ALL = [
  'authorization.approved',
  'authorization.declined',
  'authorization.reversed',
  'authorization.completed',
  'authorization.expired',
  'switch.spent',
  'limit.reached',
  'exception.used',
  'rule.live',
];

type PublishedEvent = Record<string, unknown>;

describe('an endpoint that subscribes to authorization events', () => {
  let reference = 710_000_000_000;
  const server = fileServer();
  const receiver = fileResource(() => startReceiver({ tls: 'none' }));
  let card: IssuedCard;
  let secret: string;
  beforeEach(async () => {
    if (secret === undefined) ({ secret } = await registerWebhook(server, { url: receiver.url, events: ALL }));
    receiver.trust(secret);
    card = await issueCard(server, { available: '1000.00' });
  });

  const cents = (minor: number) => String(minor).padStart(12, '0');
  async function pay(minor: number, of = card): Promise<string> {
    const rrn = String(++reference);
    const amount = { Transaction_Amount: cents(minor), Transaction_Amount_Cardholder_Billing: cents(minor) };
    await authorize(server, ecommerceMessage(of, { Retrieval_Reference_Number: rrn, ...amount }));
    return rrn;
  }
  const end = (rrn: string, how: 'reversal' | 'completion', amount: string) =>
    server.request({
      method: 'POST',
      url: `/V2/authorizations/${rrn}/${how}`,
      as: 'demo-network',
      payload: { amount },
    });
  /** Waits for `count` events of the account, and returns them. */
  async function publishedEventsOf({ accountNumber }: IssuedCard, count: number): Promise<PublishedEvent[]> {
    await waitForIndex(server);
    const ofCard = () =>
      receiver.received
        .map(({ body }) => JSON.parse(body) as PublishedEvent)
        .filter((event) => event.account_number === accountNumber);
    await vi.waitFor(() => expect(ofCard()).toHaveLength(count), WITHIN);
    return ofCard();
  }
  const toSummary = (events: PublishedEvent[]) =>
    events.map(({ type, amount, ended_amount: endedAmount }) => [
      type,
      amount,
      ...(endedAmount === undefined ? [] : [endedAmount]),
    ]);

  it('receives the events of an account in order, signed, each with its subject', async () => {
    const first = await pay(2_500);
    await end(first, 'reversal', '5.00');
    await end(first, 'completion', '21.00');
    await pay(500_000);
    const last = await pay(1_000);
    server.clock.advance(40 * 86_400_000);
    await server.server.periodicJobs.runDue();
    const publishedEvents = await publishedEventsOf(card, 6);
    expect(toSummary(publishedEvents)).toEqual([
      ['authorization.approved', '25.00'],
      ['authorization.reversed', '25.00', '5.00'],
      ['authorization.completed', '25.00', '21.00'],
      ['authorization.declined', '5000.00'],
      ['authorization.approved', '10.00'],
      ['authorization.expired', '10.00', '10.00'],
    ]);
    const { id, timestamp, ...approved } = publishedEvents[0]!;
    expect(approved).toEqual({
      type: 'authorization.approved',
      bank_id: 'DEMO',
      account_number: card.accountNumber,
      card_identifier_id: card.exid,
      retrieval_reference_number: first,
      amount: '25.00',
      currency: 'AED',
      decided: { action_code: '00', rule: 'APPROVED', decided_at: timestamp },
      merchant: {
        id: 'SHOP00000000001',
        place: expect.stringContaining('DUBAI'),
        mcc: '5411',
      },
    });
    expect(publishedEvents[5]).toMatchObject({ retrieval_reference_number: last });
    const request = receiver.received.find(({ body }) => body.includes(String(id)))!;
    expect(request.isSigned).toBe(true);
    expect(request.headers['webhook-id']).toBe(id);
  });

  it('receives the merchant from the index, so that a message of a MiB is not read', async () => {
    const reference = await pay(2_500);
    const wrap = (message: string) =>
      server.db.sql(`update authorizations set message = ${message} where retrieval_reference = $1`, [reference]);
    await wrap(`'unreadable' || message`);
    const [event] = await publishedEventsOf(card, 1);
    await wrap(`replace(message, 'unreadable', '')`);
    const place = 'TEST SHOP              DUBAI          AE';
    expect(event).toMatchObject({ merchant: { id: 'SHOP00000000001', place, mcc: '5411' } });
  });

  it('receives used one-time switches and limits at 80 and 100 percent, once each', async () => {
    await setSettings(server, card, { ecomStatus: 'ON_FOR_ONE', dailyLimit: '100.00' });
    await pay(7_999);
    await setSettings(server, card, { ecomStatus: 'ON' });
    await pay(1);
    await pay(1_999);
    await pay(1);
    const publishedEvents = await publishedEventsOf(card, 7);
    expect(
      publishedEvents.map(({ type, switches, limit, percent, used, max }) => ({
        type,
        switches,
        limit,
        percent,
        used,
        max,
      })),
    ).toEqual([
      { type: 'authorization.approved' },
      { type: 'switch.spent', switches: ['ecom'] },
      { type: 'authorization.approved' },
      { type: 'limit.reached', limit: 'DAILY_LIMIT', percent: 80, used: '80.00', max: '100.00' },
      { type: 'authorization.approved' },
      { type: 'authorization.approved' },
      { type: 'limit.reached', limit: 'DAILY_LIMIT', percent: 100, used: '100.00', max: '100.00' },
    ]);
  });

  it('receives the exception that an approval used', async () => {
    await setSettings(server, card, { ecomStatus: 'OFF' });
    const allowed = await server.request({
      method: 'POST',
      url: `/V2/accounts/${card.accountNumber}/exceptions`,
      as: 'demo-bank',
      payload: {
        mcc: '5411',
        maxAmount: '25.00',
        validUntil: new Date(server.clock.now().getTime() + 3_600_000).toISOString(),
        reason: 'On the phone',
      },
    });
    expect(allowed.status, allowed.text).toBe(200);
    await pay(2_500);
    await pay(2_500);
    const published = await publishedEventsOf(card, 3);
    expect(published.map(({ type, exception_id, would_decline }) => ({ type, exception_id, would_decline }))).toEqual([
      { type: 'authorization.approved' },
      { type: 'exception.used', exception_id: allowed.json.exception_id, would_decline: 'ECOM_OFF' },
      { type: 'authorization.declined' },
    ]);
  });

  it('receives events of shared limits, with the account that reached them and the usage of all accounts', async () => {
    const other = await issueCard(server, { available: '1000.00' });
    const put = (limits: object[]) =>
      server.request({ method: 'PUT', url: '/V2/programs/DEBIT-CLASSIC', as: 'demo-bank', payload: { limits } });
    const day = { window: { calendar: 'day' } };
    const set = await put([
      { ...day, id: 'OF_PRODUCT', level: 'program', measure: 'amount', max: '100.00' },
      { ...day, id: 'OF_BANK', level: 'bank', measure: 'count', max: '3' },
    ]);
    expect(set.status, set.text).toBe(200);
    await pay(7_000);
    await pay(1_000, other);
    await pay(500);
    // declined by the limit, so its use does not change
    await pay(500, other);
    const [ofCard, others] = [await publishedEventsOf(card, 3), await publishedEventsOf(other, 3)];
    await put([]);
    const toLimitEvents = (events: PublishedEvent[]) =>
      events.map(({ type, limit, percent, used, max, measure }) =>
        limit === undefined ? type : [limit, percent, used, max, measure],
      );
    expect(toLimitEvents(ofCard)).toEqual([
      'authorization.approved',
      'authorization.approved',
      ['OF_BANK', 100, '3', '3', 'count'],
    ]);
    expect(toLimitEvents(others)).toEqual([
      'authorization.approved',
      ['OF_PRODUCT', 80, '80.00', '100.00', 'amount'],
      'authorization.declined',
    ]);
  });

  it('receives older events first, even if a read of an account indexes its batch early', async () => {
    const other = await issueCard(server);
    // the first payment into one batch, the next two into another; the list of the second account is read before anything is
    // indexed
    await pay(100);
    await Promise.all([pay(200), pay(300, other)]);
    const url = `/V2/authorizations?account_number=${other.accountNumber}`;
    await server.request({ method: 'GET', url, as: 'demo-bank' });
    expect(toSummary(await publishedEventsOf(card, 2))).toEqual([
      ['authorization.approved', '1.00'],
      ['authorization.approved', '2.00'],
    ]);
    expect(await publishedEventsOf(other, 1)).toHaveLength(1);
  });

  it('receives an event in the commit that puts a version of a rule in force, with the version that it replaces', async () => {
    const { id, name } = await writeRule(server, atMerchant('RULED'));
    const live = () =>
      receiver.received
        .map(({ body }) => JSON.parse(body) as PublishedEvent)
        .filter(({ type }) => type === 'rule.live');
    const events = async (count: number) => {
      await vi.waitFor(() => expect(live()).toHaveLength(count), WITHIN);
      return live();
    };
    await putInForce(server, id);
    await rules(server, 'PUT', `/${id}`, {
      condition: atMerchant('RULED'),
      effect: '62',
      from: '2030-01-01T00:00:00Z',
    });
    await putInForce(server, id, 2);
    const published = await events(2);
    const first = {
      id: expect.any(String),
      type: 'rule.live',
      timestamp: expect.any(String),
      bank_id: 'DEMO',
      rule_id: id,
      name,
      version: 1,
      effect: '57',
      from: null,
      until: null,
      proposed_by: 'demo-bank',
      approved_by: 'demo-checker',
      replaces_version: null,
    };
    const later = { ...first, version: 2, effect: '62', from: '2030-01-01T00:00:00.000Z', replaces_version: 1 };
    expect(published).toEqual([first, later]);
    await moveOwnRule(server, id, 'retire');
    expect(live()).toHaveLength(2);
  });

  it('publishes nothing for a bank without a subscription, and writes nothing', async () => {
    const before = await server.db.sql('select count(*) as events from outbox_events');
    const others = await issueCard(server, { as: 'other-bank' });
    const money = { Currency_Code_Transaction: '978', Currency_Code_Cardholder_Billing: '978' };
    expect((await authorize(server, ecommerceMessage(others, money))).json.Action_Code).toBe('00');
    await waitForIndex(server);
    expect(await server.db.sql('select count(*) as events from outbox_events')).toEqual(before);
  });
});
