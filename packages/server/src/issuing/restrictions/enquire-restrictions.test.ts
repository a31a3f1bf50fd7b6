import { beforeEach, describe, expect, it } from 'vitest';
import {
  addCard,
  type IssuedCard,
  issueAccount,
  issueCard,
  sameMaskNumbers,
} from '../../testing/cards/issued-cards.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { type EnvelopeOptions, fileServer, TEST_NOW } from '../../testing/test-server.ts';

describe('restriction enquiry', () => {
  const server = fileServer();
  let card: IssuedCard;
  const account = fileResource(() => issueAccount(server));
  beforeEach(async () => {
    server.clock.set(TEST_NOW);
    card = await addCard(server, account);
  });

  const named = (id: string, type = 'EXID') => ({ card_identifier_id: id, card_identifier_type: type });
  const enquire = (id: string, more: EnvelopeOptions & { type?: string } = {}) =>
    server.envelope('restrictions.enquire-restrictions', named(id, more.type), more);
  const set = async (restriction: Record<string, unknown>, exid = card.exid, as = 'demo-bank') => {
    const body = { ...named(exid), restriction };
    const { exception } = await server.envelope('restrictions.set-restriction', body, { as });
    expect(exception.error_code).toBe('000');
  };
  const inForce = async (exid = card.exid, as = 'demo-bank') => (await enquire(exid, { as })).body.restrictions;

  it('returns empty lists for a card that never had a restriction', async () => {
    const { http, header, body } = await enquire(card.exid);
    expect(http.status).toBe(200);
    expect(header).toMatchObject({ msg_function: 'REP_GET_RESTRICTION_USAGE_DETAILS', msg_type: 'ENQUIRY' });
    expect(Object.keys(http.json.GwSrvResponse as object)).toEqual(['response_get_restriction_usage_details']);
    expect(body).toEqual({
      card_identifier_id: card.exid,
      card_identifier_type: 'EXID',
      restrictions: [],
      history: [],
    });
  });

  it('returns one entry for each type, in the order of the types, and every change, newest first', async () => {
    const list = { restriction_type: 'INTERNATIONAL_SPECIFIC_COUNTRIES', allowed_values: ' DEU, 250' };
    await set(list);
    await set({ restriction_type: 'ANY' });
    server.clock.set('2026-11-20T08:30:00.250Z');
    await set({ restriction_type: 'MOTO', isAllowed: true, end_date: '2026-12-31' });
    server.clock.set('2026-11-21T21:00:00.000Z');
    await set({ restriction_type: 'ANY', isAllowed: true });
    const { body } = await enquire(card.exid);
    expect(body.restrictions).toEqual([
      { restriction_type: 'MOTO', isAllowed: true, end_date: '2026-12-31' },
      { restriction_type: 'ANY', isAllowed: true },
      { ...list, isAllowed: true },
    ]);
    const by = { changed_by: 'demo-bank' };
    expect(body.history).toEqual([
      { restriction_type: 'ANY', isAllowed: true, changed_at: '2026-11-22T01:00:00.000+04:00', ...by },
      {
        restriction_type: 'MOTO',
        isAllowed: true,
        end_date: '2026-12-31',
        changed_at: '2026-11-20T12:30:00.250+04:00',
        ...by,
      },
      { restriction_type: 'ANY', isAllowed: false, changed_at: '2026-11-20T12:00:00.000+04:00', ...by },
      { ...list, isAllowed: true, changed_at: '2026-11-20T12:00:00.000+04:00', ...by },
    ]);
  });

  it('shows the later entry while it is in force, and then the earlier one again, to the millisecond', async () => {
    await set({ restriction_type: 'ATM' });
    await set({ restriction_type: 'ATM', isAllowed: true, end_date: '2026-11-22' });
    await set({ restriction_type: 'ATM', isAllowed: false, end_date: '2026-11-21' });
    const restrictions: Record<string, unknown[]> = {};
    for (const instant of [
      '2026-11-21T19:59:59.999Z',
      '2026-11-21T20:00:00.000Z',
      '2026-11-22T19:59:59.999Z',
      '2026-11-22T20:00:00.000Z',
    ]) {
      server.clock.set(instant);
      restrictions[instant] = await inForce();
    }
    expect(restrictions).toEqual({
      '2026-11-21T19:59:59.999Z': [{ restriction_type: 'ATM', isAllowed: false, end_date: '2026-11-21' }],
      '2026-11-21T20:00:00.000Z': [{ restriction_type: 'ATM', isAllowed: true, end_date: '2026-11-22' }],
      '2026-11-22T19:59:59.999Z': [{ restriction_type: 'ATM', isAllowed: true, end_date: '2026-11-22' }],
      '2026-11-22T20:00:00.000Z': [{ restriction_type: 'ATM', isAllowed: false }],
    });
    expect((await enquire(card.exid)).body.history).toHaveLength(3);
  });

  it.each([
    ['the day of 23 hours', '2027-03-28', '2027-03-28T22:00:00.000Z', '+02:00'],
    ['the day of 25 hours', '2027-10-31', '2027-10-31T23:00:00.000Z', '+01:00'],
  ])("uses the bank's time zone: Berlin, %s", async (_what, end_date, ends, offset) => {
    const as = 'other-bank';
    const { exid } = await issueCard(server, { as });
    server.clock.set(new Date(Date.parse(ends) - 1).toISOString());
    // creates the partitions of the months that the clock skipped
    await server.server.periodicJobs.runDue();
    await set({ restriction_type: 'NFC', end_date }, exid, as);
    expect(await inForce(exid, as)).toEqual([{ restriction_type: 'NFC', isAllowed: false, end_date }]);
    server.clock.set(ends);
    const { body } = await enquire(exid, { as });
    expect(body.restrictions).toEqual([]);
    expect(body.history).toEqual([
      {
        restriction_type: 'NFC',
        isAllowed: false,
        end_date,
        changed_at: `${end_date}T23:59:59.999${offset}`,
        changed_by: 'other-bank',
      },
    ]);
  });

  it('shows the newest 1,000 changes, and all entries in force, however old', async () => {
    await set({ restriction_type: 'INTERNATIONAL_SPECIFIC_COUNTRIES', allowed_values: 'DE' });
    await set({ restriction_type: 'ATM' });
    await server.db.sql(
      `insert into card_restrictions
       select account_id, card_id, n, bank_id, 'ATM', n % 2 = 0, '2026-11-19', null, 'demo-bank', now(), bucket
         from cards, generate_series(3, 1002) as n where exid = $1`,
      [card.exid],
    );
    const { restrictions, history } = (await enquire(card.exid)).body;
    expect(restrictions).toEqual([
      { restriction_type: 'ATM', isAllowed: false },
      { restriction_type: 'INTERNATIONAL_SPECIFIC_COUNTRIES', isAllowed: true, allowed_values: 'DE' },
    ]);
    expect(history).toHaveLength(1_000);
    expect(history.every((change: { end_date?: string }) => change.end_date === '2026-11-19')).toBe(true);
  });

  it('separates the cards of one account', async () => {
    const other = await addCard(server, account);
    await set({ restriction_type: 'ATM' });
    expect(await inForce(other.exid)).toEqual([]);
  });

  it('is available for a closed card', async () => {
    await set({ restriction_type: 'ATM' });
    const status = { type: 'card_status', value: 'CLOSED' };
    await server.envelope('cards.change-status', { ...named(card.exid), status });
    expect(await inForce()).toEqual([{ restriction_type: 'ATM', isAllowed: false }]);
  });

  it('returns an EXID as sent, and a card number masked', async () => {
    const starred = card.masked.replaceAll('X', '*');
    for (const [id, type, repeated] of [
      [card.exid, 'EXID', card.exid],
      [card.cardNumber, 'CONTRACT_NUMBER', card.masked],
      [starred, 'CONTRACT_NUMBER', starred],
      [card.cardNumber, 'CONTRACT_NUMBER/EXID', card.masked],
    ] as const) {
      const { http, body } = await enquire(id, { type });
      expect(body).toMatchObject({ card_identifier_id: repeated, card_identifier_type: type });
      expect(http.text).not.toContain(card.cardNumber);
    }
    expect(server.logs.join('')).not.toContain(card.cardNumber);
  });

  it('returns 310 if a masked number matches several cards', async () => {
    const [first, second] = sameMaskNumbers('400000', 2) as [string, string];
    const { masked } = await addCard(server, account, { number: first });
    await addCard(server, account, { number: second });
    expect((await enquire(masked, { type: 'CONTRACT_NUMBER' })).exception.error_code).toBe('310');
  });
});
