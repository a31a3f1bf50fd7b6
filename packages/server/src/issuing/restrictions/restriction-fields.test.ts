import { describe, expect, it } from 'vitest';
import { IN_FRANCE, IN_GERMANY, reasonOf } from '../../testing/cards/card-control.ts';
import { addCard, issueAccount } from '../../testing/cards/issued-cards.ts';
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

const { set, enquire, stored } = restrictionsOn(() => server);

describe('isAllowed', () => {
  it.each(EVERY_RESTRICTION)('means false for %s if it is absent, but true for a list of countries', async (type) => {
    const { exid } = await addCard(server, account);
    const order = { restriction_type: type, ...(type === COUNTRIES && { allowed_values: 'DE' }) };
    await set(exid, order);
    expect((await enquire(exid)).restrictions).toEqual([{ ...order, isAllowed: type === COUNTRIES }]);
  });

  it.each([true, false])('is stored as sent if it is %s, even for a list of countries', async (isAllowed) => {
    const { exid } = await addCard(server, account);
    const atm = { restriction_type: 'ATM', isAllowed };
    const list = { restriction_type: COUNTRIES, isAllowed, allowed_values: 'DE' };
    await set(exid, list);
    await set(exid, atm);
    expect((await enquire(exid)).restrictions).toEqual([atm, list]);
  });

  it.each(['true', 1, null, ''])('is refused with 105 if it is no boolean: %j', async (isAllowed) => {
    const { body } = await set(card.exid, { restriction_type: 'ATM', isAllowed });
    expect(body.errors).toEqual([
      { path: 'body.restriction.isAllowed', code: '105', message: 'must be true or false' },
    ]);
  });
});

describe('end_date', () => {
  const past = { path: 'body.restriction.end_date', code: '106', message: 'must not lie in the past' };

  it('may be today, until local midnight of the bank, and not the day before', async () => {
    const { exid } = await addCard(server, account);
    const tries: [string, string, string][] = [
      ['2026-11-20T19:59:59.999Z', '2026-11-20', '000'],
      ['2026-11-20T19:59:59.999Z', '2026-11-19', '106'],
      ['2026-11-20T20:00:00.000Z', '2026-11-20', '106'],
      ['2026-11-20T20:00:00.000Z', '2026-11-21', '000'],
    ];
    for (const [now, end_date, code] of tries) {
      server.clock.set(now);
      const { http, exception, body } = await set(exid, { restriction_type: 'ATM', end_date });
      expect([now, end_date, exception.error_code]).toEqual([now, end_date, code]);
      if (code === '106') expect([http.status, body.errors]).toEqual([400, [past]]);
    }
    server.clock.set(TEST_NOW);
    expect((await stored(exid))!.restrictions_version).toBe(2);
  });

  it.each(['2027-02-29', '20261231', ''])('is refused with 105 if it is no date: %j', async (end_date) => {
    expect((await set(card.exid, { restriction_type: 'ATM', end_date })).body.errors).toEqual([
      { path: 'body.restriction.end_date', code: '105', message: 'must be a date YYYY-MM-DD' },
    ]);
  });

  it('does not affect a repeat after the end date, which gets the stored answer without a body', async () => {
    const { exid } = await addCard(server, account);
    const order = { restriction_type: 'ATM', end_date: '2026-11-20' };
    const header = { msg_id: 'SENT-TWICE' };
    const first = await set(exid, order, { header });
    server.clock.set('2026-12-01T08:00:00.000Z');
    const again = await set(exid, order, { header });
    const other = await set(exid, { ...order, end_date: '2026-12-01' }, { header });
    server.clock.set(TEST_NOW);
    expect(first.exception.error_code).toBe('000');
    expect(again.exception.error_code).toBe('000');
    expect(again.http.headers['idempotent-replayed']).toBe('true');
    expect(again.http.text).toBe(first.http.text.replaceAll('20/11/2026 12:00:00', '01/12/2026 12:00:00'));
    expect(again.body).toBeUndefined();
    expect(other.exception).toMatchObject({ error_code: '108', error_description: 'Duplicate Message ID' });
    expect((await stored(exid))!.restrictions_version).toBe(1);
  });
});

describe('allowed_values', () => {
  const path = 'body.restriction.allowed_values';

  it.each([
    ['DE', ['DE']],
    ['DE,FR,GB', ['DE', 'FR', 'GB']],
    ['DEU, FRA ,GBR', ['DE', 'FR', 'GB']],
    ['276,250', ['DE', 'FR']],
    ['AE,USA,004', ['AE', 'US', 'AF']],
    [Array(33).fill('DE').join(','), Array(33).fill('DE')],
  ])('is accepted as %s, and returned as sent', async (allowed_values, countries) => {
    const { exid } = await addCard(server, account);
    await set(exid, { restriction_type: COUNTRIES, allowed_values });
    const { restrictions, history } = await enquire(exid);
    expect(restrictions).toEqual([{ restriction_type: COUNTRIES, isAllowed: true, allowed_values }]);
    expect(history).toMatchObject([{ allowed_values }]);
    const entries = JSON.parse((await stored(exid))!.restrictions as string);
    expect(entries).toEqual([{ type: COUNTRIES, isAllowed: true, countries }]);
  });

  it.each([
    ['an unknown country', 'DE,XX', '106'],
    ['an empty entry', 'DE,,FR', '106'],
    ['a comma at the end', 'DE,', '106'],
    ['more than 100 characters', Array(34).fill('DE').join(','), '104'],
    ['a list', ['DE'], '105'],
    ['null', null, '105'],
  ])('is refused with %s', async (_what, allowed_values, code) => {
    const { exid } = await addCard(server, account);
    const { http, body } = await set(exid, { restriction_type: COUNTRIES, allowed_values });
    expect(http.status).toBe(400);
    expect(body.errors).toEqual([{ path, code, message: expect.any(String) }]);
    expect(await stored(exid)).toEqual({ restrictions: '[]', restrictions_version: 0 });
  });

  it.each([
    ['absent', {}],
    ['a blank, and isAllowed true', { allowed_values: ' ', isAllowed: true }],
  ])('lifts a list without an end if it is %s, and is shown as an entry without countries', async (_what, order) => {
    const issued = await addCard(server, account);
    await set(issued.exid, { restriction_type: COUNTRIES, allowed_values: 'DE' });
    expect(await reasonOf(server, issued, IN_FRANCE)).toBe('RESTRICTED_COUNTRY');
    expect((await set(issued.exid, { restriction_type: COUNTRIES, ...order })).http.status).toBe(200);
    expect(await reasonOf(server, issued, IN_FRANCE)).toBe('APPROVED');
    expect((await enquire(issued.exid)).restrictions).toEqual([{ restriction_type: COUNTRIES, isAllowed: true }]);
    const entries = JSON.parse((await stored(issued.exid))!.restrictions as string);
    expect(entries).toEqual([{ type: COUNTRIES, isAllowed: true }]);
  });

  it('lifts the list until the end date if it is absent', async () => {
    const issued = await addCard(server, account);
    await set(issued.exid, { restriction_type: COUNTRIES, allowed_values: 'DE' });
    await set(issued.exid, { restriction_type: COUNTRIES, end_date: '2026-11-20' });
    expect(await reasonOf(server, issued, IN_FRANCE)).toBe('APPROVED');
    server.clock.set('2026-11-20T20:00:00.000Z');
    expect(await reasonOf(server, issued, IN_FRANCE)).toBe('RESTRICTED_COUNTRY');
    server.clock.set(TEST_NOW);
  });

  it('makes exceptions to a refused INTERNATIONAL', async () => {
    const issued = await addCard(server, account);
    await set(issued.exid, { restriction_type: 'INTERNATIONAL' });
    await set(issued.exid, { restriction_type: COUNTRIES, allowed_values: 'DE' });
    const reasons = [await reasonOf(server, issued, IN_GERMANY), await reasonOf(server, issued, IN_FRANCE)];
    expect(reasons).toEqual(['APPROVED', 'RESTRICTED_INTERNATIONAL']);
    await set(issued.exid, { restriction_type: COUNTRIES });
    expect(await reasonOf(server, issued, IN_GERMANY)).toBe('RESTRICTED_INTERNATIONAL');
  });

  it('is checked together with all other fields', async () => {
    const order = { restriction_type: COUNTRIES, isAllowed: 'no', end_date: 'tomorrow', allowed_values: 'XX' };
    const { body } = await set(card.exid, order);
    expect(body.errors.map((error: SentRestriction) => `${error.code} ${error.path}`)).toEqual([
      '105 body.restriction.isAllowed',
      '105 body.restriction.end_date',
      '106 body.restriction.allowed_values',
    ]);
    const late = await set(card.exid, { ...order, end_date: '2026-11-19' });
    expect(late.body.errors.map((error: SentRestriction) => `${error.code} ${error.path}`)).toEqual([
      '105 body.restriction.isAllowed',
      '106 body.restriction.allowed_values',
      '106 body.restriction.end_date',
    ]);
  });
});
