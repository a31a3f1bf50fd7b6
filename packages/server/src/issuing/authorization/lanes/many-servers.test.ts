import { describe, expect, it } from 'vitest';
import { anotherServer } from '../../../testing/another-server.ts';
import { setCardStatus } from '../../../testing/cards/card-control.ts';
import {
  addCard,
  authorize,
  balances,
  ecommerceMessage,
  type IssuedCard,
  issueAccount,
  luhnNumber,
} from '../../../testing/cards/issued-cards.ts';
import { fileResource } from '../../../testing/file-resources.ts';
import { fileServer } from '../../../testing/test-server.ts';

interface Outcome {
  text: string;
  replayed: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the flat answer
  json: any;
}

describe('two servers on one database', () => {
  const first = fileServer({ CARDWRIGHT_AUTHORIZATION_LANES: '3' });
  const second = fileResource(() => anotherServer(first, { CARDWRIGHT_AUTHORIZATION_LANES: '2' }));

  async function sendMessage(at: 'first' | 'second', message: Record<string, unknown>): Promise<Outcome> {
    const app = (at === 'first' ? first.server : second).app;
    const answer = await app.inject({
      method: 'POST',
      url: '/V2/authorizations/Ecommerce',
      headers: { authorization: `Bearer ${await first.token('demo-network')}` },
      payload: message,
    });
    return { text: answer.body, replayed: answer.headers['idempotent-replayed'] === 'true', json: answer.json() };
  }
  const other = (at: number): 'first' | 'second' => (at % 2 === 0 ? 'first' : 'second');

  it('decide mixed messages of many cards and accounts of two banks with exact sums', async () => {
    const cardsInUse: { card: IssuedCard; as: string; currency: string }[] = [];
    const accounts: { accountNumber: string; as: string; fundsCheck: boolean }[] = [];
    for (let at = 0; at < 6; at++) {
      const as = at < 4 ? 'demo-bank' : 'other-bank';
      const fundsCheck = at !== 3;
      const custom = fundsCheck ? [] : [{ key: 'CN-FUNDS_CHECK_IND', value: 'N' }];
      const account = await issueAccount(first, { available: '500.00', as, custom });
      accounts.push({ accountNumber: account.accountNumber, as, fundsCheck });
      const currency = as === 'demo-bank' ? '784' : '978';
      for (let cards = 0; cards < 2; cards++)
        cardsInUse.push({ card: await addCard(first, account, { as }), as, currency });
    }
    const messages = Array.from({ length: 360 }, (_, at) => {
      const { card, currency } = cardsInUse[at % cardsInUse.length]!;
      const minor = 100 + ((at * 7_919) % 4_900);
      const fields = { Transaction_Amount_Cardholder_Billing: minor, Currency_Code_Cardholder_Billing: currency };
      return { card, minor, message: ecommerceMessage(card, fields) };
    });
    const answers = await Promise.all(messages.map(({ message }, at) => sendMessage(other(at), message)));
    for (const { accountNumber, as, fundsCheck } of accounts) {
      const ours = messages
        .map((one, at) => ({ ...one, code: answers[at]!.json.Action_Code as string }))
        .filter(({ card }) => card.accountNumber === accountNumber);
      const approved = ours.filter(({ code }) => code === '00').reduce((sum, { minor }) => sum + minor, 0);
      expect(ours.filter(({ code }) => code !== '00' && code !== '51')).toEqual([]);
      const text = (minor: number) => (minor / 100).toFixed(2);
      const remaining = `${text(50_000 - approved)} ${text(approved)} 500.00`;
      expect(await balances(first, accountNumber, as)).toBe(remaining);
      if (fundsCheck) {
        expect(approved).toBeLessThanOrEqual(50_000);
        // no declined amount would fit into the amount that remains at the end
        const declines = ours.filter(({ code }) => code === '51').map(({ minor }) => minor);
        expect(Math.min(...declines)).toBeGreaterThan(50_000 - approved);
      } else {
        expect(ours.every(({ code }) => code === '00')).toBe(true);
      }
    }
  });

  it('never spend the same money twice: ten of forty messages pass on funds for ten, ten times over', async () => {
    for (let times = 0; times < 10; times++) {
      const account = await issueAccount(first, { available: '250.00' });
      const card = await addCard(first, account);
      const messages = Array.from({ length: 40 }, () => ecommerceMessage(card));
      const answers = await Promise.all(messages.map((message, at) => sendMessage(other(at), message)));
      const codes = answers.map(({ json }) => json.Action_Code).sort();
      expect(codes).toEqual([...Array(10).fill('00'), ...Array(30).fill('51')]);
      expect(await balances(first, account.accountNumber)).toBe('0.00 250.00 250.00');
    }
  });

  it('never issue the same approval code of a bank and day twice', async () => {
    const account = await issueAccount(first, { available: '100000.00' });
    const card = await addCard(first, account);
    const messages = Array.from({ length: 400 }, () => ecommerceMessage(card));
    const answers = await Promise.all(messages.map((message, at) => sendMessage(other(at), message)));
    const codes = answers.map(({ json }) => json.Approval_Code);
    for (const code of codes) expect(code).toMatch(/^\d{6}$/);
    expect(new Set(codes).size).toBe(400);
    const [row] = await first.db.sql(
      `select count(*)::int as approved, count(distinct approval_code)::int as codes from authorizations
        where bank_id = 'DEMO' and action_code = '00'`,
    );
    expect(row).toEqual({ approved: expect.any(Number), codes: (row as { approved: number }).approved });
    expect((row as { approved: number }).approved).toBeGreaterThanOrEqual(400);
  });

  it('decide a message once that both receive ten times at the same time', async () => {
    const account = await issueAccount(first, { available: '100.00' });
    const message = ecommerceMessage(await addCard(first, account));
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => sendMessage(other(at), message)));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers.filter(({ replayed }) => replayed)).toHaveLength(19);
    expect(await balances(first, account.accountNumber)).toBe('75.00 25.00 100.00');
  });

  it('decide messages once that both receive at the same time for cards that do not exist, so that no account can be locked', async () => {
    const messages = Array.from({ length: 30 }, () =>
      ecommerceMessage({ cardNumber: luhnNumber('400000'), expiry: '3012' }),
    );
    const twice = [...messages, ...messages.toReversed()];
    const answers = await Promise.all(twice.map((message, at) => sendMessage(at < 30 ? 'first' : 'second', message)));
    expect(answers.map(({ json }) => json.Action_Code)).toEqual(Array(60).fill('14'));
    messages.forEach((_, at) => {
      expect(answers[59 - at]!.text).toBe(answers[at]!.text);
    });
    expect(answers.filter(({ replayed }) => replayed)).toHaveLength(30);
  });

  it("see each other's changes immediately: a card that one blocks, the other declines", async () => {
    const account = await issueAccount(first);
    const card = await addCard(first, account);
    expect((await sendMessage('second', ecommerceMessage(card))).json.Action_Code).toBe('00');
    await setCardStatus(first, card.exid, 'STOLEN');
    expect((await sendMessage('second', ecommerceMessage(card))).json.Action_Code).toBe('43');
    expect((await authorize(first, ecommerceMessage(card))).json.Action_Code).toBe('43');
  });
});
