import { describe, expect, it } from 'vitest';
import {
  expectSettingsRefused,
  getSettingsOf,
  setSettings,
  storedSettings,
  updateSettingsOf,
} from '../../testing/cards/account-settings.ts';
import { authorize, ecommerceMessage, issueCard } from '../../testing/cards/issued-cards.ts';
import { type EnvelopeOptions, fileServer, TEST_NOW } from '../../testing/test-server.ts';

const server = fileServer();

const TOMORROW = '2026-11-21T12:00:00.000+04:00';
const SOON = '2026-11-20T12:00:01.000+04:00';
const other: EnvelopeOptions = { as: 'other-bank' };

describe('ON_UNTIL', () => {
  it('has a time, and ends at that time to the millisecond', async () => {
    const card = await issueCard(server);
    const settings = await setSettings(server, card, { ecomStatus: 'ON_UNTIL', ecomOnUntil: TOMORROW });
    expect(settings).toMatchObject({ ecomStatus: 'ON_UNTIL', ecomOnUntil: TOMORROW });
    const status = async () => (await getSettingsOf(server, card)).body.cardSettings;
    try {
      server.clock.set('2026-11-21T07:59:59.999Z');
      expect(await status()).toMatchObject({ ecomStatus: 'ON_UNTIL', ecomOnUntil: TOMORROW });
      server.clock.set('2026-11-21T08:00:00.000Z');
      expect(await status()).toMatchObject({ ecomStatus: 'OFF', ecomOnUntil: TOMORROW });
      // the stored time has passed, so no request can use it again
      await expectSettingsRefused(server, card, { ecomStatus: 'ON_UNTIL' }, ['103 ecomOnUntil']);
    } finally {
      server.clock.set(TEST_NOW);
    }
  });

  it('is refused with 103 without a time, unless a stored time is still to come', async () => {
    const card = await issueCard(server);
    await expectSettingsRefused(server, card, { motoStatus: 'ON_UNTIL' }, ['103 motoOnUntil']);
    await setSettings(server, card, { motoOnUntil: TOMORROW });
    expect(await setSettings(server, card, { motoStatus: 'ON_UNTIL' })).toMatchObject({
      motoStatus: 'ON_UNTIL',
      motoOnUntil: TOMORROW,
    });
  });

  it('loses its time when a status is sent without a time', async () => {
    const card = await issueCard(server);
    await setSettings(server, card, { ecomStatus: 'ON_UNTIL', ecomOnUntil: TOMORROW, motoOnUntil: TOMORROW });
    const settings = await setSettings(server, card, { ecomStatus: 'ON' });
    expect(settings).toMatchObject({ ecomStatus: 'ON', motoStatus: 'ON_UNTIL', motoOnUntil: TOMORROW });
    expect(settings).not.toHaveProperty('ecomOnUntil');
  });

  it('replaces OFF and ON that are sent with a time, but not ON_FOR_ONE', async () => {
    const card = await issueCard(server);
    const settings = await setSettings(server, card, {
      ...{ ecomStatus: 'OFF', motoStatus: 'ON', recurringStatus: 'ON_FOR_ONE' },
      ...{ ecomOnUntil: TOMORROW, motoOnUntil: TOMORROW, recurringOnUntil: TOMORROW },
    });
    expect(settings).toMatchObject({ ecomStatus: 'ON_UNTIL', motoStatus: 'ON_UNTIL', recurringStatus: 'ON_FOR_ONE' });
    // the shown status is the stored one: no other status is hidden behind the time
    await expectSettingsRefused(server, card, { ecomOnUntil: '', motoOnUntil: '' }, [
      '106 ecomOnUntil',
      '106 motoOnUntil',
    ]);
    expect(await setSettings(server, card, { recurringOnUntil: '' })).toMatchObject({ recurringStatus: 'ON_FOR_ONE' });
  });

  it.each([
    ['a time alone', { ecomOnUntil: SOON }],
    ['ON_UNTIL', { ecomStatus: 'ON_UNTIL', ecomOnUntil: SOON }],
    ['ON', { ecomStatus: 'ON', ecomOnUntil: SOON }],
    ['OFF', { ecomStatus: 'OFF', ecomOnUntil: SOON }],
    ['ON_FOR_ONE', { ecomStatus: 'ON_FOR_ONE', ecomOnUntil: SOON }],
  ])('set as %s is OFF after its time, and stays OFF when the time is cleared', async (_what, sent) => {
    const card = await issueCard(server);
    await setSettings(server, card, sent);
    try {
      server.clock.set('2026-11-20T08:00:01.000Z');
      const before = (await getSettingsOf(server, card)).body;
      expect(before.cardSettings).toMatchObject({ ecomStatus: 'OFF', ecomOnUntil: SOON });
      const cleared = await setSettings(server, card, { ecomOnUntil: '' });
      expect(cleared.ecomStatus).toBe('OFF');
      expect(cleared).not.toHaveProperty('ecomOnUntil');
      expect((await storedSettings(server, card))!.settings).toEqual({ ecomStatus: 'OFF' });
      expect((await authorize(server, ecommerceMessage(card))).json.Additional_Response_Data).toBe('ECOM_OFF');
    } finally {
      server.clock.set(TEST_NOW);
    }
  });

  it('applies to a switch that an older version stored with another status and a time', async () => {
    const card = await issueCard(server);
    await setSettings(server, card, {
      ecomStatus: 'ON_UNTIL',
      ecomOnUntil: TOMORROW,
      motoStatus: 'ON_UNTIL',
      motoOnUntil: TOMORROW,
    });
    await server.db.sql(
      `update account_settings set version = version + 1,
         settings = (settings::jsonb - 'motoStatus' || '{"ecomStatus":"OFF"}')::text
        where account_id = (select account_id from accounts where account_number = $1)`,
      [card.accountNumber],
    );
    expect((await getSettingsOf(server, card)).body.cardSettings).toMatchObject({
      ecomStatus: 'ON_UNTIL',
      motoStatus: 'ON_UNTIL',
    });
    await expectSettingsRefused(server, card, { ecomOnUntil: '', motoOnUntil: '' }, [
      '106 ecomOnUntil',
      '106 motoOnUntil',
    ]);
    try {
      server.clock.set('2026-11-21T08:00:00.000Z');
      const cleared = await setSettings(server, card, { ecomOnUntil: '', motoOnUntil: '' });
      expect(cleared).toMatchObject({ ecomStatus: 'OFF', motoStatus: 'OFF' });
    } finally {
      server.clock.set(TEST_NOW);
    }
  });

  it('accepts a repeated expired time in any notation, together with other fields', async () => {
    const card = await issueCard(server);
    await setSettings(server, card, {
      ecomOnUntil: SOON,
      motoStatus: 'ON_UNTIL',
      motoOnUntil: SOON,
      recurringOnUntil: SOON,
    });
    try {
      server.clock.set('2026-11-20T08:00:01.000Z');
      const { cardSettings } = (await getSettingsOf(server, card)).body;
      const changed = await setSettings(server, card, {
        ...cardSettings,
        motoOnUntil: '2026-11-20T08:00:01Z',
        dailyLimit: '7.00',
      });
      expect(changed).toEqual({ ...cardSettings, cashStatus: '', dailyLimit: '7.00' });
      // a client can send back an answer that it read before the time passed
      expect(await setSettings(server, card, { motoStatus: 'ON_UNTIL', motoOnUntil: SOON })).toEqual(changed);
      // a new status without a time removes the expired time
      const on = await setSettings(server, card, { recurringStatus: 'ON', recurringOnUntil: SOON });
      expect(on.recurringStatus).toBe('ON');
      expect(on).not.toHaveProperty('recurringOnUntil');
      await expectSettingsRefused(server, card, { ecomOnUntil: '2026-11-20T12:00:00.999+04:00' }, ['106 ecomOnUntil']);
      await expectSettingsRefused(server, card, { recurringOnUntil: SOON }, ['106 recurringOnUntil']);
    } finally {
      server.clock.set(TEST_NOW);
    }
  });

  it('is refused with 106 if its time is cleared without another status', async () => {
    const card = await issueCard(server);
    await setSettings(server, card, { ecomStatus: 'ON_UNTIL', ecomOnUntil: TOMORROW });
    await expectSettingsRefused(server, card, { ecomOnUntil: '' }, ['106 ecomOnUntil']);
    await expectSettingsRefused(server, card, { ecomStatus: 'ON_UNTIL', ecomOnUntil: '' }, ['106 ecomOnUntil']);
    const settings = await setSettings(server, card, { ecomStatus: 'OFF', ecomOnUntil: '' });
    expect(settings.ecomStatus).toBe('OFF');
    expect(settings).not.toHaveProperty('ecomOnUntil');
  });

  it.each([
    ['now', '2026-11-20T12:00:00.000+04:00'],
    ['a millisecond ago', '2026-11-20T11:59:59.999+04:00'],
    ['long ago', '1999-01-01T00:00:00.000+00:00'],
  ])('is refused with a time that is %s', async (_when, time) => {
    const card = await issueCard(server);
    await expectSettingsRefused(server, card, { purchaseOnUntil: time }, ['106 purchaseOnUntil']);
    await expectSettingsRefused(server, card, { masterStatus: 'ON_UNTIL', masterOnUntil: time }, ['106 masterOnUntil']);
  });

  it('is accepted with a time of the next millisecond', async () => {
    const card = await issueCard(server);
    expect((await setSettings(server, card, { purchaseOnUntil: '2026-11-20T12:00:00.001+04:00' })).purchaseStatus).toBe(
      'ON_UNTIL',
    );
  });
});

describe('times of settings', () => {
  it('are refused beyond the year 9999 of the bank, because the answer could not show them', async () => {
    const card = await issueCard(server);
    const last = '9999-12-31T23:59:59.999+04:00';
    expect(await setSettings(server, card, { ecomOnUntil: last })).toMatchObject({ ecomOnUntil: last });
    await expectSettingsRefused(server, card, { ecomOnUntil: '9999-12-31T23:59:59.999+00:00' }, ['106 ecomOnUntil']);
    await expectSettingsRefused(server, card, { cardPresentAllowForeignStart: '1999-12-31T00:00:00.000+00:00' }, [
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
  ])('are refused with 105: %s', async (time) => {
    const card = await issueCard(server);
    await expectSettingsRefused(server, card, { masterOnUntil: time, cardPresentAllowForeignEnd: time }, [
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
  ])('are accepted as %s, with a warning for each unusual form', async (time, expected, warnings) => {
    const card = await issueCard(server);
    const { body, http } = await updateSettingsOf(server, card, {
      cardPresentAllowForeignEnd: time,
      masterOnUntil: time,
    });
    expect(body.cardSettings).toMatchObject({ cardPresentAllowForeignEnd: expected, masterOnUntil: expected });
    expect(http.headers['contract-warnings']).toBe(warnings);
    const noDay = '2026-02-30T23:59:00.000- 05:00';
    await expectSettingsRefused(server, card, { cardPresentAllowForeignEnd: noDay }, [
      '105 cardPresentAllowForeignEnd',
    ]);
  });

  it("are shown with the bank's offset at that time", async () => {
    const card = await issueCard(server, other);
    const sent = { ecomOnUntil: '2027-03-28T00:59:59.999+00:00', motoOnUntil: '2027-03-28T01:00:00.000+00:00' };
    expect(await setSettings(server, card, sent, other)).toMatchObject({
      ecomOnUntil: '2027-03-28T01:59:59.999+01:00',
      motoOnUntil: '2027-03-28T03:00:00.000+02:00',
    });
  });
});
