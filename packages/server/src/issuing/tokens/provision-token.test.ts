import { beforeAll, describe, expect, it } from 'vitest';
import { setCardStatus } from '../../testing/cards/card-control.ts';
import {
  addCard,
  clientBody,
  type IssuedCard,
  issueAccount,
  issueCard,
  sameMaskNumbers,
} from '../../testing/cards/issued-cards.ts';
import { newToken, notificationsOf, provision, queueNotifications } from '../../testing/cards/tokens.ts';
import { expectNoCode } from '../../testing/decisions/expect-no-code.ts';
import { fileServer } from '../../testing/test-server.ts';

const UUID = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

const server = fileServer();
let card: IssuedCard;
beforeAll(async () => {
  await queueNotifications(server);
  card = await issueCard(server);
});

const tokenFields = (of: IssuedCard, more: Record<string, unknown>) => ({
  token_reference: expect.stringMatching(UUID),
  card_identifier_id: of.exid,
  card_identifier_type: 'EXID',
  card_number: of.masked,
  requestor_id: '4001003027',
  requestor_name: 'Example Pay',
  device_type: 'PHONE',
  created_at: '2026-11-20T08:00:00.000Z',
  changed_at: '2026-11-20T08:00:00.000Z',
  ...more,
});

/** Only messages for the test's endpoint, because the sandbox has its own endpoint. */
const TEST_MESSAGES = `outbox_messages where endpoint_id = 'test-endpoint'`;

const count = async (table: string): Promise<number> =>
  (await server.db.sql<{ n: number }>(`select count(*)::int as n from ${table}`))[0]!.n;

describe('a new token', () => {
  it('without activation is active at once, with a notification', async () => {
    const { status, json } = await provision(server, card.exid);
    expect(status).toBe(200);
    expect(json).toEqual(tokenFields(card, { token_state: 'ACTIVE' }));
    const [notification, another] = await notificationsOf(server, json.token_reference as string);
    expect(another).toBeUndefined();
    expect(notification).toEqual({
      id: expect.stringMatching(UUID),
      type: 'TC',
      timestamp: '2026-11-20T08:00:00.000Z',
      details: {
        card: {
          id: { type: 'externalCardId', value: card.exid },
          maskedCardNumber: card.masked,
          clientId: card.customerId,
          mobilePhone: '+971501234567',
          language: 'ENG',
          cbsNumber: '001',
        },
        textMessage: `Your card ending ${card.masked.slice(-4)} can now be used with Example Pay.`,
        token: { requestorId: '4001003027', requestorName: 'Example Pay', deviceType: 'PHONE' },
      },
    });
  });

  it('with CODE and activation_pref gets a code at once, which only the cardholder sees', async () => {
    const { status, json, text } = await provision(server, card.exid, { activation: 'CODE', activation_pref: 'SMS' });
    expect(status).toBe(200);
    const activation_code = { expires_at: '2026-11-20T08:10:00.000Z', tries_left: 3 };
    expect(json).toEqual(
      tokenFields(card, { token_state: 'PENDING_ACTIVATION', activation_pref: 'SMS', activation_code }),
    );
    const reference = json.token_reference as string;
    const [notification, another] = await notificationsOf(server, reference);
    expect(another).toBeUndefined();
    const { activationCode: code, ...others } = notification!.details.token;
    expect(notification!.type).toBe('AC');
    expect(others).toEqual({ activationPref: 'SMS', requestorId: '4001003027', requestorName: 'Example Pay' });
    expect(code).toMatch(/^\d{6}$/);
    expect(notification!.details.textMessage).toBe(
      `${code} is the code to add your card ending ${card.masked.slice(-4)} to Example Pay. ` +
        'It is valid for 10 minutes. Do not share it with anyone.',
    );
    const codeRows = await server.db.sql('select * from token_activation_codes');
    const auditRows = await server.db.sql('select details from audit_log where subject = $1', [`token:${reference}`]);
    for (const place of [text, server.logs.join(''), JSON.stringify([codeRows, auditRows])]) expectNoCode(place, code!);
  });

  it('with CODE and no activation_pref waits for a code', async () => {
    const { status, json } = await provision(server, card.exid, { activation: 'CODE' });
    expect(status).toBe(200);
    expect(json).toEqual(tokenFields(card, { token_state: 'REQUESTED' }));
    expect(await notificationsOf(server, json.token_reference as string)).toEqual([]);
  });

  it('is notified in the cardholder’s language, with the data of the client record', async () => {
    const customerId = 'ARABIC-CLIENT';
    const otherCard = await issueCard(server);
    await server.envelope(
      'clients.create-client',
      clientBody(customerId, {
        personal_details: { first_name: 'أمينة', last_name: 'حداد', date_of_birth: '1990-01-31', language: 'ARA' },
        contact_details: { mobile_phone: '+971509999999', email: 'amina@example.com' },
      }),
    );
    const [client] = await server.db.sql<{ client_id: string }>(
      'select client_id from clients where customer_id = $1',
      [customerId],
    );
    await server.db.sql('update cards set client_id = $1 where exid = $2', [client!.client_id, otherCard.exid]);
    const [notification] = await notificationsOf(server, await newToken(server, otherCard.exid));
    expect(notification!.details.card).toMatchObject({
      clientId: customerId,
      mobilePhone: '+971509999999',
      email: 'amina@example.com',
      language: 'ARA',
    });
    expect(notification!.details.textMessage).toBe(
      `يمكنك الآن استخدام بطاقتك المنتهية بالرقم ${otherCard.masked.slice(-4)} مع Example Pay.`,
    );
  });

  it('can be requested by EXID, full or masked number, and is never shown or stored with the full number', async () => {
    for (const [id, type] of [
      [card.exid, 'EXID'],
      [card.cardNumber, 'CONTRACT_NUMBER'],
      [card.masked, 'CONTRACT_NUMBER'],
      [card.cardNumber, 'CONTRACT_NUMBER/EXID'],
    ] as const) {
      const { status, json, text } = await provision(server, id, { card_identifier_type: type });
      expect(status).toBe(200);
      expect(json.card_identifier_id).toBe(card.exid);
      expect(text).not.toContain(card.cardNumber);
    }
    expect(server.logs.join('')).not.toContain(card.cardNumber);
  });

  it('has a card number in its texts masked everywhere, with a warning', async () => {
    const more = { requestor_name: `Pay ${card.cardNumber}`, reason_code: card.cardNumber };
    const { status, json, headers } = await provision(server, card.exid, more);
    expect(status).toBe(200);
    expect(headers['contract-warnings']).toBe('2');
    expect(json.requestor_name).toBe(`Pay ${card.masked}`);
    const rows = await server.db.sql(
      `select row_to_json(t)::text as row from tokens t union all select row_to_json(h)::text from token_history h
       union all select row_to_json(a)::text from audit_log a`,
    );
    const notifications = await notificationsOf(server, json.token_reference as string);
    expect(JSON.stringify([rows, notifications])).not.toContain(card.cardNumber);
    expect(JSON.stringify(rows)).toContain(`Pay ${card.masked}`);
  });
});

describe('a new token is refused', () => {
  it.each(['BLOCKED', 'LOST', 'STOLEN', 'CLOSED'])('for a card that is %s: 420', async (value) => {
    const otherCard = await issueCard(server);
    await setCardStatus(server, otherCard.exid, value);
    const { status, json } = await provision(server, otherCard.exid);
    expect(status).toBe(409);
    expect(json).toMatchObject({ error_code: '420', detail: `A ${value} card gets no tokens` });
  });

  it('for a card that has expired by the calendar of its bank: 420', async () => {
    const otherCard = await addCard(server, await issueAccount(server), { expiry: '2611' });
    server.clock.set('2026-11-30T19:59:59.999Z');
    expect((await provision(server, otherCard.exid)).status).toBe(200);
    server.clock.set('2026-11-30T20:00:00.000Z');
    const { status, json } = await provision(server, otherCard.exid);
    server.clock.set('2026-11-20T08:00:00.000Z');
    expect(status).toBe(409);
    expect(json).toMatchObject({ error_code: '420', detail: 'An expired card gets no tokens' });
  });

  it('for a missing card, 303, or an ambiguous one, 310', async () => {
    const missing = await provision(server, '9999999999999999990');
    expect([missing.status, missing.json.error_code]).toEqual([404, '303']);
    const account = await issueAccount(server);
    const [first, second] = sameMaskNumbers('400000', 2) as [string, string];
    const { masked } = await addCard(server, account, { number: first });
    await addCard(server, account, { number: second });
    const several = await provision(server, masked, { card_identifier_type: 'CONTRACT_NUMBER' });
    expect([several.status, several.json.error_code]).toEqual([409, '310']);
  });

  it('without a trace if the transaction fails at its end', async () => {
    const before = [await count('tokens'), await count('token_history'), await count(TEST_MESSAGES)];
    await server.db.sql('alter table audit_log add constraint refuse_all check (false) not valid');
    const { status } = await provision(server, card.exid);
    await server.db.sql('alter table audit_log drop constraint refuse_all');
    expect(status).toBe(500);
    expect([await count('tokens'), await count('token_history'), await count(TEST_MESSAGES)]).toEqual(before);
    expect((await provision(server, card.exid)).status).toBe(200);
    expect(await count(TEST_MESSAGES)).toBe(before[2]! + 1);
  });
});
