import { describe, expect, it } from 'vitest';
import { addCard, issueAccount, issueCard, sameMaskNumbers } from '../../testing/cards/issued-cards.ts';
import { fileResource } from '../../testing/file-resources.ts';
import {
  COUNTRIES,
  EVERY_RESTRICTION,
  restrictionsOn,
  type SentRestriction,
} from '../../testing/requests/restriction-requests.ts';
import { fileServer, TEST_NOW } from '../../testing/test-server.ts';

const server = fileServer();
const account = fileResource(() => issueAccount(server));
const card = fileResource(() => addCard(server, account));

const { named, set, enquire, stored } = restrictionsOn(() => server);

describe('the answer to a restriction order', () => {
  it.each(EVERY_RESTRICTION)('has a header and exception_details, and no body, on success: %s', async (type) => {
    const order = { restriction_type: type, ...(type === COUNTRIES && { allowed_values: 'DE' }) };
    const { http, header } = await set(card.exid, order, {
      header: { msg_id: `EVERY${EVERY_RESTRICTION.indexOf(type)}` },
    });
    expect(http.status).toBe(200);
    expect(http.json).toEqual({
      GwSrvResponse: {
        response_get_restriction_usage_details: {
          header: {
            msg_id: `EVERY${EVERY_RESTRICTION.indexOf(type)}`,
            msg_type: 'TRANSACTION',
            msg_function: 'REP_ENABLE_DISABLE_RESTRICTION',
            src_application: 'TEST',
            target_application: 'CARDWRIGHT',
            timestamp: '20/11/2026 12:00:00',
            tracking_id: 'TRACK-1',
            bank_id: 'DEMO',
          },
          exception_details: {
            application_name: 'CARDWRIGHT',
            date_time: '20/11/2026 12:00:00',
            status: 'S',
            error_code: '000',
            error_description: 'Success',
            transaction_ref_id: 'TRACK-1',
          },
        },
      },
    });
    expect(header.msg_function).toBe('REP_ENABLE_DISABLE_RESTRICTION');
    const { restrictions } = await enquire(card.exid);
    expect(restrictions.map((entry: SentRestriction) => entry.restriction_type)).toContain(type);
  });

  it('has a body with the findings on failure', async () => {
    const { http, exception, body } = await set(card.exid, { restriction_type: 'CHEQUE' });
    expect(http.status).toBe(400);
    expect(exception).toMatchObject({ status: 'F', error_code: '106' });
    expect(body.errors).toEqual([
      { path: 'body.restriction.restriction_type', code: '106', message: expect.stringContaining('MOTO') },
    ]);
  });

  it('differs from the answer of the enquiry, which has the same key, also through /services', async () => {
    const { exid } = await addCard(server, account);
    const path = '/V2/services';
    const done = await set(exid, { restriction_type: 'ATM' }, { path });
    expect(done.header.msg_function).toBe('REP_ENABLE_DISABLE_RESTRICTION');
    expect(done.body).toBeUndefined();
    const answer = await server.envelope('restrictions.enquire-restrictions', named(exid), { path });
    expect(answer.header.msg_function).toBe('REP_GET_RESTRICTION_USAGE_DETAILS');
    expect(answer.body.restrictions).toEqual([{ restriction_type: 'ATM', isAllowed: false }]);
  });

  it.each([' REQ_ENABLE_DISABLE_RESTRICTION', 'REQ_ENABLE_DISABLE _RESTRICTION ', 'REQ_ENABLE_DISABLE_ RESTRICTION'])(
    'is a success with a warning for msg_function %j',
    async (msg_function) => {
      const { http, exception } = await set(card.exid, { restriction_type: 'NFC' }, { header: { msg_function } });
      expect(exception.error_code).toBe('000');
      expect(http.headers['contract-warnings']).toBe('1');
    },
  );

  it('is 107 for the msg_function of the enquiry', async () => {
    const header = { msg_function: 'REQ_GET_RESTRICTION_USAGE_DETAILS' };
    expect((await set(card.exid, { restriction_type: 'NFC' }, { header })).exception.error_code).toBe('107');
  });
});

describe('the effect of a restriction order', () => {
  it('is a stored entry, a step in the histories of card and account, and an audit row', async () => {
    const { exid, accountNumber } = await issueCard(server);
    const order = { isAllowed: false, restriction_type: COUNTRIES, end_date: '2026-12-31', allowed_values: 'DEU, 250' };
    await set(exid, { ...order, cvv: '123' });
    const entry = {
      type: COUNTRIES,
      isAllowed: false,
      // midnight in Dubai
      endsAtMs: Date.parse('2026-12-31T20:00:00.000Z'),
      countries: ['DE', 'FR'],
    };
    expect(await stored(exid)).toEqual({ restrictions: JSON.stringify([entry]), restrictions_version: 1 });
    const [ids] = await server.db.sql<{ card_id: bigint; account_id: bigint }>(
      'select card_id, account_id from cards where exid = $1',
      [exid],
    );
    expect(
      await server.db.sql(
        `select bank_id, account_id, version, restriction_type, is_allowed, end_date::text, allowed_values, actor, changed_at
           from card_restrictions where card_id = $1`,
        [ids!.card_id],
      ),
    ).toEqual([
      {
        bank_id: 'DEMO',
        account_id: ids!.account_id,
        version: 1,
        restriction_type: COUNTRIES,
        is_allowed: false,
        end_date: '2026-12-31',
        allowed_values: 'DEU, 250',
        actor: 'demo-bank',
        changed_at: new Date(TEST_NOW),
      },
    ]);
    const changes = await server.db.sql<{ kind: string; change: string }>(
      `select kind, change from account_changes join accounts using (account_id, bank_id)
        where account_number = $1 order by account_changes.sequence`,
      [accountNumber],
    );
    expect(changes.map(({ kind }) => kind)).toEqual(['OPENED', 'CARD_ADDED', 'RESTRICTION']);
    expect(JSON.parse(changes[2]!.change)).toEqual({
      cardId: String(ids!.card_id),
      restriction: entry,
      by: 'demo-bank',
    });
    expect(
      await server.db.sql(
        `select actor, outcome, details from audit_log
          where subject = $1 and operation = 'restrictions.set-restriction'`,
        [`card:${exid}`],
      ),
    ).toEqual([
      {
        actor: 'demo-bank',
        outcome: 'restriction set',
        details: { type: COUNTRIES, isAllowed: false, endDate: '2026-12-31', allowedValues: 'DEU, 250' },
      },
    ]);
  });

  it('is limited to entries that can be in force again, while the history has every change', async () => {
    const { exid } = await addCard(server, account);
    for (const end_date of ['2026-11-25', '2026-11-22', '2026-11-23', undefined, '2026-11-21']) {
      await set(exid, { restriction_type: 'ATM', ...(end_date !== undefined && { end_date }) });
    }
    expect(await stored(exid)).toEqual({
      restrictions: JSON.stringify([
        { type: 'ATM', isAllowed: false, endsAtMs: Date.parse('2026-11-21T20:00:00.000Z') },
        { type: 'ATM', isAllowed: false },
      ]),
      restrictions_version: 5,
    });
    const { history } = await enquire(exid);
    expect(history.map((change: SentRestriction) => change.end_date)).toEqual([
      '2026-11-21',
      undefined,
      '2026-11-23',
      '2026-11-22',
      '2026-11-25',
    ]);
  });

  it('includes all of 20 concurrent orders, each with its own version', async () => {
    const { exid } = await addCard(server, account);
    // each type occurs twice, so that the later one decides
    const orders = [...EVERY_RESTRICTION, ...EVERY_RESTRICTION].map((restriction_type, index) => ({
      restriction_type,
      isAllowed: index >= 10,
      ...(restriction_type === COUNTRIES && { allowed_values: 'DE' }),
    }));
    const answers = await Promise.all(orders.map((order) => set(exid, order)));
    expect(answers.map(({ exception }) => exception.error_code)).toEqual(Array(20).fill('000'));
    const rows = await server.db.sql<{ version: number; restriction_type: string; is_allowed: boolean }>(
      `select version, restriction_type, is_allowed from card_restrictions r join cards using (account_id, card_id)
        where exid = $1 order by version`,
      [exid],
    );
    expect(rows.map(({ version }) => version)).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
    const orderTexts = orders.map((order) => `${order.restriction_type} ${order.isAllowed}`).sort();
    expect(rows.map((row) => `${row.restriction_type} ${row.is_allowed}`).sort()).toEqual(orderTexts);
    const last = new Map(rows.map((row) => [row.restriction_type, row.is_allowed]));
    const { restrictions: entries, restrictions_version: version } = (await stored(exid))!;
    const entryTexts = (JSON.parse(entries as string) as { type: string; isAllowed: boolean }[]).map(
      ({ type, isAllowed }) => [type, isAllowed] as const,
    );
    expect(version).toBe(20);
    expect(entryTexts).toHaveLength(10);
    expect(new Map(entryTexts)).toEqual(last);
  });

  it('is refused with 420 beyond 100 pending entries, which an order without an end date replaces', async () => {
    const { exid } = await addCard(server, account);
    const waiting = Array.from({ length: 100 }, (_, index) => ({
      type: 'ATM',
      isAllowed: false,
      endsAtMs: Date.parse('2100-01-01T00:00:00Z') + index,
    }));
    await server.db.sql('update cards set restrictions = $2 where exid = $1', [exid, JSON.stringify(waiting)]);
    const { http, exception } = await set(exid, { restriction_type: 'ATM', end_date: '2026-11-20' });
    expect(http.status).toBe(409);
    expect(exception).toMatchObject({
      error_code: '420',
      error_description: 'The card has too many entries; one without end_date replaces those of its type',
    });
    expect((await stored(exid))!.restrictions_version).toBe(0);
    expect((await set(exid, { restriction_type: 'ATM' })).exception.error_code).toBe('000');
    expect((await set(exid, { restriction_type: 'ATM', end_date: '2026-11-20' })).exception.error_code).toBe('000');
    expect(JSON.parse((await stored(exid))!.restrictions as string)).toHaveLength(2);
  });
});

describe('the card of a restriction order', () => {
  it('can be named by EXID, full number or masked number', async () => {
    const { exid, cardNumber, masked } = await addCard(server, account);
    const ways: [string, string][] = [
      [exid, 'EXID'],
      [cardNumber, 'CONTRACT_NUMBER'],
      [masked, 'CONTRACT_NUMBER'],
      [masked.replaceAll('X', '*'), 'CONTRACT_NUMBER'],
      [cardNumber, 'CONTRACT_NUMBER/EXID'],
      [exid, 'CONTRACT_NUMBER / EXID'],
    ];
    for (const [id, type] of ways) {
      const { http, exception } = await set(id, { restriction_type: 'ATM' }, { type });
      expect([type, exception.error_code]).toEqual([type, '000']);
      expect(http.text).not.toContain(cardNumber);
    }
    expect((await stored(exid))!.restrictions_version).toBe(6);
    expect(server.logs.join('')).not.toContain(cardNumber);
  });

  it('must be unambiguous: a masked number of two cards returns 310 and changes neither', async () => {
    const [first, second] = sameMaskNumbers('400000', 2) as [string, string];
    const cards = [
      await addCard(server, account, { number: first }),
      await addCard(server, account, { number: second }),
    ];
    const { http, exception } = await set(cards[0]!.masked, { restriction_type: 'ATM' }, { type: 'CONTRACT_NUMBER' });
    expect(http.status).toBe(409);
    expect(exception).toMatchObject({ error_code: '310', error_description: 'Identifier matches more than one card' });
    for (const { exid } of cards) expect((await stored(exid))!.restrictions_version).toBe(0);
  });

  it.each([
    ['BLOCKED', '000'],
    ['LOST', '420'],
    ['STOLEN', '420'],
    ['CLOSED', '420'],
  ])('with the status %s returns %s', async (value, code) => {
    const { exid } = await addCard(server, account);
    await set(exid, { restriction_type: 'ECOM' });
    const status = { type: 'card_status', value };
    await server.envelope('cards.change-status', { ...named(exid), status });
    const { exception } = await set(exid, { restriction_type: 'ATM' });
    expect(exception.error_code).toBe(code);
    if (code === '420') expect(exception.error_description).toBe(`A ${value} card takes no restriction`);
    expect((await stored(exid))!.restrictions_version).toBe(code === '000' ? 2 : 1);
  });

  it('accepts no order after it is LOST, even in concurrent requests', async () => {
    for (let times = 0; times < 5; times++) {
      const { exid } = await addCard(server, account);
      const lost = { ...named(exid), status: { type: 'card_status', value: 'LOST' } };
      const answers = await Promise.all([
        ...Array.from({ length: 5 }, () => set(exid, { restriction_type: 'ATM' })),
        server.envelope('cards.change-status', lost),
        ...Array.from({ length: 5 }, () => set(exid, { restriction_type: 'ATM' })),
      ]);
      const codes = answers.map(({ exception }) => exception.error_code);
      expect((await set(exid, { restriction_type: 'ATM' })).exception.error_code).toBe('420');
      const { restrictions_version: version } = (await stored(exid))!;
      expect(codes.filter((code) => code === '000')).toHaveLength((version as number) + 1);
      const order = await server.db.sql<{ kind: string }>(
        `select kind from account_changes where change::json ->> 'cardId' = (select card_id::text from cards where exid = $1)
          order by sequence`,
        [exid],
      );
      expect(order.map(({ kind }) => kind)).toEqual([
        'CARD_ADDED',
        ...Array(version).fill('RESTRICTION'),
        'CARD_STATUS',
      ]);
    }
  });
});
