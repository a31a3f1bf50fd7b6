import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addCard,
  authorize,
  ecommerceMessage,
  type IssuedCard,
  issueAccount,
  issueCard,
} from '../testing/issued-cards.ts';
import { type EnvelopeOptions, nextMsgId, TEST_NOW, type TestServer, testServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server?.close());

type Sent = Record<string, unknown>;

const send = (body: Sent, more: EnvelopeOptions = {}) => server.envelope('card-settings.update-settings', body, more);
const update = (card: IssuedCard, cardSettings: Sent, more: EnvelopeOptions = {}) =>
  send({ accountNumber: card.cardNumber, cardSettings }, more);
const get = (card: IssuedCard, more: EnvelopeOptions = {}) =>
  server.envelope('card-settings.get-settings', { accountNumber: card.cardNumber }, more);

/** The update succeeds; what it answers. */
async function set(card: IssuedCard, cardSettings: Sent, more: EnvelopeOptions = {}): Promise<Record<string, string>> {
  const { exception, body } = await update(card, cardSettings, more);
  expect([exception.error_code, body.errors]).toEqual(['000', undefined]);
  return body.cardSettings;
}

/** The update is refused with these findings, `code field`, and changes nothing. */
async function expectRefused(card: IssuedCard, cardSettings: Sent, expected: string[], more: EnvelopeOptions = {}) {
  const before = (await get(card, more)).body;
  const { http, exception, body } = await update(card, cardSettings, more);
  const told = (body.errors ?? []).map(({ path, code }: Record<string, string>) => `${code} ${path}`);
  expect(told).toEqual(expected.map((finding) => finding.replace(' ', ' body.cardSettings.')));
  expect([http.status, exception.error_code]).toEqual([400, expected[0]!.slice(0, 3)]);
  expect((await get(card, more)).body).toEqual(before);
}

async function stored(card: IssuedCard) {
  const rows = await server.db.sql<{ version: number; settings: string; changed_at: Date }>(
    `select s.version, s.settings, s.changed_at from account_settings s join accounts a using (account_id)
      where a.account_number = $1`,
    [card.accountNumber],
  );
  return rows[0] === undefined ? undefined : { ...rows[0], settings: JSON.parse(rows[0].settings) };
}

const TOMORROW = '2026-11-21T12:00:00.000+04:00';
const SOON = '2026-11-20T12:00:01.000+04:00';
const other: EnvelopeOptions = { as: 'other-bank' };

describe('an update', () => {
  it('changes the fields that it was sent, and no other', async () => {
    const card = await issueCard(server);
    await set(card, { ecomStatus: 'OFF', dailyLimit: '100', cardPresentAllowBelow: 'true' });
    await set(card, { motoStatus: 'ON', dailyLimit: '200' });
    const shown = await set(card, { monthlyLimit: '3000', cardPresentAllowBelow: '' });
    expect(shown).toMatchObject({
      ecomStatus: 'OFF',
      motoStatus: 'ON',
      dailyLimit: '200.00',
      monthlyLimit: '3000.00',
      cardPresentAllowBelow: '',
    });
  });

  it('belongs to the account: all its cards show it, those of others do not', async () => {
    const account = await issueAccount(server);
    const [one, two] = [await addCard(server, account), await addCard(server, account)];
    await set(one, { masterStatus: 'OFF' });
    expect((await get(two)).body.cardSettings.masterStatus).toBe('OFF');
    expect((await get(await issueCard(server))).body.cardSettings).not.toHaveProperty('masterStatus');
  });

  it('is stored in one form: limits with the decimals of the currency, instants in UTC, the rest as sent', async () => {
    const card = await issueCard(server);
    await set(card, {
      dailyLimit: '007.5',
      limit1: '0',
      ecomOnUntil: TOMORROW,
      cardPresentAllowSpecificForeignCountries: 'DE, 840',
      cashStatus: '0999',
      function1Status: 'ON_FOR_ONE',
    });
    expect(await stored(card)).toEqual({
      version: 1,
      changed_at: new Date(TEST_NOW),
      settings: {
        dailyLimit: '7.50',
        limit1: '0.00',
        ecomStatus: 'ON_UNTIL',
        ecomOnUntil: '2026-11-21T08:00:00.000Z',
        cardPresentAllowSpecificForeignCountries: 'DE, 840',
        cashStatus: '0999',
        function1Status: 'ON_FOR_ONE',
      },
    });
  });

  it('that changes nothing succeeds and writes nothing; a change is a version, an entry in the history, and audited', async () => {
    const card = await issueCard(server);
    await set(card, {});
    expect(await stored(card)).toBeUndefined();
    await set(card, { dailyLimit: '100', masterOnUntil: TOMORROW });
    await set(card, { dailyLimit: '100.00', masterOnUntil: '2026-11-21T08:00:00.000+00:00', limit1: '' });
    expect((await stored(card))!.version).toBe(1);
    await set(card, { masterStatus: 'OFF', dailyLimit: '' });
    await set(card, { masterStatus: 'OFF' });
    expect(await stored(card)).toMatchObject({ version: 2, settings: { masterStatus: 'OFF' } });
    const history = await server.db.sql<{ change: string }>(
      `select change from account_changes c join accounts a using (account_id)
        where a.account_number = $1 and kind = 'SETTINGS' order by c.sequence`,
      [card.accountNumber],
    );
    expect(history.map(({ change }) => JSON.parse(change))).toEqual([
      { patch: { dailyLimit: '100.00', masterStatus: 'ON_UNTIL', masterOnUntil: '2026-11-21T08:00:00.000Z' } },
      { patch: { dailyLimit: '', masterStatus: 'OFF', masterOnUntil: '' } },
    ]);
    const audited = await server.db.sql(
      `select actor, outcome, details from audit_log where subject = $1
        and operation = 'card-settings.update-settings' order by audit_id`,
      [`account:${card.accountNumber}`],
    );
    expect(audited).toEqual([
      { actor: 'demo-bank', outcome: 'settings confirmed', details: { fields: [] } },
      {
        actor: 'demo-bank',
        outcome: 'settings changed',
        details: { fields: ['dailyLimit', 'masterStatus', 'masterOnUntil'] },
      },
      { actor: 'demo-bank', outcome: 'settings confirmed', details: { fields: [] } },
      {
        actor: 'demo-bank',
        outcome: 'settings changed',
        details: { fields: ['dailyLimit', 'masterStatus', 'masterOnUntil'] },
      },
      { actor: 'demo-bank', outcome: 'settings confirmed', details: { fields: [] } },
    ]);
  });

  it('with one bad field changes nothing, and tells everything that is wrong at once', async () => {
    const card = await issueCard(server);
    await set(card, { cardPresentAllowForeignEnd: '2026-12-01T00:00:00.000+04:00', dailyLimit: '100' });
    await expectRefused(card, { dailyLimit: '200', ecomStatus: 'MAYBE' }, ['106 ecomStatus']);
    await expectRefused(
      card,
      {
        // of the schema
        ecomStatus: 'MAYBE',
        cardPresentAllowAnyForeign: 'yes',
        monthlyLimit: '-5',
        // of the currency, the clock, the list of countries, the half of a range that is stored, and of each other
        dailyLimit: '1.001',
        masterOnUntil: '2026-11-20T11:59:59.999+04:00',
        cardPresentAllowSpecificForeignCountries: 'DE,XX',
        cardPresentAllowForeignStart: '2026-12-01T00:00:00.000+04:00',
        motoStatus: 'ON_UNTIL',
        limit1: '5.00',
      },
      [
        '105 monthlyLimit',
        '106 cardPresentAllowAnyForeign',
        '106 ecomStatus',
        '105 dailyLimit',
        '106 cardPresentAllowSpecificForeignCountries',
        '106 masterOnUntil',
        '103 motoOnUntil',
        '106 cardPresentAllowForeignStart',
      ],
    );
  });

  it('tells what it can where the account number is broken, and only that where the card is unknown', async () => {
    const bad = { dailyLimit: '1.001', masterOnUntil: '2026-11-20T00:00:00.000+04:00' };
    const broken = await send({ accountNumber: '4000', cardSettings: bad });
    expect(broken.body.errors.map(({ path }: { path: string }) => path)).toEqual([
      'body.accountNumber',
      'body.cardSettings.masterOnUntil',
    ]);
    const unknown = await send({ accountNumber: '4000009999999990', cardSettings: bad });
    expect(unknown.exception.error_code).toBe('303');
  });

  it('needs cardSettings, an object', async () => {
    const card = await issueCard(server);
    for (const [cardSettings, code] of [
      [undefined, '103'],
      [null, '105'],
      [[], '105'],
      ['OFF', '105'],
    ] as const) {
      const { body } = await send({ accountNumber: card.cardNumber, cardSettings });
      expect(body.errors).toEqual([{ path: 'body.cardSettings', code, message: expect.any(String) }]);
    }
  });

  it('does not take members of every object for settings that were sent', async () => {
    const card = await issueCard(server);
    const cardSettings = JSON.parse('{"__proto__":{"masterStatus":"OFF"},"constructor":"x","toString":"y"}');
    const { body, http } = await update(card, cardSettings);
    expect(http.headers['contract-warnings']).toBe('3');
    expect(body.cardSettings).not.toHaveProperty('masterStatus');
    expect(await stored(card)).toBeUndefined();
  });
});

describe('limits', () => {
  it.each([
    ['AED', '1500.50', '1500.50'],
    ['AED', '1500', '1500.00'],
    ['AED', '1500.5000', '1500.50'],
    ['AED', '999999999999999.99', '999999999999999.99'],
    ['JPY', '1500', '1500'],
    ['JPY', '1500.00', '1500'],
    ['KWD', '1.5', '1.500'],
    ['KWD', '1.555', '1.555'],
    ['UYW', '922337203685477.5807', '922337203685477.5807'],
  ])('of an account in %s: %s is shown as %s', async (currency, sent, shown) => {
    const card = await issueCard(server, { currency, available: '1000' });
    expect((await set(card, { cashTransactionLimit: sent })).cashTransactionLimit).toBe(shown);
    const counters = { AED: '0.00', JPY: '0', KWD: '0.000', UYW: '0.0000' }[currency];
    expect((await get(card)).body.cardSettings.dailyCounter).toBe(counters);
  });

  it.each([
    ['AED', '1500.505'],
    ['AED', '-1'],
    ['AED', '1e3'],
    ['AED', '1,500.00'],
    ['AED', ' 1'],
    ['AED', '1234567890123456'],
    ['JPY', '1500.5'],
    ['KWD', '1.5555'],
    ['UYW', '922337203685477.5808'],
  ])('of an account in %s: %s is refused, never rounded', async (currency, sent) => {
    const card = await issueCard(server, { currency, available: '1000' });
    await expectRefused(card, { limit2: sent }, ['105 limit2']);
  });

  it('longer than 20 characters are 104, and numbers instead of texts 105', async () => {
    const card = await issueCard(server);
    await expectRefused(card, { limit2: '1'.repeat(21), limit3: 1500 }, ['104 limit2', '105 limit3']);
  });
});

describe('ON_UNTIL', () => {
  it('comes with its time, and ends with it to the millisecond', async () => {
    const card = await issueCard(server);
    const shown = await set(card, { ecomStatus: 'ON_UNTIL', ecomOnUntil: TOMORROW });
    expect(shown).toMatchObject({ ecomStatus: 'ON_UNTIL', ecomOnUntil: TOMORROW });
    const status = async () => (await get(card)).body.cardSettings;
    try {
      server.clock.set('2026-11-21T07:59:59.999Z');
      expect(await status()).toMatchObject({ ecomStatus: 'ON_UNTIL', ecomOnUntil: TOMORROW });
      server.clock.set('2026-11-21T08:00:00.000Z');
      expect(await status()).toMatchObject({ ecomStatus: 'OFF', ecomOnUntil: TOMORROW });
      // the time that is stored is over, so it cannot be taken up again
      await expectRefused(card, { ecomStatus: 'ON_UNTIL' }, ['103 ecomOnUntil']);
    } finally {
      server.clock.set(TEST_NOW);
    }
  });

  it('without a time is 103 on the time; a stored one that is still to come is enough', async () => {
    const card = await issueCard(server);
    await expectRefused(card, { motoStatus: 'ON_UNTIL' }, ['103 motoOnUntil']);
    await set(card, { motoOnUntil: TOMORROW });
    expect(await set(card, { motoStatus: 'ON_UNTIL' })).toMatchObject({
      motoStatus: 'ON_UNTIL',
      motoOnUntil: TOMORROW,
    });
  });

  it('a status that is sent without a time ends the time that was set before', async () => {
    const card = await issueCard(server);
    await set(card, { ecomStatus: 'ON_UNTIL', ecomOnUntil: TOMORROW, motoOnUntil: TOMORROW });
    const shown = await set(card, { ecomStatus: 'ON' });
    expect(shown).toMatchObject({ ecomStatus: 'ON', motoStatus: 'ON_UNTIL', motoOnUntil: TOMORROW });
    expect(shown).not.toHaveProperty('ecomOnUntil');
  });

  it('a status with a time is on until then: OFF and ON show ON_UNTIL, ON_FOR_ONE itself', async () => {
    const card = await issueCard(server);
    const shown = await set(card, {
      ...{ ecomStatus: 'OFF', motoStatus: 'ON', recurringStatus: 'ON_FOR_ONE' },
      ...{ ecomOnUntil: TOMORROW, motoOnUntil: TOMORROW, recurringOnUntil: TOMORROW },
    });
    expect(shown).toMatchObject({ ecomStatus: 'ON_UNTIL', motoStatus: 'ON_UNTIL', recurringStatus: 'ON_FOR_ONE' });
    // what is shown is what is stored: no other status waits behind the time
    await expectRefused(card, { ecomOnUntil: '', motoOnUntil: '' }, ['106 ecomOnUntil', '106 motoOnUntil']);
    expect(await set(card, { recurringOnUntil: '' })).toMatchObject({ recurringStatus: 'ON_FOR_ONE' });
  });

  it.each([
    ['a time alone', { ecomOnUntil: SOON }],
    ['ON_UNTIL', { ecomStatus: 'ON_UNTIL', ecomOnUntil: SOON }],
    ['ON', { ecomStatus: 'ON', ecomOnUntil: SOON }],
    ['OFF', { ecomStatus: 'OFF', ecomOnUntil: SOON }],
    ['ON_FOR_ONE', { ecomStatus: 'ON_FOR_ONE', ecomOnUntil: SOON }],
  ])('set as %s is OFF when its time is over, and stays so when that is cleared', async (_what, sent) => {
    const card = await issueCard(server);
    await set(card, sent);
    try {
      server.clock.set('2026-11-20T08:00:01.000Z');
      const before = (await get(card)).body;
      expect(before.cardSettings).toMatchObject({ ecomStatus: 'OFF', ecomOnUntil: SOON });
      const cleared = await set(card, { ecomOnUntil: '' });
      expect(cleared.ecomStatus).toBe('OFF');
      expect(cleared).not.toHaveProperty('ecomOnUntil');
      expect((await stored(card))!.settings).toEqual({ ecomStatus: 'OFF' });
      expect((await authorize(server, ecommerceMessage(card))).json.Additional_Response_Data).toBe('ECOM_OFF');
    } finally {
      server.clock.set(TEST_NOW);
    }
  });

  it('stored by an older version with another status behind its time means what is shown', async () => {
    const card = await issueCard(server);
    await set(card, { ecomStatus: 'ON_UNTIL', ecomOnUntil: TOMORROW, motoStatus: 'ON_UNTIL', motoOnUntil: TOMORROW });
    await server.db.sql(
      `update account_settings set version = version + 1,
         settings = (settings::jsonb - 'motoStatus' || '{"ecomStatus":"OFF"}')::text
        where account_id = (select account_id from accounts where account_number = $1)`,
      [card.accountNumber],
    );
    expect((await get(card)).body.cardSettings).toMatchObject({ ecomStatus: 'ON_UNTIL', motoStatus: 'ON_UNTIL' });
    await expectRefused(card, { ecomOnUntil: '', motoOnUntil: '' }, ['106 ecomOnUntil', '106 motoOnUntil']);
    try {
      server.clock.set('2026-11-21T08:00:00.000Z');
      const cleared = await set(card, { ecomOnUntil: '', motoOnUntil: '' });
      expect(cleared).toMatchObject({ ecomStatus: 'OFF', motoStatus: 'OFF' });
    } finally {
      server.clock.set(TEST_NOW);
    }
  });

  it('whose time is over passes when it is repeated, however it is written, and with it all that is sent beside it', async () => {
    const card = await issueCard(server);
    await set(card, { ecomOnUntil: SOON, motoStatus: 'ON_UNTIL', motoOnUntil: SOON, recurringOnUntil: SOON });
    try {
      server.clock.set('2026-11-20T08:00:01.000Z');
      const { cardSettings } = (await get(card)).body;
      const changed = await set(card, { ...cardSettings, motoOnUntil: '2026-11-20T08:00:01Z', dailyLimit: '7.00' });
      expect(changed).toEqual({ ...cardSettings, cashStatus: '', dailyLimit: '7.00' });
      // what was read while it was to come says nothing else by now
      expect(await set(card, { motoStatus: 'ON_UNTIL', motoOnUntil: SOON })).toEqual(changed);
      // a status is a status: the time that is over goes
      const on = await set(card, { recurringStatus: 'ON', recurringOnUntil: SOON });
      expect(on.recurringStatus).toBe('ON');
      expect(on).not.toHaveProperty('recurringOnUntil');
      await expectRefused(card, { ecomOnUntil: '2026-11-20T12:00:00.999+04:00' }, ['106 ecomOnUntil']);
      await expectRefused(card, { recurringOnUntil: SOON }, ['106 recurringOnUntil']);
    } finally {
      server.clock.set(TEST_NOW);
    }
  });

  it('does not lose its time: clearing it is 106, unless the status changes with it', async () => {
    const card = await issueCard(server);
    await set(card, { ecomStatus: 'ON_UNTIL', ecomOnUntil: TOMORROW });
    await expectRefused(card, { ecomOnUntil: '' }, ['106 ecomOnUntil']);
    await expectRefused(card, { ecomStatus: 'ON_UNTIL', ecomOnUntil: '' }, ['106 ecomOnUntil']);
    const shown = await set(card, { ecomStatus: 'OFF', ecomOnUntil: '' });
    expect(shown.ecomStatus).toBe('OFF');
    expect(shown).not.toHaveProperty('ecomOnUntil');
  });

  it.each([
    ['now', '2026-11-20T12:00:00.000+04:00'],
    ['a millisecond ago', '2026-11-20T11:59:59.999+04:00'],
    ['long ago', '1999-01-01T00:00:00.000+00:00'],
  ])('until %s is refused', async (_when, time) => {
    const card = await issueCard(server);
    await expectRefused(card, { purchaseOnUntil: time }, ['106 purchaseOnUntil']);
    await expectRefused(card, { masterStatus: 'ON_UNTIL', masterOnUntil: time }, ['106 masterOnUntil']);
  });

  it('until the next millisecond is not', async () => {
    const card = await issueCard(server);
    expect((await set(card, { purchaseOnUntil: '2026-11-20T12:00:00.001+04:00' })).purchaseStatus).toBe('ON_UNTIL');
  });
});

describe('times', () => {
  it('beyond the year 9999 of the bank are refused, as the answer could not show them', async () => {
    const card = await issueCard(server);
    const last = '9999-12-31T23:59:59.999+04:00';
    expect(await set(card, { ecomOnUntil: last })).toMatchObject({ ecomOnUntil: last });
    await expectRefused(card, { ecomOnUntil: '9999-12-31T23:59:59.999+00:00' }, ['106 ecomOnUntil']);
    await expectRefused(card, { cardPresentAllowForeignStart: '1999-12-31T00:00:00.000+00:00' }, [
      '106 cardPresentAllowForeignStart',
    ]);
  });

  it.each([
    '2026-12-24',
    '2026-12-24T23:59+04:00',
    '2026-12-24T23:59:00.0Z',
    '2026-12-24T23:59:00.000',
    '2026-12-24T23:59:00.000 +04:00',
    '2026-12-24T23:59:00.000+14:15',
    '2026-12-24T23:59:00.000-12:15',
    '2026-12-24T23:59:00.000+04:07',
    '2026-12-24T23:59:00+23:00',
    '2026-12-24 23:59:00.000+04:00',
    '2026-02-30T23:59:00.000+04:00',
    '24/12/2026 23:59:00',
    '2026-12-24T23:59:00.000-  5:00',
  ])('%s is 105', async (time) => {
    const card = await issueCard(server);
    await expectRefused(card, { masterOnUntil: time, cardPresentAllowForeignEnd: time }, [
      '105 masterOnUntil',
      '105 cardPresentAllowForeignEnd',
    ]);
  });

  it.each([
    ['2026-12-24T23:59:00.000- 05:00', '2026-12-25T08:59:00.000+04:00', '2'],
    ['2026-12-24T23:59:00- 05:00', '2026-12-25T08:59:00.000+04:00', '2'],
    ['2026-12-24T19:59:00.000Z', '2026-12-24T23:59:00.000+04:00', '2'],
    ['2026-12-24T19:59:00Z', '2026-12-24T23:59:00.000+04:00', '2'],
    ['2026-12-24T23:59:00+04:00', '2026-12-24T23:59:00.000+04:00', '2'],
    ['2026-12-25T09:59:00.000+14:00', '2026-12-24T23:59:00.000+04:00', undefined],
    ['2026-12-24T07:59:00.000-12:00', '2026-12-24T23:59:00.000+04:00', undefined],
    ['2026-12-25T01:44:00.000+05:45', '2026-12-24T23:59:00.000+04:00', undefined],
  ])('%s is taken, each with a warning where the table has another form', async (time, shown, warnings) => {
    const card = await issueCard(server);
    const { body, http } = await update(card, { cardPresentAllowForeignEnd: time, masterOnUntil: time });
    expect(body.cardSettings).toMatchObject({ cardPresentAllowForeignEnd: shown, masterOnUntil: shown });
    expect(http.headers['contract-warnings']).toBe(warnings);
    const noDay = '2026-02-30T23:59:00.000- 05:00';
    await expectRefused(card, { cardPresentAllowForeignEnd: noDay }, ['105 cardPresentAllowForeignEnd']);
  });

  it('are shown with the offset that the bank has then', async () => {
    const card = await issueCard(server, other);
    const sent = { ecomOnUntil: '2027-03-28T00:59:59.999+00:00', motoOnUntil: '2027-03-28T01:00:00.000+00:00' };
    expect(await set(card, sent, other)).toMatchObject({
      ecomOnUntil: '2027-03-28T01:59:59.999+01:00',
      motoOnUntil: '2027-03-28T03:00:00.000+02:00',
    });
  });
});

describe('the foreign window', () => {
  const [START, END] = ['cardPresentAllowForeignStart', 'cardPresentAllowForeignEnd'] as const;
  const early = '2026-12-01T00:00:00.000+04:00';
  const late = '2026-12-02T00:00:00.000+04:00';

  it('begins before it ends, whichever half is sent and whichever is stored', async () => {
    const card = await issueCard(server);
    await expectRefused(card, { [START]: late, [END]: early }, [`106 ${END}`]);
    await expectRefused(card, { [START]: early, [END]: early }, [`106 ${END}`]);
    await set(card, { [START]: early });
    await expectRefused(card, { [END]: early }, [`106 ${END}`]);
    await set(card, { [END]: late });
    await expectRefused(card, { [START]: late }, [`106 ${START}`]);
    // a half that goes is no limit for the other
    await set(card, { [START]: late, [END]: '' });
    await set(card, { [START]: '', [END]: early });
    // other fields may change meanwhile
    await set(card, { dailyLimit: '5' });
  });
});

describe('countries', () => {
  it.each(['DE', 'DEU', '276', 'DE,FRA,840', ' DE , F R ', 'DE,DE'])('%j are kept as sent', async (list) => {
    const card = await issueCard(server);
    const shown = await set(card, { cardPresentAllowSpecificForeignCountries: list });
    expect(shown.cardPresentAllowSpecificForeignCountries).toBe(list);
  });

  it.each(['XX', 'de', 'DE,', ',DE', 'DE;FR', 'DE FR', '999', '27', ' ', 'Germany', 'DE,null'])(
    '%j are refused',
    async (list) => {
      const card = await issueCard(server);
      const field = 'cardPresentAllowSpecificForeignCountries';
      await expectRefused(card, { [field]: list }, [`106 ${field}`]);
    },
  );

  it('of more than 1,000 characters are too long', async () => {
    const field = 'cardPresentAllowSpecificForeignCountries';
    const card = await issueCard(server);
    await expectRefused(card, { [field]: `${'DE,'.repeat(333)}DE` }, [`104 ${field}`]);
    await set(card, { [field]: `${'DE,'.repeat(332)}DE` });
  });
});

describe('cashStatus', () => {
  it('may be the text of a number: a warning, shown as given while it is on, stored as given', async () => {
    const card = await issueCard(server);
    const { body, http } = await update(card, { cashStatus: '999' });
    expect(http.headers['contract-warnings']).toBe('1');
    expect(body.cardSettings.cashStatus).toBe('999');
    // cashOnUntil takes effect, and is not told
    await set(card, { cashOnUntil: TOMORROW });
    try {
      server.clock.set('2026-11-21T07:59:59.999Z');
      expect((await get(card)).body.cardSettings.cashStatus).toBe('999');
      server.clock.set('2026-11-21T08:00:00.000Z');
      expect((await get(card)).body.cardSettings.cashStatus).toBe('OFF');
    } finally {
      server.clock.set(TEST_NOW);
    }
    expect((await stored(card))!.settings).toEqual({ cashStatus: '999', cashOnUntil: '2026-11-21T08:00:00.000Z' });
    expect(await set(card, { cashStatus: '' })).toMatchObject({ cashStatus: '' });
    expect((await stored(card))!.settings).toEqual({});
  });

  it.each(['-1', '1.5', '1e3', '1234567890123', 'on', '٩'])('%s is refused', async (cashStatus) => {
    await expectRefused(await issueCard(server), { cashStatus }, ['106 cashStatus']);
  });

  it('no other status is a number', async () => {
    await expectRefused(await issueCard(server), { ecomStatus: '999' }, ['106 ecomStatus']);
  });
});

describe('what the bank configured', () => {
  it('merchant groups: an id of another is refused, and a name that is not the group’s', async () => {
    const card = await issueCard(server, other);
    const [ID, NAME] = ['merchantGroupProfileId', 'merchantGroupProfileName'] as const;
    const refused = (sent: Sent, expected: string[]) => expectRefused(card, sent, expected, other);
    await refused({ [ID]: 'BARS' }, [`106 ${ID}`]);
    await refused({ [ID]: 'GROCERIES', [NAME]: 'No travel' }, [`106 ${NAME}`]);
    await refused({ [NAME]: 'Groceries only' }, [`106 ${NAME}`]);
    const shown = await set(card, { [ID]: 'GROCERIES', [NAME]: 'Groceries only' }, other);
    expect(shown).toMatchObject({ [ID]: 'GROCERIES', [NAME]: 'Groceries only' });
    // the name follows the id
    const moved = await set(card, { [ID]: 'NO-TRAVEL' }, other);
    expect(moved).toMatchObject({ [ID]: 'NO-TRAVEL', [NAME]: 'No travel' });
    await refused({ [ID]: 'NO-TRAVEL', [NAME]: 'Groceries only' }, [`106 ${NAME}`]);
    expect(await set(card, { [NAME]: 'No travel' }, other)).toEqual(moved);
    const cleared = await set(card, { [ID]: '' }, other);
    expect(cleared).not.toHaveProperty(ID);
    expect(cleared).not.toHaveProperty(NAME);
  });

  it('nothing for merchant groups or a function: kept as sent, with a warning for each', async () => {
    const demo = await issueCard(server);
    const group = { merchantGroupProfileId: 'G', merchantGroupProfileName: 'Any name' };
    const kept = await update(demo, { ...group, function2Status: 'OFF' });
    expect(kept.http.headers['contract-warnings']).toBe('2');
    expect(kept.body.cardSettings).toMatchObject(group);
    const card = await issueCard(server, other);
    const sent = { function1Status: 'OFF', function2Status: 'OFF', function2OnUntil: TOMORROW, function3Status: 'OFF' };
    const { body, http } = await update(card, sent, other);
    expect(http.headers['contract-warnings']).toBe('2');
    expect(body.cardSettings.function2Status).toBe('ON_UNTIL');
    const { json } = await server.request({ method: 'GET', url: '/V2/contract-warnings', as: 'other-bank' });
    const listed = json.warnings as unknown as Record<string, string>[];
    expect(listed.filter(({ rule }) => rule === 'control-not-configured').map(({ path }) => path)).toEqual(
      expect.arrayContaining(['body.cardSettings.function2Status', 'body.cardSettings.function2OnUntil']),
    );
    const off = { function2Status: 'OFF', function2OnUntil: '' };
    expect((await update(card, off, other)).http.headers['contract-warnings']).toBe('1');
    // without a group that it would follow, another id has no name
    const renamed = await update(demo, { merchantGroupProfileId: 'H' });
    expect(renamed.body.cardSettings).toMatchObject({ merchantGroupProfileId: 'H' });
    expect(renamed.body.cardSettings).not.toHaveProperty('merchantGroupProfileName');
  });
});

describe('exception_details', () => {
  it('say what happened in their own words: trace, type and data', async () => {
    const card = await issueCard(server);
    const success = await update(card, { masterStatus: 'ON' });
    const requestId = success.http.headers['x-request-id'];
    const { cardFeatureChecksum } = (await get(card)).body;
    expect(cardFeatureChecksum).toMatch(/^[0-9a-f]{64}$/);
    expect(success.exception).toEqual({
      application_name: 'CARDWRIGHT',
      date_time: '20/11/2026 12:00:00',
      status: 'S',
      error_code: '000',
      error_description: 'Success',
      transaction_ref_id: 'TRACK-1',
      trace: requestId,
      type: 'SUCCESS',
      data: cardFeatureChecksum,
    });
    const refused = await update(card, { limit1: 'x', limit2: 'y' });
    expect(refused.exception).toMatchObject({ type: 'REQUEST', data: 'body.cardSettings.limit1' });
    const missing = await send({ accountNumber: '4000009999999990', cardSettings: {} });
    expect(missing.exception).toMatchObject({ error_code: '303', type: 'NOT_FOUND', data: '' });
    const stranger = await update(card, {}, { as: 'demo-network', header: { bank_id: 'DEMO' } });
    expect(stranger.exception).toMatchObject({ error_code: '202', type: 'ACCESS', data: '' });
    const stale = await send({
      accountNumber: card.cardNumber,
      cardSettings: { masterStatus: 'OFF' },
      cardFeatureChecksum: '0'.repeat(64),
    });
    expect(stale.http.status).toBe(409);
    expect(stale.exception).toMatchObject({ error_code: '421', type: 'CONFLICT', data: cardFeatureChecksum });
    expect(stale.body.errors).toEqual([{ path: '', code: '421', message: 'Changed by somebody else meanwhile' }]);
  });

  it('carry the request id that was sent, and nothing more than the table for other operations', async () => {
    const answer = await server.request({
      method: 'POST',
      url: '/V2/cardcontrolservices/GetCardSettingsByAccountLegacy',
      as: 'demo-bank',
      headers: { 'x-request-id': 'my-own-id' },
      payload: {},
    });
    expect(answer.text).toContain('"trace":"my-own-id","type":"REQUEST","data":""');
    const { exception } = await server.envelope('cards.enquire-card', {});
    expect(Object.keys(exception)).not.toContain('trace');
  });
});

describe('a repeated update', () => {
  it('is answered as the first time, also when its time is over and the settings are others by now', async () => {
    const card = await issueCard(server);
    const more = { header: { msg_id: nextMsgId() } };
    const before = (await get(card)).body.cardFeatureChecksum;
    const body = {
      accountNumber: card.cardNumber,
      cardSettings: {
        ecomOnUntil: '2026-11-20T12:00:01.000+04:00',
        function1Status: 'OFF',
        merchantGroupProfileId: 'G',
      },
      cardFeatureChecksum: before,
    };
    const first = await send(body, more);
    expect(first.exception.error_code).toBe('000');
    await set(card, { ecomStatus: 'OFF' });
    try {
      server.clock.advance(60_000);
      const again = await send(body, more);
      expect(again.http.headers['idempotent-replayed']).toBe('true');
      expect(again.http.headers['contract-warnings']).toBe(first.http.headers['contract-warnings']);
      expect(again.body).toEqual(first.body);
      const data = (exception: object) => (exception as { data?: string }).data;
      expect(data(again.exception)).toBe(data(first.exception));
      expect(data(again.exception)).toMatch(/^[0-9a-f]{64}$/);
    } finally {
      server.clock.set(TEST_NOW);
    }
    expect((await get(card)).body.cardSettings.ecomStatus).toBe('OFF');
  });
});
