import { randomInt } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { applyConfiguration } from '../../host/configuration/apply-configuration.ts';
import {
  addCard,
  cardBody,
  type IssuedCard,
  issueAccount,
  issueCard,
  issueClient,
  luhnNumber,
} from '../../testing/cards/issued-cards.ts';
import { noteCardNumber } from '../../testing/cards/used-card-numbers.ts';
import { type EnvelopeOptions, fileServer, TEST_NOW, testServer } from '../../testing/test-server.ts';

const server = fileServer();

const send = (accountNumber: unknown, more: EnvelopeOptions = {}) =>
  server.envelope('card-settings.get-settings', { accountNumber }, more);
const set = (accountNumber: string, cardSettings: object, more: EnvelopeOptions = {}) =>
  server.envelope('card-settings.update-settings', { accountNumber, cardSettings }, more);
const other = { as: 'other-bank' };

describe('the answer with card settings', () => {
  it('has the checksum, the settings and the features, and the display texts of the application, if any', async () => {
    const card = await issueCard(server);
    const readSettings = async (appName?: string) =>
      (await server.envelope('card-settings.get-settings', { accountNumber: card.cardNumber, appName })).body;
    expect(Object.keys(await readSettings())).toEqual(['cardFeatureChecksum', 'cardSettings', 'supportedFeatures']);
    expect(await readSettings('NOBODYS-APP')).toEqual(await readSettings());
    const { resourceStrings, ...rest } = await readSettings('DEMO-APP');
    expect(rest).toEqual(await readSettings());
    expect(resourceStrings).toEqual([
      { key: 'FUNCTION1', value: 'Gambling' },
      { key: 'FUNCTION2', value: 'Bars and liquor stores' },
      { key: 'FUNCTION3', value: 'Money transfer and quasi cash' },
    ]);
  });

  it('lists the features that can be switched, including the functions that the bank configured', async () => {
    const always = [
      ...['MASTER_OFF_ON', 'CARD_PRESENT_OFF_ON', 'CARD_NOT_PRESENT_OFF_ON', 'ECOM_OFF_ON', 'MOTO_OFF_ON'],
      ...['RECURRING_OFF_ON', 'FALLBACK_OFF_ON', 'PURCHASE_OFF_ON', 'CASH_OFF_ON'],
    ].join(',');
    const ofDemo = await send((await issueCard(server)).cardNumber);
    expect(ofDemo.body.supportedFeatures).toBe(`${always},FUNCTION1_OFF_ON,FUNCTION2_OFF_ON,FUNCTION3_OFF_ON`);
    const ofOther = await send((await issueCard(server, other)).cardNumber, other);
    expect(ofOther.body.supportedFeatures).toBe(`${always},FUNCTION1_OFF_ON,FUNCTION3_OFF_ON`);
  });

  it("has another checksum after a change of the features or of the product's flags", async () => {
    const fresh = await testServer();
    try {
      const { cardNumber: accountNumber } = await issueCard(fresh, other);
      const answer = async () => (await fresh.envelope('card-settings.get-settings', { accountNumber }, other)).body;
      const seen = [(await answer()).cardFeatureChecksum];
      const names = { bank_id: 'OTHR', bank_code: '002', name: 'Other Bank' };
      const place = { country: 'DE', currency: 'EUR', time_zone: 'Europe/Berlin' };
      const product = { product_code: 'OTHER-DEBIT', name: 'Other Debit', card_type: 'DEBIT', bin: '420000' } as const;
      const flags = { can_activate: true, permissions: [true, false, true, false, true] };
      for (const products of [[product], [{ ...product, can_activate: true }], [{ ...product, ...flags }]]) {
        const functions = [{ function: '2' as const, merchant_categories: ['5813'] }];
        const banks = [{ ...names, ...place, functions, products }];
        await applyConfiguration(fresh.db.database, { banks, oauth_clients: [] }, { sandbox: true });
        fresh.clock.advance(30_000);
        await fresh.server.periodicJobs.runDue();
        seen.push((await answer()).cardFeatureChecksum);
      }
      expect(new Set(seen).size).toBe(4);
      const { cardSettings, supportedFeatures } = await answer();
      expect(supportedFeatures).toContain('CASH_OFF_ON,FUNCTION2_OFF_ON');
      expect(cardSettings).toMatchObject({
        ...{ canActivate: 'true', permission1: 'true', permission2: 'false', permission3: 'true' },
        ...{ permission4: 'false', permission5: 'true' },
      });
    } finally {
      await fresh.close();
    }
  });

  it('shows the flags of the account’s product', async () => {
    // CREDIT-GOLD of the sandbox
    const fixtures = (await server.request({ method: 'GET', url: '/sandbox/fixtures' })).json;
    const cards = fixtures.cards as unknown as { card_number: string }[];
    const gold = cards.find(({ card_number: number }) => number.startsWith('510000'))!;
    expect((await send(gold.card_number)).body.cardSettings).toMatchObject({
      ...{ canActivate: 'true', permission1: 'true', permission2: 'true', permission3: 'false' },
      ...{ permission4: 'false', permission5: 'false' },
    });
  });
});

describe('counters in the answer', () => {
  /** Counters in the form that the engine writes: five pairs of minor units and end. */
  const count = (card: IssuedCard, ...pairs: string[]) =>
    server.db.sql('update accounts set counters = $2 where account_number = $1', [card.accountNumber, pairs.join(',')]);
  const ms = (instant: string) => Date.parse(instant);

  it('show the use of open windows with their ends, and zero for ended windows', async () => {
    const card = await issueCard(server);
    await count(
      card,
      `1050:${ms('2026-11-20T20:00:00Z')}`,
      `2050:${ms('2026-11-30T20:00:00Z')}`,
      `3050:${ms('2026-11-20T08:00:00Z')}`,
      `4050:${ms('2026-12-31T20:00:00Z')}`,
      '5050:',
    );
    const readSettings = async () => (await send(card.cardNumber)).body.cardSettings;
    const ends = (settings: Record<string, string>) =>
      Object.fromEntries(Object.entries(settings).filter(([field]) => /Counter|counter|IntervalEnd/.test(field)));
    expect(ends(await readSettings())).toEqual({
      dailyCounter: '10.50',
      monthlyCounter: '20.50',
      counter1: '0.00',
      counter2: '40.50',
      counter3: '50.50',
      dailyLimitIntervalEnd: '2026-11-21T00:00:00.000+04:00',
      monthlyLimitIntervalEnd: '2026-12-01T00:00:00.000+04:00',
      counter1IntervalEnd: '2026-11-23T00:00:00.000+04:00',
      counter2IntervalEnd: '2027-01-01T00:00:00.000+04:00',
    });
    server.clock.set('2026-11-20T19:59:59.999Z');
    expect((await readSettings()).dailyCounter).toBe('10.50');
    server.clock.set('2026-11-20T20:00:00.000Z');
    expect(await readSettings()).toMatchObject({
      dailyCounter: '0.00',
      dailyLimitIntervalEnd: '2026-11-22T00:00:00.000+04:00',
      monthlyCounter: '20.50',
      counter3: '50.50',
    });
    server.clock.set(TEST_NOW);
  });

  it('use the windows that the bank configured and the decimals of the account', async () => {
    const card = await issueCard(server, { ...other, currency: 'KWD' });
    const { cardSettings } = (await send(card.cardNumber, other)).body;
    expect(cardSettings).toMatchObject({
      dailyCounter: '0.000',
      // the counters run for a quarter, for ever and for a week
      counter1IntervalEnd: '2027-01-01T00:00:00.000+01:00',
      counter3IntervalEnd: '2026-11-23T00:00:00.000+01:00',
    });
    expect(cardSettings).not.toHaveProperty('counter2IntervalEnd');
  });
});

describe('the account number of a request', () => {
  const mask = (number: string, leading: number, trailing: number, with_ = 'X') =>
    `${number.slice(0, leading)}${with_.repeat(number.length - leading - trailing)}${number.slice(-trailing)}`;

  it.each([
    [6, 4],
    [5, 4],
    [6, 5],
    [5, 5],
  ])('may be masked with %i leading and %i trailing digits visible, with a warning', async (leading, trailing) => {
    for (const letter of ['X', 'x', '*', '*x']) {
      const card = await issueCard(server);
      const hidden = 16 - leading - trailing;
      const letters = letter.repeat(hidden).slice(0, hidden);
      const masked = `${card.cardNumber.slice(0, leading)}${letters}${card.cardNumber.slice(-trailing)}`;
      const { exception, body, http } = await set(masked, { dailyLimit: '77' });
      expect([exception.error_code, http.headers['contract-warnings']]).toEqual(['000', '1']);
      expect(body.cardSettings.dailyLimit).toBe('77.00');
      expect((await send(card.cardNumber)).body.cardSettings.dailyLimit).toBe('77.00');
      expect((await send(masked)).http.headers['contract-warnings']).toBe('1');
    }
  });

  it('returns 310 if it matches several cards, which a fifth trailing digit can distinguish', async () => {
    const { one, two } = differingInTheFifthLastDigit();
    const account = await issueAccount(server);
    await addCard(server, account, { number: one });
    await addCard(server, await issueAccount(server), { number: two });
    for (const leading of [6, 5]) {
      const several = await send(mask(one, leading, 4));
      expect([several.http.status, several.exception.error_code]).toEqual([409, '310']);
      expect(several.exception).toMatchObject({ type: 'CONFLICT', data: '' });
      const { exception } = await set(mask(one, leading, 5), { dailyLimit: '9' });
      expect(exception.error_code).toBe('000');
    }
    expect((await send(one)).body.cardSettings.dailyLimit).toBe('9.00');
    expect((await send(two)).body.cardSettings.dailyLimit).toBe('');
    // a fifth digit that neither card has
    const unknown = mask(one, 6, 5).replace(/.{5}$/, `${otherDigit(one.at(-5)!, two.at(-5)!)}${one.slice(-4)}`);
    expect((await send(unknown)).exception.error_code).toBe('303');
  });

  it('with five visible leading digits matches all ten BINs that begin with them, at its own length', async () => {
    // 420000 and 4200xx belong to the other bank; an account number never has 19 digits here, but its ends can match
    const account = await issueAccount(server, other);
    const card = await addCard(server, account, other);
    expect((await send(mask(card.cardNumber, 5, 4), other)).exception.error_code).toBe('000');
    const shorter = `${card.cardNumber.slice(0, 5)}XXXXX${card.cardNumber.slice(-4)}`;
    expect(shorter).toHaveLength(14);
    expect((await send(shorter, other)).exception.error_code).toBe('303');
  });

  it('may be the EXID of a card of the account, with a warning', async () => {
    const card = await issueCard(server);
    const { exception, http } = await set(card.exid, { dailyLimit: '78' });
    expect([exception.error_code, http.headers['contract-warnings']]).toEqual(['000', '1']);
    const read = await send(card.exid);
    expect([read.body.cardSettings.dailyLimit, read.http.headers['contract-warnings']]).toEqual(['78.00', '1']);
    expect(await send(card.cardNumber).then(({ body }) => body)).toEqual(read.body);
    for (const unknown of [(await issueCard(server, other)).exid, '9000000000000000002', '90000000000000000002']) {
      const missing = await send(unknown);
      expect([missing.http.status, missing.exception.error_code]).toEqual([404, '303']);
    }
  });

  it('may have 19 digits, in full or masked, with a warning', async () => {
    const customerId = await issueClient(server, 'other-bank');
    const product = { product_code: 'OTHER-LONG', currency: 'EUR' };
    const opened = await server.envelope(
      'accounts.create-account',
      {
        customer_id: customerId,
        card_type: 'PREPAID',
        account: { customer_id: customerId, branch_code: '1', ...product },
      },
      other,
    );
    const account = { customerId, accountNumber: opened.body.account_number };
    const cardNumber = noteCardNumber('4210000100000000017');
    const members = { card_number: cardNumber, bin_number: '42100001', ...product };
    const body = cardBody(account, members, { card_type: 'PREPAID' });
    const made = await server.envelope('cards.create-card', body, other);
    expect(made.body.errors).toBeUndefined();
    for (const identifier of [cardNumber, mask(cardNumber, 6, 4), mask(cardNumber, 5, 5)]) {
      const { exception, http } = await set(identifier, { dailyLimit: '79' }, other);
      expect([exception.error_code, http.headers['contract-warnings']]).toEqual(['000', '1']);
      expect((await send(identifier, other)).body.cardSettings.dailyLimit).toBe('79.00');
    }
  });

  it.each([
    ['too few digits', '400000123456'],
    ['twelve characters', '400000XX7899'],
    ['four leading digits', '4000XXXXXXXX7899'],
    ['seven leading digits', '4000001XXXXX7899'],
    ['three trailing digits', '400000XXXXXXX899'],
    ['six trailing digits', '400000XXXX567899'],
    ['two masks', '400000XX12XX7899'],
    ['another letter', '400000ZZZZZZ7899'],
    ['groups', '4000 0012 3456 7'],
    ['letters behind digits', '9000000000000001X'],
    ['twenty-one digits', '900000000000000012345'],
    ['a masked number of twenty characters', '400000XXXXXXXXXX7899'],
  ])('with %s is refused, and the refusal does not repeat it', async (_what, number) => {
    const { body, http } = await send(number);
    expect(body.errors).toEqual([
      { path: 'body.accountNumber', code: number.length > 16 ? '104' : '105', message: expect.any(String) },
    ]);
    expect(http.text).not.toContain(number);
  });

  it('appears in no log, audit row, or stored response', async () => {
    const card = await issueCard(server);
    await set(card.cardNumber, { dailyLimit: '5' });
    await set(card.cardNumber, { dailyLimit: 'x' });
    await send(card.cardNumber);
    const [row] = await server.db.sql<{ text: string }>(
      `select (select string_agg(c::text, ' ') from message_claims c) || (select string_agg(a::text, ' ') from audit_log a)
           || (select string_agg(s::text, ' ') from account_settings s) as text`,
    );
    expect(row!.text).not.toContain(card.cardNumber);
    expect(server.logs.join('\n')).not.toContain(card.cardNumber);
  });
});

function otherDigit(...digits: string[]): string {
  return [...'0123456789'].find((digit) => !digits.includes(digit))!;
}

/** Returns two valid numbers with the same first six and last four digits. */
function differingInTheFifthLastDigit(): { one: string; two: string } {
  for (;;) {
    const ending = String(randomInt(1_000)).padStart(3, '0');
    const numbers = Array.from({ length: 40 }, () =>
      luhnNumber('400000', `${String(randomInt(1_000_000)).padStart(6, '0')}${ending}`),
    );
    for (const one of numbers) {
      const two = numbers.find((number) => number.slice(-4) === one.slice(-4) && number.at(-5) !== one.at(-5));
      if (two !== undefined) return { one, two };
    }
  }
}
