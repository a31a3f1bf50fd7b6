import { describe, expect, it } from 'vitest';
import { authorize, ecommerceMessage, type IssuedCard, issueCard } from '../../testing/cards/issued-cards.ts';
import { type EnvelopeOptions, fileServer, TEST_NOW } from '../../testing/test-server.ts';

const server = fileServer();

const update = (card: IssuedCard, cardSettings: object, cardFeatureChecksum?: string) =>
  server.envelope('card-settings.update-settings', {
    accountNumber: card.cardNumber,
    cardSettings,
    ...(cardFeatureChecksum !== undefined && { cardFeatureChecksum }),
  });
const get = async (card: IssuedCard, more: EnvelopeOptions = {}) =>
  (await server.envelope('card-settings.get-settings', { accountNumber: card.cardNumber }, more)).body;
const settingsOf = (card: IssuedCard) =>
  server.db.sql(
    'select settings, version from account_settings join accounts using (account_id) where account_number = $1',
    [card.accountNumber],
  );
const checksum = async (card: IssuedCard): Promise<string> => (await get(card)).cardFeatureChecksum;

const LIMITS = [
  ...['cardNotPresentTransactionLimit', 'cardPresentAllowBelowLimit', 'cardPresentTransactionLimit'],
  ...['cashTransactionLimit', 'dailyLimit', 'monthlyLimit', 'limit1', 'limit2', 'limit3'],
];
const FLAGS = ['cardPresentAllowAnyForeign', 'cardPresentAllowBelow', 'cardPresentAllowSpecificForeign'];
const SWITCHES = [
  ...['master', 'cardPresent', 'cardNotPresent', 'ecom', 'moto', 'recurring', 'fallback', 'purchase', 'cash'],
  ...['function1', 'function2', 'function3'],
];
const time = (day: string) => `2026-12-${day}T23:59:00.000+04:00`;

/** Two values for each settable field: the first sets the field, the second changes it. */
const CHANGES: [string, string, string][] = [
  ...LIMITS.map((field): [string, string, string] => [field, '100.00', '100.01']),
  ...FLAGS.map((field): [string, string, string] => [field, 'true', 'false']),
  ...SWITCHES.map((name): [string, string, string] => [`${name}Status`, 'ON_FOR_ONE', 'OFF']),
  // no answer contains the time of cash
  ...SWITCHES.filter((name) => name !== 'cash').map((name): [string, string, string] => [
    `${name}OnUntil`,
    time('24'),
    time('25'),
  ]),
  ['cardPresentAllowForeignStart', time('01'), time('02')],
  ['cardPresentAllowForeignEnd', time('28'), time('29')],
  ['cardPresentAllowSpecificForeignCountries', 'DE', 'DE,FR'],
  ['merchantGroupProfileId', 'A', 'B'],
  ['merchantGroupProfileName', 'A', 'B'],
];

describe('the checksum', () => {
  it('changes with each change of each field, and returns to its old value with the old settings', async () => {
    expect(CHANGES).toHaveLength(40);
    const card = await issueCard(server);
    const seen = [await checksum(card)];
    for (const [field, one, two] of CHANGES) {
      for (const value of [one, two]) {
        await update(card, { [field]: value });
        seen.push(await checksum(card));
      }
    }
    expect(new Set(seen).size).toBe(81);
    const last = CHANGES.at(-1)!;
    await update(card, { [last[0]]: last[1] });
    expect(await checksum(card)).toBe(seen.at(-2));
  });

  it('depends only on the answer, and not on the updates that led to it', async () => {
    const cards = [await issueCard(server), await issueCard(server), await issueCard(server)];
    await update(cards[0]!, { ecomOnUntil: time('24') });
    await update(cards[1]!, { ecomStatus: 'OFF', ecomOnUntil: time('24') });
    await update(cards[2]!, { ecomStatus: 'ON_UNTIL', ecomOnUntil: time('24') });
    const [one, ...others] = await Promise.all(cards.map((card) => get(card)));
    expect(others).toEqual([one, one]);
    server.clock.set('2026-12-25T00:00:00.000Z');
    const [over, ...alsoOver] = await Promise.all(cards.map((card) => get(card)));
    server.clock.set(TEST_NOW);
    expect(over.cardSettings.ecomStatus).toBe('OFF');
    expect(alsoOver).toEqual([over, over]);
    expect(over.cardFeatureChecksum).not.toBe(one.cardFeatureChecksum);
  });

  it('stays the same, like every setting, when a client writes an answer back unchanged', async () => {
    const card = await issueCard(server);
    const updates = [
      {},
      { ecomOnUntil: '2026-11-20T12:00:01.000+04:00', motoOnUntil: time('24'), recurringStatus: 'ON_FOR_ONE' },
      { recurringOnUntil: time('24'), cashStatus: '999', dailyLimit: '5', cardPresentAllowAnyForeign: 'false' },
      { cashOnUntil: time('25'), cardPresentAllowForeignStart: time('01'), masterStatus: 'ON_FOR_ONE' },
      { cashStatus: 'ON_FOR_ONE', cashOnUntil: time('25'), merchantGroupProfileId: 'A', masterStatus: 'OFF' },
    ];
    for (const sent of updates) {
      await update(card, sent);
      for (const instant of [TEST_NOW, '2026-11-20T08:00:01.000Z']) {
        server.clock.set(instant);
        const before = await get(card);
        const stored = await settingsOf(card);
        const { exception } = await update(card, before.cardSettings, before.cardFeatureChecksum);
        expect(exception.error_code).toBe('000');
        expect(await get(card)).toEqual(before);
        expect(await settingsOf(card)).toEqual(stored);
      }
      server.clock.set(TEST_NOW);
    }
  });

  it('is returned by an update with its new value, and does not change when it is read', async () => {
    const card = await issueCard(server);
    const { exception } = await update(card, { masterStatus: 'ON' });
    const text = (exception as unknown as { data: string }).data;
    expect([await checksum(card), await checksum(card)]).toEqual([text, text]);
    // an update that changes nothing does not change the checksum either
    await update(card, { masterStatus: 'ON', limit1: '' });
    expect(await checksum(card)).toBe(text);
  });

  it('does not change with counters, or when a window ends', async () => {
    const card = await issueCard(server);
    await update(card, { dailyLimit: '1000' });
    const before = await get(card);
    expect((await authorize(server, ecommerceMessage(card))).json.Action_Code).toBe('00');
    const spent = await get(card);
    expect([before.cardSettings.dailyCounter, spent.cardSettings.dailyCounter]).toEqual(['0.00', '25.00']);
    server.clock.set('2026-11-21T08:00:00.000Z');
    const nextDay = await get(card);
    server.clock.set(TEST_NOW);
    expect(nextDay.cardSettings).toMatchObject({ dailyCounter: '0.00', monthlyCounter: '25.00' });
    expect([spent.cardFeatureChecksum, nextDay.cardFeatureChecksum]).toEqual(Array(2).fill(before.cardFeatureChecksum));
  });

  it('changes when a switch expires, and when an ON_FOR_ONE switch is spent', async () => {
    const card = await issueCard(server);
    await update(card, { motoOnUntil: '2026-11-20T12:00:01.000+04:00', ecomStatus: 'ON_FOR_ONE' });
    const before = await checksum(card);
    server.clock.set('2026-11-20T08:00:01.000Z');
    const ranOut = await checksum(card);
    server.clock.set(TEST_NOW);
    expect(ranOut).not.toBe(before);
    expect(await checksum(card)).toBe(before);
    expect((await authorize(server, ecommerceMessage(card))).json.Action_Code).toBe('00');
    expect(await checksum(card)).not.toBe(before);
    expect((await get(card)).cardSettings.ecomStatus).toBe('OFF');
  });

  it('is equal for accounts of one product with equal settings', async () => {
    const [one, two] = [await issueCard(server), await issueCard(server)];
    await update(one, { dailyLimit: '5', ecomStatus: 'OFF' });
    await update(two, { ecomStatus: 'OFF' });
    await update(two, { dailyLimit: '5.00' });
    expect(await checksum(two)).toBe(await checksum(one));
  });
});

describe('a conditional update', () => {
  it('takes effect while its checksum is in force, and is refused with 421 afterwards', async () => {
    const card = await issueCard(server);
    const first = await checksum(card);
    expect((await update(card, { masterStatus: 'OFF' }, first)).exception.error_code).toBe('000');
    const stale = await update(card, { masterStatus: 'ON' }, first);
    expect(stale.http.status).toBe(409);
    expect(stale.exception.error_code).toBe('421');
    expect((await get(card)).cardSettings.masterStatus).toBe('OFF');
    // the refusal names the checksum to continue with
    const { data } = stale.exception as unknown as { data: string };
    expect((await update(card, { masterStatus: 'ON' }, data)).exception.error_code).toBe('000');
  });

  it('accepts its checksum inside cardSettings too, with a warning', async () => {
    const card = await issueCard(server);
    const first = await checksum(card);
    const inside = await update(card, { masterStatus: 'OFF', cardFeatureChecksum: first });
    expect([inside.exception.error_code, inside.http.headers['contract-warnings']]).toEqual(['000', '1']);
    const stale = await update(card, { masterStatus: 'ON', cardFeatureChecksum: first });
    expect([stale.exception.error_code, stale.http.status]).toEqual(['421', 409]);
    expect((await get(card)).cardSettings.masterStatus).toBe('OFF');
    const second = await checksum(card);
    expect((await update(card, { limit1: '1', cardFeatureChecksum: second }, second)).exception.error_code).toBe('000');
    const path = 'body.cardSettings.cardFeatureChecksum';
    const third = await checksum(card);
    const two = await update(card, { masterStatus: 'ON', cardFeatureChecksum: first }, third);
    expect(two.body.errors).toEqual([{ path, code: '106', message: 'must equal the one next to cardSettings' }]);
    const none = await update(card, { masterStatus: 'ON', cardFeatureChecksum: 'abc' });
    expect(none.body.errors).toEqual([{ path, code: '105', message: expect.any(String) }]);
  });

  it('reports findings about the fields before a stale checksum', async () => {
    const card = await issueCard(server);
    const { exception } = await update(card, { dailyLimit: '1.001' }, '0'.repeat(64));
    expect(exception.error_code).toBe('105');
  });

  it.each(['', 'abc', '0'.repeat(63), 'A'.repeat(64)])('is refused with %j as its checksum', async (checksum) => {
    const { body } = await update(await issueCard(server), {}, checksum);
    expect(body.errors).toEqual([{ path: 'body.cardFeatureChecksum', code: '105', message: expect.any(String) }]);
  });

  it('succeeds only once if twenty updates with the same checksum are concurrent, five times in a row', async () => {
    const card = await issueCard(server);
    for (let times = 1; times <= 5; times++) {
      const before = await checksum(card);
      const limits = Array.from({ length: 20 }, (_, at) => `${times}${String(at).padStart(2, '0')}.00`);
      const answers = await Promise.all(limits.map((dailyLimit) => update(card, { dailyLimit }, before)));
      const codes = answers.map(({ exception }) => exception.error_code);
      expect(codes.filter((code) => code === '000')).toHaveLength(1);
      expect(codes.filter((code) => code === '421')).toHaveLength(19);
      expect((await get(card)).cardSettings.dailyLimit).toBe(limits[codes.indexOf('000')]);
    }
    const [row] = await server.db.sql(
      `select version, sequence from account_settings join accounts using (account_id) where account_number = $1`,
      [card.accountNumber],
    );
    expect(row).toMatchObject({ version: 5 });
  });

  it('takes effect without a checksum, and completely, even if twenty updates are concurrent', async () => {
    const card = await issueCard(server);
    const limits = Array.from({ length: 20 }, (_, at) => `${at + 1}.00`);
    const answers = await Promise.all(
      limits.map((limit) => update(card, { dailyLimit: limit, monthlyLimit: limit, limit1: limit })),
    );
    expect(answers.map(({ exception }) => exception.error_code)).toEqual(Array(20).fill('000'));
    const { dailyLimit, monthlyLimit, limit1 } = (await get(card)).cardSettings;
    expect([monthlyLimit, limit1]).toEqual([dailyLimit, dailyLimit]);
    const [row] = await server.db.sql<{ version: number }>(
      `select version from account_settings join accounts using (account_id) where account_number = $1`,
      [card.accountNumber],
    );
    expect(row!.version).toBe(20);
  });
});
