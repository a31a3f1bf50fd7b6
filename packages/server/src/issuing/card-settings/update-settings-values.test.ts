import { describe, expect, it } from 'vitest';
import {
  expectSettingsRefused,
  getSettingsOf,
  setSettings,
  storedSettings,
  updateSettingsOf,
} from '../../testing/cards/account-settings.ts';
import { issueCard } from '../../testing/cards/issued-cards.ts';
import { fileServer, TEST_NOW } from '../../testing/test-server.ts';

const server = fileServer();

const TOMORROW = '2026-11-21T12:00:00.000+04:00';

describe('limits of an update', () => {
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
  ])('in %s: %s is shown as %s', async (currency, sent, expected) => {
    const card = await issueCard(server, { currency, available: '1000' });
    expect((await setSettings(server, card, { cashTransactionLimit: sent })).cashTransactionLimit).toBe(expected);
    const counters = { AED: '0.00', JPY: '0', KWD: '0.000', UYW: '0.0000' }[currency];
    expect((await getSettingsOf(server, card)).body.cardSettings.dailyCounter).toBe(counters);
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
  ])('in %s: %s is refused and never rounded', async (currency, sent) => {
    const card = await issueCard(server, { currency, available: '1000' });
    await expectSettingsRefused(server, card, { limit2: sent }, ['105 limit2']);
  });

  it('are refused with 104 beyond 20 characters, and with 105 as numbers', async () => {
    const card = await issueCard(server);
    await expectSettingsRefused(server, card, { limit2: '1'.repeat(21), limit3: 1500 }, ['104 limit2', '105 limit3']);
  });
});

describe('the foreign window', () => {
  const [START, END] = ['cardPresentAllowForeignStart', 'cardPresentAllowForeignEnd'] as const;
  const early = '2026-12-01T00:00:00.000+04:00';
  const late = '2026-12-02T00:00:00.000+04:00';

  it('must begin before it ends, whichever of the two is sent or stored', async () => {
    const card = await issueCard(server);
    await expectSettingsRefused(server, card, { [START]: late, [END]: early }, [`106 ${END}`]);
    await expectSettingsRefused(server, card, { [START]: early, [END]: early }, [`106 ${END}`]);
    await setSettings(server, card, { [START]: early });
    await expectSettingsRefused(server, card, { [END]: early }, [`106 ${END}`]);
    await setSettings(server, card, { [END]: late });
    await expectSettingsRefused(server, card, { [START]: late }, [`106 ${START}`]);
    // removing one end of the range allows any value for the other
    await setSettings(server, card, { [START]: late, [END]: '' });
    await setSettings(server, card, { [START]: '', [END]: early });
    // other fields can change while only one end is stored
    await setSettings(server, card, { dailyLimit: '5' });
  });
});

describe('countries', () => {
  it.each(['DE', 'DEU', '276', 'DE,FRA,840', ' DE , F R ', 'DE,DE'])('are stored as sent: %j', async (list) => {
    const card = await issueCard(server);
    const settings = await setSettings(server, card, { cardPresentAllowSpecificForeignCountries: list });
    expect(settings.cardPresentAllowSpecificForeignCountries).toBe(list);
  });

  it.each(['XX', 'de', 'DE,', ',DE', 'DE;FR', 'DE FR', '999', '27', ' ', 'Germany', 'DE,null'])(
    'are refused: %j',
    async (list) => {
      const card = await issueCard(server);
      const field = 'cardPresentAllowSpecificForeignCountries';
      await expectSettingsRefused(server, card, { [field]: list }, [`106 ${field}`]);
    },
  );

  it('are refused with more than 1,000 characters', async () => {
    const field = 'cardPresentAllowSpecificForeignCountries';
    const card = await issueCard(server);
    await expectSettingsRefused(server, card, { [field]: `${'DE,'.repeat(333)}DE` }, [`104 ${field}`]);
    await setSettings(server, card, { [field]: `${'DE,'.repeat(332)}DE` });
  });
});

describe('cashStatus', () => {
  it('may be a number as text, with a warning, is shown as sent while it is on, and is stored as sent', async () => {
    const card = await issueCard(server);
    const { body, http } = await updateSettingsOf(server, card, { cashStatus: '999' });
    expect(http.headers['contract-warnings']).toBe('1');
    expect(body.cardSettings.cashStatus).toBe('999');
    // cashOnUntil takes effect, but no answer shows it
    await setSettings(server, card, { cashOnUntil: TOMORROW });
    try {
      server.clock.set('2026-11-21T07:59:59.999Z');
      expect((await getSettingsOf(server, card)).body.cardSettings.cashStatus).toBe('999');
      server.clock.set('2026-11-21T08:00:00.000Z');
      expect((await getSettingsOf(server, card)).body.cardSettings.cashStatus).toBe('OFF');
    } finally {
      server.clock.set(TEST_NOW);
    }
    expect((await storedSettings(server, card))!.settings).toEqual({
      cashStatus: '999',
      cashOnUntil: '2026-11-21T08:00:00.000Z',
    });
    expect(await setSettings(server, card, { cashStatus: '' })).toMatchObject({ cashStatus: '' });
    expect((await storedSettings(server, card))!.settings).toEqual({});
  });

  it.each(['-1', '1.5', '1e3', '1234567890123', 'on', '٩'])('is refused as %s', async (cashStatus) => {
    await expectSettingsRefused(server, await issueCard(server), { cashStatus }, ['106 cashStatus']);
  });

  it('is the only status that may be a number', async () => {
    await expectSettingsRefused(server, await issueCard(server), { ecomStatus: '999' }, ['106 ecomStatus']);
  });
});
