import { describe, expect, it } from 'vitest';
import {
  type AccountOptions,
  authorize,
  balances,
  ecommerceMessage,
  issueCard,
  luhnNumber,
} from '../../../testing/cards/issued-cards.ts';
import { type Answer, fileServer } from '../../../testing/test-server.ts';

type Kind = 'reversal' | 'completion';

describe('the end of a reservation', () => {
  const server = fileServer();

  const end = (kind: Kind, reference: string, body?: object, { as = 'reading-network', key = '' } = {}) =>
    server.request({
      method: 'POST',
      url: `/V2/authorizations/${reference}/${kind}`,
      as,
      ...(key !== '' && { headers: { 'idempotency-key': key } }),
      ...(body !== undefined && { payload: body }),
    });

  /** Issues an account of 100.00 and reserves 25.00 on it. */
  async function reserve(options: AccountOptions = {}, fields: Record<string, unknown> = {}) {
    const card = await issueCard(server, { available: '100.00', ...options });
    const message = ecommerceMessage(card, fields);
    const answer = await authorize(server, message, 'reading-network');
    expect(answer.json.Action_Code).toBe('00');
    return { card, message, reference: String(message.Retrieval_Reference_Number), account: card.accountNumber };
  }

  function expectRefusal(answer: Answer, code: string, detail: string): void {
    expect(answer.json).toMatchObject({ error_code: code, detail });
    expect(answer.status).toBe({ '105': 400, '311': 404, '420': 409 }[code]);
  }

  describe('by reversal', () => {
    it('returns the whole amount, even without a body', async () => {
      const { reference, account } = await reserve();
      const { status, json } = await end('reversal', reference);
      expect(status).toBe(200);
      expect(json).toEqual({
        retrieval_reference_number: reference,
        state: 'REVERSED',
        currency: 'AED',
        amount: '25.00',
        reserved_amount: '0.00',
        available_amount: '100.00',
      });
      expect(await balances(server, account)).toBe('100.00 0.00 100.00');
    });

    it('returns a part, then another, then the rest', async () => {
      const { reference, account } = await reserve();
      expect((await end('reversal', reference, { amount: '10.00' })).json).toEqual({
        retrieval_reference_number: reference,
        state: 'RESERVED',
        currency: 'AED',
        amount: '10.00',
        reserved_amount: '15.00',
        available_amount: '85.00',
      });
      expect(await balances(server, account)).toBe('85.00 15.00 100.00');
      expect((await end('reversal', reference, { amount: '0.01' })).json.reserved_amount).toBe('14.99');
      expect((await end('reversal', reference, {})).json).toMatchObject({ state: 'REVERSED', amount: '14.99' });
      expect(await balances(server, account)).toBe('100.00 0.00 100.00');
    });

    it('never returns more than is still reserved', async () => {
      const { reference, account } = await reserve();
      await end('reversal', reference, { amount: '20.00' });
      const more = await end('reversal', reference, { amount: '5.01' });
      expectRefusal(more, '420', 'The amount is more than what is still reserved');
      expect(await balances(server, account)).toBe('95.00 5.00 100.00');
    });

    it.each(['0.00', '1.001', '-1.00', 'all', '1e1', ''])('refuses the amount %j', async (amount) => {
      const { reference, account } = await reserve();
      const { status, json } = await end('reversal', reference, { amount });
      expect(status).toBe(400);
      expect(json).toMatchObject({ error_code: '105', errors: [{ path: 'amount', code: '105' }] });
      expect(await balances(server, account)).toBe('75.00 25.00 100.00');
    });
  });

  describe('by completion', () => {
    it.each([
      ['the reserved amount by default', {}, '25.00', '75.00 0.00 75.00'],
      ['exactly the reserved amount', { amount: '25.00' }, '25.00', '75.00 0.00 75.00'],
      ['less than was reserved', { amount: '10.50' }, '10.50', '89.50 0.00 89.50'],
      ['more than was reserved', { amount: '40.00' }, '40.00', '60.00 0.00 60.00'],
      ['more than is available at all', { amount: '130.00' }, '130.00', '-30.00 0.00 -30.00'],
      ['nothing', { amount: '0.00' }, '0.00', '100.00 0.00 100.00'],
    ])('debits %s and releases the reservation', async (_what, body, amount, remaining) => {
      const { reference, account } = await reserve();
      const { status, json } = await end('completion', reference, body);
      expect(status).toBe(200);
      expect(json).toEqual({
        retrieval_reference_number: reference,
        state: 'COMPLETED',
        currency: 'AED',
        amount,
        reserved_amount: '0.00',
        available_amount: remaining.split(' ')[0],
      });
      expect(await balances(server, account)).toBe(remaining);
    });

    it('debits by default the amount that a partial reversal left reserved', async () => {
      const { reference, account } = await reserve();
      await end('reversal', reference, { amount: '5.00' });
      expect((await end('completion', reference)).json).toMatchObject({ state: 'COMPLETED', amount: '20.00' });
      expect(await balances(server, account)).toBe('80.00 0.00 80.00');
    });

    it("uses the decimals of the account's currency", async () => {
      const fields = { Transaction_Amount_Cardholder_Billing: '500', Currency_Code_Cardholder_Billing: '392' };
      const { reference, account } = await reserve({ currency: 'JPY', available: '2000' }, fields);
      const fraction = await end('completion', reference, { amount: '499.5' });
      expectRefusal(fraction, '105', 'amount must be an amount with at most 0 decimals');
      expect((await end('completion', reference, { amount: '499' })).json.available_amount).toBe('1501');
      expect(await balances(server, account)).toBe('1501 0 1501');
    });
  });

  it('happens once: nothing is reversed after a completion, completed after a reversal, or either after a decline', async () => {
    const completion = await reserve();
    await end('completion', completion.reference);
    const answer = await end('reversal', completion.reference);
    expectRefusal(answer, '420', 'A reservation that is completed cannot be reversed');
    const again = await end('completion', completion.reference, { amount: '1.00' });
    expectRefusal(again, '420', 'A reservation that is completed cannot be completed');
    expect(await balances(server, completion.account)).toBe('75.00 0.00 75.00');

    const reversal = await reserve();
    await end('reversal', reversal.reference);
    const lateAnswer = await end('completion', reversal.reference);
    expectRefusal(lateAnswer, '420', 'A reservation that is reversed cannot be completed');
    expect(await balances(server, reversal.account)).toBe('100.00 0.00 100.00');

    const poor = await issueCard(server, { available: '1.00' });
    const declined = ecommerceMessage(poor);
    await authorize(server, declined, 'reading-network');
    const reference = String(declined.Retrieval_Reference_Number);
    expectRefusal(await end('reversal', reference), '420', 'A reservation that is declined cannot be reversed');
    expectRefusal(await end('completion', reference), '420', 'A reservation that is declined cannot be completed');

    const unknown = ecommerceMessage({ cardNumber: luhnNumber('400000'), expiry: '3012' });
    await authorize(server, unknown, 'reading-network');
    const nobody = await end('reversal', String(unknown.Retrieval_Reference_Number));
    expectRefusal(nobody, '420', 'The authorization was declined: nothing is reserved');
  });

  describe('repeated', () => {
    it.each([
      ['reversal', { amount: '10.00' }, '85.00 15.00 100.00'],
      ['reversal', {}, '100.00 0.00 100.00'],
      ['completion', { amount: '30.00' }, '70.00 0.00 70.00'],
      ['completion', {}, '75.00 0.00 75.00'],
    ] as [Kind, object, string][])(
      'with the same content, a %s of %j gets the same response and takes effect once',
      async (kind, body, remaining) => {
        const { reference, account } = await reserve();
        const first = await end(kind, reference, body);
        expect(first.headers['idempotent-replayed']).toBeUndefined();
        const again = await end(kind, reference, body);
        expect(again.status).toBe(200);
        expect(again.text).toBe(first.text);
        expect(again.headers['idempotent-replayed']).toBe('true');
        expect(await balances(server, account)).toBe(remaining);
      },
    );

    it('takes effect once under one Idempotency-Key, and twice under two keys', async () => {
      const { reference, account } = await reserve();
      const part = { amount: '5.00' };
      const first = await end('reversal', reference, part, { key: 'a' });
      const again = await end('reversal', reference, part, { key: 'a' });
      expect(again.text).toBe(first.text);
      expect(again.headers['idempotent-replayed']).toBe('true');
      const second = await end('reversal', reference, part, { key: 'b' });
      expect(second.headers['idempotent-replayed']).toBeUndefined();
      expect(second.json.reserved_amount).toBe('15.00');
      expect(await balances(server, account)).toBe('85.00 15.00 100.00');
    });

    it('is refused under a key that was used for another amount', async () => {
      const { reference, account } = await reserve();
      await end('reversal', reference, { amount: '5.00' }, { key: 'another amount' });
      const other = await end('reversal', reference, { amount: '6.00' }, { key: 'another amount' });
      expect([other.status, other.json.error_code]).toEqual([422, '110']);
      expect(await balances(server, account)).toBe('80.00 20.00 100.00');
    });

    it('replays the first response to a reversed authorization, and reserves nothing again', async () => {
      const { reference, account, message } = await reserve();
      await end('reversal', reference);
      const again = await authorize(server, message, 'reading-network');
      expect(again.json.Action_Code).toBe('00');
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect(await balances(server, account)).toBe('100.00 0.00 100.00');
    });
  });

  describe('repeated concurrently', () => {
    it('reverses once for twenty equal reversals', async () => {
      const { reference, account } = await reserve();
      const answers = await Promise.all(Array.from({ length: 20 }, () => end('reversal', reference)));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
      expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(19);
      expect(await balances(server, account)).toBe('100.00 0.00 100.00');
    });

    it('reverses once for twenty reversals with different keys, and refuses the other nineteen', async () => {
      const { reference, account } = await reserve();
      const keys = Array.from({ length: 20 }, (_, at) => `key-${at}`);
      const answers = await Promise.all(keys.map((key) => end('reversal', reference, {}, { key })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(409)]);
      expect(await balances(server, account)).toBe('100.00 0.00 100.00');
    });

    it('returns ten parts of 2.50 and no eleventh', async () => {
      const { reference, account } = await reserve();
      const keys = Array.from({ length: 20 }, (_, at) => `part-${at}`);
      const parts = keys.map((key) => end('reversal', reference, { amount: '2.50' }, { key }));
      const statuses = (await Promise.all(parts)).map(({ status }) => status);
      expect(statuses.sort()).toEqual([...Array(10).fill(200), ...Array(10).fill(409)]);
      expect(await balances(server, account)).toBe('100.00 0.00 100.00');
    });

    it('lets exactly one of reversal and completion succeed, five times in a row', async () => {
      for (let times = 0; times < 5; times++) {
        const { reference, account } = await reserve();
        const kinds = Array.from({ length: 20 }, (_, at): Kind => (at % 2 === 0 ? 'reversal' : 'completion'));
        const answers = await Promise.all(kinds.map((kind) => end(kind, reference)));
        const winners = new Set(kinds.filter((_, at) => answers[at]!.status === 200));
        expect(winners.size).toBe(1);
        const [winner] = winners;
        expect(answers.map(({ status }) => status)).toEqual(kinds.map((kind) => (kind === winner ? 200 : 409)));
        const remaining = winner === 'reversal' ? '100.00 0.00 100.00' : '75.00 0.00 75.00';
        expect(await balances(server, account)).toBe(remaining);
        const read = await server.request({ method: 'GET', url: `/V2/authorizations/${reference}`, as: 'demo-bank' });
        expect(read.json.events).toHaveLength(1);
      }
    });

    it('keeps the sum during concurrent authorizations and reversals of one account', async () => {
      const card = await issueCard(server, { available: '500.00' });
      const messages = Array.from({ length: 60 }, () => ecommerceMessage(card));
      const outcomes = await Promise.all(
        messages.map(async (message, at) => {
          const { json } = await authorize(server, message, 'reading-network');
          if (json.Action_Code !== '00') return 'declined';
          if (at % 3 === 0) return 'open';
          const kind = at % 3 === 1 ? 'reversal' : 'completion';
          expect((await end(kind, String(message.Retrieval_Reference_Number))).status).toBe(200);
          return kind;
        }),
      );
      const count = (what: string) => outcomes.filter((one) => one === what).length;
      const cents = (minor: number) => `${minor / 100}.00`;
      const [blocked, debitedMinor] = [count('open') * 2_500, count('completion') * 2_500];
      const total = 50_000 - debitedMinor;
      expect(await balances(server, card.accountNumber)).toBe(
        `${cents(total - blocked)} ${cents(blocked)} ${cents(total)}`,
      );
      expect(count('open') + count('completion') + count('reversal') + count('declined')).toBe(60);
      expect(count('open') + count('completion')).toBeLessThanOrEqual(20);
    });
  });

  describe('by whom', () => {
    it('is only for the network that sent the message and the bank of the card', async () => {
      const { reference, account } = await reserve();
      for (const as of ['second-network', 'other-bank']) {
        const missing = await end('reversal', '000000000001', { mustExist: true }, { as });
        expectRefusal(missing, '311', 'Authorization not found');
        expect((await end('reversal', reference, { mustExist: true }, { as })).text).toBe(missing.text);
        expect((await end('completion', reference, {}, { as })).text).toBe(missing.text);
      }
      expect(await balances(server, account)).toBe('75.00 25.00 100.00');
      expect((await end('reversal', reference, {}, { as: 'demo-bank' })).status).toBe(200);
      expect(await balances(server, account)).toBe('100.00 0.00 100.00');
    });

    it('requires more fields if several reservations have the same reference', async () => {
      const sameReference = { Retrieval_Reference_Number: '000000008001' };
      const one = await reserve({}, { ...sameReference, Acquiring_Institution_Code: '111111' });
      const other = await reserve({}, { ...sameReference, Acquiring_Institution_Code: '222222' });
      const { status, json } = await end('reversal', one.reference);
      expect(status).toBe(409);
      expect(json.error_code).toBe('310');
      const url = `/V2/authorizations/${one.reference}/reversal?acquiring_institution_code=222222`;
      expect((await server.request({ method: 'POST', url, as: 'reading-network' })).status).toBe(200);
      expect(await balances(server, one.account)).toBe('75.00 25.00 100.00');
      expect(await balances(server, other.account)).toBe('100.00 0.00 100.00');
    });

    it('is in the audit log with the amount', async () => {
      const { reference } = await reserve();
      await end('reversal', reference, { amount: '5.00' });
      await end('reversal', reference, { amount: '5.00' });
      await end('completion', reference, { amount: '30.00' });
      const rows = await server.db.sql(
        'select bank_id, actor, outcome, details from audit_log where subject = $1 order by audit_id',
        [`authorization:${reference}`],
      );
      expect(rows).toEqual([
        { bank_id: 'DEMO', actor: 'reading-network', outcome: 'REVERSAL', details: { amount: '5.00' } },
        { bank_id: 'DEMO', actor: 'reading-network', outcome: 'replayed', details: null },
        { bank_id: 'DEMO', actor: 'reading-network', outcome: 'COMPLETION', details: { amount: '30.00' } },
      ]);
    });
  });
});
