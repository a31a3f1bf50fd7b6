import { describe, expect, it } from 'vitest';
import {
  expectSettingsRefused,
  getSettingsOf,
  type Sent,
  sendUpdate,
  setSettings,
  storedSettings,
  updateSettingsOf,
} from '../../testing/cards/account-settings.ts';
import { addCard, issueAccount, issueCard } from '../../testing/cards/issued-cards.ts';
import { type EnvelopeOptions, fileServer, nextMsgId, TEST_NOW } from '../../testing/test-server.ts';

const server = fileServer();

const TOMORROW = '2026-11-21T12:00:00.000+04:00';
const other: EnvelopeOptions = { as: 'other-bank' };

describe('an update of card settings', () => {
  it('changes only the fields that it contains', async () => {
    const card = await issueCard(server);
    await setSettings(server, card, { ecomStatus: 'OFF', dailyLimit: '100', cardPresentAllowBelow: 'true' });
    await setSettings(server, card, { motoStatus: 'ON', dailyLimit: '200' });
    const settings = await setSettings(server, card, { monthlyLimit: '3000', cardPresentAllowBelow: '' });
    expect(settings).toMatchObject({
      ecomStatus: 'OFF',
      motoStatus: 'ON',
      dailyLimit: '200.00',
      monthlyLimit: '3000.00',
      cardPresentAllowBelow: '',
    });
  });

  it('applies to all cards of the account, and to no cards of other accounts', async () => {
    const account = await issueAccount(server);
    const [one, two] = [await addCard(server, account), await addCard(server, account)];
    await setSettings(server, one, { masterStatus: 'OFF' });
    expect((await getSettingsOf(server, two)).body.cardSettings.masterStatus).toBe('OFF');
    expect((await getSettingsOf(server, await issueCard(server))).body.cardSettings).not.toHaveProperty('masterStatus');
  });

  it("is stored in one form: limits with the currency's decimals, instants in UTC, other values as sent", async () => {
    const card = await issueCard(server);
    await setSettings(server, card, {
      dailyLimit: '007.5',
      limit1: '0',
      ecomOnUntil: TOMORROW,
      cardPresentAllowSpecificForeignCountries: 'DE, 840',
      cashStatus: '0999',
      function1Status: 'ON_FOR_ONE',
    });
    expect(await storedSettings(server, card)).toEqual({
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

  it('writes nothing if nothing changes, and otherwise a version, a history entry and an audit row', async () => {
    const card = await issueCard(server);
    await setSettings(server, card, {});
    expect(await storedSettings(server, card)).toBeUndefined();
    await setSettings(server, card, { dailyLimit: '100', masterOnUntil: TOMORROW });
    await setSettings(server, card, {
      dailyLimit: '100.00',
      masterOnUntil: '2026-11-21T08:00:00.000+00:00',
      limit1: '',
    });
    expect((await storedSettings(server, card))!.version).toBe(1);
    await setSettings(server, card, { masterStatus: 'OFF', dailyLimit: '' });
    await setSettings(server, card, { masterStatus: 'OFF' });
    expect(await storedSettings(server, card)).toMatchObject({ version: 2, settings: { masterStatus: 'OFF' } });
    const history = await server.db.sql<{ change: string }>(
      `select change from account_changes c join accounts a using (account_id)
        where a.account_number = $1 and kind = 'SETTINGS' order by c.sequence`,
      [card.accountNumber],
    );
    const by = 'demo-bank';
    expect(history.map(({ change }) => JSON.parse(change))).toEqual([
      { patch: { dailyLimit: '100.00', masterStatus: 'ON_UNTIL', masterOnUntil: '2026-11-21T08:00:00.000Z' }, by },
      { patch: { dailyLimit: '', masterStatus: 'OFF', masterOnUntil: '' }, by },
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

  it('changes nothing if one field is invalid, and reports all findings at once', async () => {
    const card = await issueCard(server);
    await setSettings(server, card, { cardPresentAllowForeignEnd: '2026-12-01T00:00:00.000+04:00', dailyLimit: '100' });
    await expectSettingsRefused(server, card, { dailyLimit: '200', ecomStatus: 'MAYBE' }, ['106 ecomStatus']);
    await expectSettingsRefused(
      server,
      card,
      {
        // faults that the schema finds
        ecomStatus: 'MAYBE',
        cardPresentAllowAnyForeign: 'yes',
        monthlyLimit: '-5',
        // faults of the currency, the clock, the list of countries, the stored end of a range, and of one field against another
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

  it('reports findings about fields with an invalid account number, but only 303 with an unknown card', async () => {
    const bad = { dailyLimit: '1.001', masterOnUntil: '2026-11-20T00:00:00.000+04:00' };
    const broken = await sendUpdate(server, { accountNumber: '4000', cardSettings: bad });
    expect(broken.body.errors.map(({ path }: { path: string }) => path)).toEqual([
      'body.accountNumber',
      'body.cardSettings.masterOnUntil',
    ]);
    const unknown = await sendUpdate(server, { accountNumber: '4000009999999990', cardSettings: bad });
    expect(unknown.exception.error_code).toBe('303');
  });

  it('changes nothing without cardSettings, and succeeds with a contract warning', async () => {
    const card = await issueCard(server);
    await setSettings(server, card, { ecomStatus: 'OFF', dailyLimit: '100' });
    const before = await getSettingsOf(server, card);
    const changes = () =>
      server.db.sql(`select count(*) from audit_log where subject = $1 and outcome = 'settings changed'`, [
        `account:${card.accountNumber}`,
      ]);
    const counted = await changes();
    const { exception, body, http } = await sendUpdate(server, { accountNumber: card.cardNumber, appName: 'APP' });
    expect([exception.error_code, exception.status, http.headers['contract-warnings']]).toEqual(['000', 'S', '1']);
    expect(exception).toMatchObject({ data: before.body.cardFeatureChecksum });
    expect(body.cardSettings).toMatchObject({ ecomStatus: 'OFF', dailyLimit: '100.00' });
    expect((await getSettingsOf(server, card)).body).toEqual(before.body);
    expect(await changes()).toEqual(counted);
    const response = await server.request({ method: 'GET', url: '/V2/contract-warnings', as: 'demo-bank' });
    expect(response.json.warnings).toContainEqual(
      expect.objectContaining({ path: 'body.cardSettings', rule: 'settings-absent' }),
    );
    const stale = { accountNumber: card.cardNumber, cardFeatureChecksum: '0'.repeat(64) };
    expect((await sendUpdate(server, stale)).exception.error_code).toBe('421');
  });

  it('requires cardSettings to be an object if it is sent', async () => {
    const card = await issueCard(server);
    for (const [cardSettings, code] of [
      [null, '105'],
      [[], '105'],
      ['OFF', '105'],
    ] as const) {
      const { body } = await sendUpdate(server, { accountNumber: card.cardNumber, cardSettings });
      expect(body.errors).toEqual([{ path: 'body.cardSettings', code, message: expect.any(String) }]);
    }
  });

  it('ignores inherited object members such as __proto__, with a warning', async () => {
    const card = await issueCard(server);
    const cardSettings = JSON.parse('{"__proto__":{"masterStatus":"OFF"},"constructor":"x","toString":"y"}');
    const { body, http } = await updateSettingsOf(server, card, cardSettings);
    expect(http.headers['contract-warnings']).toBe('3');
    expect(body.cardSettings).not.toHaveProperty('masterStatus');
    expect(await storedSettings(server, card)).toBeUndefined();
  });
});

describe('an update of settings that depend on the configuration', () => {
  it("is refused with an unknown merchant group, or with a name that is not the group's", async () => {
    const card = await issueCard(server, other);
    const [ID, NAME] = ['merchantGroupProfileId', 'merchantGroupProfileName'] as const;
    const refused = (sent: Sent, expected: string[]) => expectSettingsRefused(server, card, sent, expected, other);
    await refused({ [ID]: 'BARS' }, [`106 ${ID}`]);
    await refused({ [ID]: 'GROCERIES', [NAME]: 'No travel' }, [`106 ${NAME}`]);
    await refused({ [NAME]: 'Groceries only' }, [`106 ${NAME}`]);
    const settings = await setSettings(server, card, { [ID]: 'GROCERIES', [NAME]: 'Groceries only' }, other);
    expect(settings).toMatchObject({ [ID]: 'GROCERIES', [NAME]: 'Groceries only' });
    // the name follows the id
    const moved = await setSettings(server, card, { [ID]: 'NO-TRAVEL' }, other);
    expect(moved).toMatchObject({ [ID]: 'NO-TRAVEL', [NAME]: 'No travel' });
    await refused({ [ID]: 'NO-TRAVEL', [NAME]: 'Groceries only' }, [`106 ${NAME}`]);
    expect(await setSettings(server, card, { [NAME]: 'No travel' }, other)).toEqual(moved);
    const cleared = await setSettings(server, card, { [ID]: '' }, other);
    expect(cleared).not.toHaveProperty(ID);
    expect(cleared).not.toHaveProperty(NAME);
  });

  it('stores merchant groups and functions that are not configured as sent, with a warning for each', async () => {
    const demo = await issueCard(server);
    const group = { merchantGroupProfileId: 'G', merchantGroupProfileName: 'Any name' };
    const answer = await updateSettingsOf(server, demo, { ...group, function2Status: 'OFF' });
    expect(answer.http.headers['contract-warnings']).toBe('2');
    expect(answer.body.cardSettings).toMatchObject(group);
    const card = await issueCard(server, other);
    const sent = { function1Status: 'OFF', function2Status: 'OFF', function2OnUntil: TOMORROW, function3Status: 'OFF' };
    const { body, http } = await updateSettingsOf(server, card, sent, other);
    expect(http.headers['contract-warnings']).toBe('2');
    expect(body.cardSettings.function2Status).toBe('ON_UNTIL');
    const { json } = await server.request({ method: 'GET', url: '/V2/contract-warnings', as: 'other-bank' });
    const response = json.warnings as unknown as Record<string, string>[];
    expect(response.filter(({ rule }) => rule === 'control-not-configured').map(({ path }) => path)).toEqual(
      expect.arrayContaining(['body.cardSettings.function2Status', 'body.cardSettings.function2OnUntil']),
    );
    const off = { function2Status: 'OFF', function2OnUntil: '' };
    expect((await updateSettingsOf(server, card, off, other)).http.headers['contract-warnings']).toBe('1');
    // the bank has no merchant groups, so it has no name for the new id
    const renamed = await updateSettingsOf(server, demo, { merchantGroupProfileId: 'H' });
    expect(renamed.body.cardSettings).toMatchObject({ merchantGroupProfileId: 'H' });
    expect(renamed.body.cardSettings).not.toHaveProperty('merchantGroupProfileName');
  });
});

describe('exception_details', () => {
  it('have three more members: trace, type and data', async () => {
    const card = await issueCard(server);
    const success = await updateSettingsOf(server, card, { masterStatus: 'ON' });
    const requestId = success.http.headers['x-request-id'];
    const { cardFeatureChecksum } = (await getSettingsOf(server, card)).body;
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
    const refused = await updateSettingsOf(server, card, { limit1: 'x', limit2: 'y' });
    expect(refused.exception).toMatchObject({ type: 'REQUEST', data: 'body.cardSettings.limit1' });
    const missing = await sendUpdate(server, { accountNumber: '4000009999999990', cardSettings: {} });
    expect(missing.exception).toMatchObject({ error_code: '303', type: 'NOT_FOUND', data: '' });
    const stranger = await updateSettingsOf(server, card, {}, { as: 'demo-network', header: { bank_id: 'DEMO' } });
    expect(stranger.exception).toMatchObject({ error_code: '202', type: 'ACCESS', data: '' });
    const stale = await sendUpdate(server, {
      accountNumber: card.cardNumber,
      cardSettings: { masterStatus: 'OFF' },
      cardFeatureChecksum: '0'.repeat(64),
    });
    expect(stale.http.status).toBe(409);
    expect(stale.exception).toMatchObject({ error_code: '421', type: 'CONFLICT', data: cardFeatureChecksum });
    expect(stale.body.errors).toEqual([{ path: '', code: '421', message: 'Changed by somebody else meanwhile' }]);
  });

  it('contain the sent request id, and no additional members for other operations', async () => {
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

describe('a repeated update of card settings', () => {
  it('gets its first answer, even if its time has expired and the settings have changed', async () => {
    const card = await issueCard(server);
    const more = { header: { msg_id: nextMsgId() } };
    const before = (await getSettingsOf(server, card)).body.cardFeatureChecksum;
    const body = {
      accountNumber: card.cardNumber,
      cardSettings: {
        ecomOnUntil: '2026-11-20T12:00:01.000+04:00',
        function1Status: 'OFF',
        merchantGroupProfileId: 'G',
      },
      cardFeatureChecksum: before,
    };
    const first = await sendUpdate(server, body, more);
    expect(first.exception.error_code).toBe('000');
    await setSettings(server, card, { ecomStatus: 'OFF' });
    try {
      server.clock.advance(60_000);
      const again = await sendUpdate(server, body, more);
      expect(again.http.headers['idempotent-replayed']).toBe('true');
      expect(again.http.headers['contract-warnings']).toBe(first.http.headers['contract-warnings']);
      expect(again.body).toEqual(first.body);
      const data = (exception: object) => (exception as { data?: string }).data;
      expect(data(again.exception)).toBe(data(first.exception));
      expect(data(again.exception)).toMatch(/^[0-9a-f]{64}$/);
    } finally {
      server.clock.set(TEST_NOW);
    }
    expect((await getSettingsOf(server, card)).body.cardSettings.ecomStatus).toBe('OFF');
  });
});
