import { describe, expect, it } from 'vitest';
import { setCardStatus } from '../../../testing/cards/card-control.ts';
import { type IssuedCard, issueCard } from '../../../testing/cards/issued-cards.ts';
import { restrictCard, spend, update } from '../../../testing/decisions/backtests.ts';
import { recordMoment, requestMoment } from '../../../testing/moments.ts';
import { creditBody } from '../../../testing/requests/bank-requests.ts';
import { fileServer, TEST_NOW } from '../../../testing/test-server.ts';

const server = fileServer();

const MINUTE_MS = 60_000;
const minuteLater = () => server.clock.advance(MINUTE_MS);
const end = (reference: unknown, ending: string, payload: object) =>
  server.request({ method: 'POST', url: `/V2/authorizations/${reference}/${ending}`, as: 'demo-bank', payload });
const setStatus = (card: IssuedCard, value: string) => setCardStatus(server, card.exid, value);

interface AccountMoment {
  balances: { amount: string }[];
  state: { at: string; card_settings: Record<string, string>; cards: Record<string, unknown>[] };
}
const at = async (card: IssuedCard, moment: Date | string, as?: string) => {
  const { status, json } = await requestMoment(server, card.accountNumber, moment, as);
  return { status, json, moment: json as unknown as AccountMoment };
};
const amounts = ({ balances }: AccountMoment) => balances.map(({ amount }) => amount).join(' ');

describe('an account at a moment', () => {
  it('shows funds, counters, settings, cards and restrictions as they were before each change and after it', async () => {
    server.clock.set(TEST_NOW);
    const card = await issueCard(server, { available: '1000.00' });
    const openTime = server.clock.now();
    minuteLater();
    await update(server, card, { dailyLimit: '500.00', ecomStatus: 'ON_FOR_ONE' });
    await restrictCard(server, card, { restriction_type: 'ATM', isAllowed: false, end_date: '2026-11-20' });
    const set = server.clock.now();
    minuteLater();
    const first = await spend(server, card, 10_000);
    await update(server, card, { ecomStatus: 'ON' });
    const second = await spend(server, card, 20_000);
    expect([first.json.Action_Code, second.json.Action_Code]).toEqual(['00', '00']);
    const useTime = server.clock.now();
    minuteLater();
    await end(first.json.Retrieval_Reference_Number, 'reversal', { amount: '30.00' });
    await end(second.json.Retrieval_Reference_Number, 'completion', { amount: '170.00' });
    const endTime = server.clock.now();
    minuteLater();
    await setStatus(card, 'BLOCKED');
    await server.envelope('accounts.post-transaction', creditBody(card.accountNumber));

    const beginning = await at(card, openTime);
    expect(beginning.status).toBe(200);
    expect(amounts(beginning.moment)).toBe('1000.00 0.00 1000.00');
    expect(beginning.moment.state).toMatchObject({
      at: '2026-11-20T08:00:00.000Z',
      card_settings: { dailyLimit: '', dailyCounter: '0.00' },
      cards: [{ card_identifier_id: card.exid, card_status: 'ACTIVE', restrictions: [] }],
    });
    expect((await at(card, set)).moment.state).toMatchObject({
      card_settings: { dailyLimit: '500.00', ecomStatus: 'ON_FOR_ONE' },
      cards: [{ restrictions: [{ restriction_type: 'ATM', isAllowed: false, end_date: '2026-11-20' }] }],
    });
    const afterwards = (await at(card, useTime)).moment;
    expect(amounts(afterwards)).toBe('700.00 300.00 1000.00');
    expect(afterwards.state.card_settings).toMatchObject({ ecomStatus: 'ON', dailyCounter: '300.00' });
    // 30.00 of the first were reversed, and 30.00 of the second were not debited
    const final = (await at(card, endTime)).moment;
    expect(amounts(final)).toBe('760.00 70.00 830.00');
    expect(final.state.card_settings).toMatchObject({ dailyCounter: '240.00' });
    expect(final.state.cards).toMatchObject([{ card_status: 'ACTIVE' }]);
    expect((await at(card, server.clock.now())).moment.state.cards).toMatchObject([{ card_status: 'BLOCKED' }]);
  });

  it('equals the responses of that time, even for replaced and renewed cards and after windows ended', async () => {
    server.clock.set(TEST_NOW);
    const card = await issueCard(server, { available: '1000.00' });
    const moments = [await recordMoment(server, card)];
    minuteLater();
    await spend(server, card, 12_345);
    await restrictCard(server, card, {
      restriction_type: 'INTERNATIONAL_SPECIFIC_COUNTRIES',
      allowed_values: 'FRA,276',
      end_date: '2026-11-21',
    });
    moments.push(await recordMoment(server, card));
    minuteLater();
    const replacement = await setStatus(card, 'REPLACED');
    const exid = replacement.body.replacement.card_identifier_id as string;
    moments.push(await recordMoment(server, { ...card, exid }));
    server.clock.advance(3 * 86_400_000);
    moments.push(await recordMoment(server, { ...card, exid }));
    minuteLater();
    await setStatus({ ...card, exid }, 'REPLACED');
    for (const moment of moments) expect(await readAgain(moment)).toEqual(moment.answers);
  });

  const readAgain = async (moment: { accountNumber: string; at: Date }) =>
    (await requestMoment(server, moment.accountNumber, moment.at)).json;

  it('is refused in the future, before the account opened, for another bank, and for an invalid time', async () => {
    server.clock.set(TEST_NOW);
    const card = await issueCard(server);
    const future = await at(card, new Date(Date.parse(TEST_NOW) + 1));
    expect(future.status).toBe(400);
    expect(future.json.errors).toEqual([{ path: 'at', code: '106', message: 'must not lie in the future' }]);
    const answer = await at(card, new Date(Date.parse(TEST_NOW) - 1));
    const message = "must not be before 2026-11-20T08:00:00.000Z, when the account's history begins";
    expect(answer.json.errors).toEqual([{ path: 'at', code: '106', message }]);
    expect((await at(card, TEST_NOW, 'other-bank')).json.error_code).toBe('302');
    expect((await at(card, 'yesterday')).json).toMatchObject({ errors: [{ path: 'at', code: '105' }] });
  });
});
