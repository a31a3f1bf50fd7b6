import { describe, expect, it } from 'vitest';
import { cardBody, issueAccount, issueCard, issueClient, luhnNumber } from '../../testing/cards/issued-cards.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { type EnvelopeOptions, fileServer, TEST_NOW } from '../../testing/test-server.ts';

describe('creating a card', () => {
  const server = fileServer();
  const account = fileResource(() => issueAccount(server));

  const create = (body: unknown, more: EnvelopeOptions = {}) => server.envelope('cards.create-card', body, more);
  const details = async (exid: string, as = 'demo-bank') => {
    const named = { card_identifier_id: exid, card_identifier_type: 'EXID' };
    return (await server.envelope('cards.enquire-card', named, { as })).body;
  };
  const counted = async () => {
    const [row] = await server.db.sql(
      `select (select count(*)::int from cards) as cards, (select count(*)::int from card_directory) as exids,
              (select count(*)::int from vault_card_numbers) as numbers`,
    );
    return row;
  };

  it("creates a number of the BIN, an EXID, the first sequence number and the product's expiry", async () => {
    const custom_fields = [{ key: 'CR-NOTE', value: 'بطاقة' }];
    const { http, header, body } = await create(cardBody(account, {}, { custom_fields }));
    expect(http.status).toBe(200);
    expect(header.msg_function).toBe('REP_CARD_CREATE');
    expect(body).toEqual({
      card_identifier_id: expect.stringMatching(/^\d{19}$/),
      card_identifier_type: 'EXID',
      card_number: expect.stringMatching(/^400000XXXXXX\d{4}$/),
      card_expiry_date: '3111',
      card_sequence_number: '001',
      custom_fields,
    });
  });

  it('uses the number and the expiry of the request, and never returns the number again', async () => {
    const number = luhnNumber('400000');
    const { http, body } = await create(cardBody(account, { card_number: number, card_expiry_date: '2907' }));
    expect(body).toMatchObject({ card_number: `400000XXXXXX${number.slice(-4)}`, card_expiry_date: '2907' });
    expect(http.text).not.toContain(number);
    expect(server.logs.join('')).not.toContain(number);
    const rows = await server.db.sql(
      `select answer as text from message_claims union all select a::text from audit_log a
       union all select c::text from cards c`,
    );
    expect(JSON.stringify(rows)).not.toContain(number);
  });

  it('creates EXIDs of 19 digits with a deliberately wrong check digit', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(cardBody(account))));
    const exids = answers.map(({ body }) => body.card_identifier_id as string);
    expect(new Set(exids).size).toBe(20);
    for (const exid of exids) {
      expect(exid).toMatch(/^[1-9]\d{18}$/);
      const sum = [...exid].reverse().reduce((total, digit, at) => {
        const weighted = Number(digit) * (at % 2 === 0 ? 1 : 2);
        return total + (weighted > 9 ? weighted - 9 : weighted);
      }, 0);
      expect(sum % 10, exid).not.toBe(0);
    }
  });

  it("follows the product: an eight-digit BIN, 19 digits, its own validity, the bank's calendar", async () => {
    const as = 'other-bank';
    const customerId = await issueClient(server, as);
    const product = { product_code: 'OTHER-LONG', currency: 'EUR' };
    const opened = await server.envelope(
      'accounts.create-account',
      {
        customer_id: customerId,
        card_type: 'PREPAID',
        account: { customer_id: customerId, branch_code: '1', ...product },
      },
      { as },
    );
    const body = cardBody(
      { customerId, accountNumber: opened.body.account_number },
      { bin_number: '42100001', ...product },
      { card_type: 'PREPAID' },
    );
    // 30 November, 23:30 in Berlin: the month is still November; an hour later it is December
    server.clock.set('2026-11-30T22:30:00.000Z');
    const november = await create(body, { as });
    server.clock.set('2026-11-30T23:30:00.000Z');
    const december = await create(body, { as });
    server.clock.set(TEST_NOW);
    expect(november.body).toMatchObject({ card_expiry_date: '2702' });
    expect(november.body.card_number).toMatch(/^421000X{9}\d{4}$/);
    expect(december.body).toMatchObject({ card_expiry_date: '2703' });
  });

  it("creates a supplementary card for another client on the owner's account", async () => {
    const holder = await issueClient(server);
    const { body } = await create(cardBody(account, { customer_id: holder, card_role: 'S', institution_id: '00042' }));
    expect(await details(body.card_identifier_id)).toMatchObject({
      customer_id: holder,
      account_number: account.accountNumber,
      card_role: 'S',
      institution_id: '00042',
    });
  });

  it.each([
    [{ account_number: '001000000001' }, {}, 'card.account_number', 'must be body.account_number'],
    [{ product_code: 'NONE' }, {}, 'card.product_code', 'is not a product of this bank'],
    [{ product_code: 'OTHER-DEBIT' }, {}, 'card.product_code', 'is not a product of this bank'],
    [{ product_code: 'CREDIT-GOLD' }, {}, 'card.product_code', "must be the account's product"],
    [{}, { card_type: 'CREDIT' }, 'card_type', "must be the product's: DEBIT"],
    [{ bin_number: '510000' }, {}, 'card.bin_number', "must be the product's: 400000"],
    [{ currency: 'USD' }, {}, 'card.currency', "must be the account's: AED"],
    [{ card_expiry_date: '2610' }, {}, 'card.card_expiry_date', 'must not lie in the past'],
    [{ card_number: '5100001234567893' }, {}, 'card.card_number', 'must begin with bin_number'],
  ])('refuses fields that contradict each other: %j %j', async (card, more, path, message) => {
    const before = await counted();
    const { http, body } = await create(cardBody(account, card, more));
    expect(http.status).toBe(400);
    expect(body.errors).toEqual([{ path: `body.${path}`, code: '106', message }]);
    expect(await counted()).toEqual(before);
  });

  it('refuses a primary card for anyone other than the owner', async () => {
    const { body } = await create(cardBody(account, { customer_id: await issueClient(server) }));
    expect(body.errors).toEqual([
      { path: 'body.card.customer_id', code: '106', message: 'must be body.customer_id for a primary card' },
    ]);
  });

  it.each([
    [{ card_number: '4000001234567898' }, '105', 'card_number', 'must end with its Luhn check digit'],
    [{ card_number: '400000123456' }, '104', 'card_number', 'must be at least 13 characters'],
    [{ card_number: '40000012345678901234' }, '104', 'card_number', 'must be at most 19 characters'],
    [{ card_number: '400000XXXXXX7899' }, '105', 'card_number', 'must be digits only'],
    [{ card_expiry_date: '2613' }, '105', 'card_expiry_date', 'must be YYMM'],
    [{ bin_number: '40000' }, '104', 'bin_number', 'must be at least 6 characters'],
    [{ card_role: 'X' }, '106', 'card_role', 'must be P or S'],
    [{ card_virtual_indicator: 'X' }, '106', 'card_virtual_indicator', 'must be V or P'],
  ])('refuses an invalid field: %j', async (card, code, path, message) => {
    const { http, body } = await create(cardBody(account, card));
    expect(http.status).toBe(400);
    expect(body.errors).toEqual([{ path: `body.card.${path}`, code, message }]);
  });

  it('accepts a card that expires at the end of this month', async () => {
    expect((await create(cardBody(account, { card_expiry_date: '2611' }))).exception.error_code).toBe('000');
  });

  it('refuses with 403 a number that the bank already has, and stores nothing', async () => {
    const { cardNumber } = await issueCard(server);
    const before = await counted();
    const { http, exception } = await create(cardBody(account, { card_number: cardNumber }));
    expect(http.status).toBe(409);
    expect(exception).toMatchObject({ error_code: '403', error_description: 'Card already exists' });
    expect(await counted()).toEqual(before);
  });

  it('creates one card if twenty concurrent requests have the same number', async () => {
    const card_number = luhnNumber('400000');
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(cardBody(account, { card_number }))));
    const codes = answers.map(({ exception }) => exception.error_code).sort();
    expect(codes).toEqual(['000', ...Array(19).fill('403')]);
  });

  it('gives the same answer for an account of another client as for a missing one', async () => {
    const sibling = await issueAccount(server);
    const header = { msg_id: 'SAME-ID' };
    const createIn = (accountNumber: string) =>
      create(cardBody({ customerId: account.customerId, accountNumber }), { header });
    const noAccount = await createIn('001999999999');
    expect(noAccount.exception).toMatchObject({ error_code: '302', error_description: 'Account not found' });
    expect((await createIn(sibling.accountNumber)).http.text).toBe(noAccount.http.text);
  });
});
