import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addCard, authorize, ecommerceMessage, type IssuedCard, issueAccount } from '../testing/issued-cards.ts';
import { type Random, withSeed } from '../testing/random.ts';
import { type Answer, TEST_NOW, type TestServer, testServer } from '../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
afterAll(() => server?.close());

const backtest = (accountNumber: string, body: object = {}, as = 'demo-bank'): Promise<Answer> =>
  server.request({ method: 'POST', url: `/V2/accounts/${accountNumber}/backtest`, as, payload: body });

const update = (card: IssuedCard, cardSettings: Record<string, string>) =>
  server.envelope('card-settings.update-settings', { accountNumber: card.cardNumber, cardSettings });

const restrict = (card: IssuedCard, restriction: Record<string, unknown>) =>
  server.envelope('restrictions.set-restriction', {
    card_identifier_id: card.exid,
    card_identifier_type: 'EXID',
    restriction,
  });

const spend = (card: IssuedCard, minor: number, fields: Record<string, unknown> = {}) => {
  const padded = String(minor).padStart(12, '0');
  return authorize(
    server,
    ecommerceMessage(card, {
      Transaction_Amount: padded,
      Transaction_Amount_Cardholder_Billing: padded,
      ...fields,
    }),
  );
};

async function issueFamily(cards: number, available: string): Promise<{ accountNumber: string; cards: IssuedCard[] }> {
  const account = await issueAccount(server, { available });
  const family: IssuedCard[] = [];
  for (let at = 0; at < cards; at++) family.push(await addCard(server, account));
  return { accountNumber: account.accountNumber, cards: family };
}

describe('a backtest with nothing changed', () => {
  const POINTS_OF_SALE = [
    { POS_Enty_Mode: '810', POS_Condition_Code: '59' },
    { POS_Enty_Mode: '051', POS_Condition_Code: '00' },
    { POS_Enty_Mode: '071', POS_Condition_Code: '00' },
    { POS_Enty_Mode: '901', POS_Condition_Code: '00' },
    { POS_Enty_Mode: '800', POS_Condition_Code: '00' },
    { POS_Enty_Mode: '010', POS_Condition_Code: '08' },
    { POS_Enty_Mode: '100', POS_Condition_Code: '00' },
    { POS_Enty_Mode: '051', POS_Condition_Code: '00', Merchant_Type: '6011' },
    { POS_Enty_Mode: '051', POS_Condition_Code: '00', Merchant_Type: '7995' },
  ];
  const PLACES = ['AE', 'AE', 'AE', 'GB', 'FR', '  '];
  const SWITCHES = 'master cardPresent cardNotPresent ecom moto recurring fallback purchase cash function1'.split(' ');
  const LIMITS =
    'dailyLimit monthlyLimit limit1 limit2 limit3 cardPresentTransactionLimit cardNotPresentTransactionLimit'.split(
      ' ',
    );
  const TYPES = 'MOTO ECOM SWIPE PERS_RESTR_CONTACTLESS NFC ATM PURCHASE ANY INTERNATIONAL'.split(' ');

  const message = (random: Random) => ({
    ...random.pick(POINTS_OF_SALE),
    Card_Acceptor_Name_Location: `TEST SHOP              DUBAI          ${random.pick(PLACES)}`,
    Currency_Code_Transaction: random.pick(['784', '840']),
    ...(random.from(1, 40) === 1 && { Card_Sequence_Number: '002' }),
  });

  const inDays = (random: Random, most: number) =>
    new Date(server.clock.now().getTime() + random.from(1, most * 86_400_000)).toISOString().replace('Z', '+00:00');

  /** Everything is allowed again, so that the run goes on approving. */
  const allowAll = async (accountNumber: string, cards: readonly IssuedCard[]) => {
    const limits = LIMITS.map((limit) => [limit, '']);
    const statuses = SWITCHES.map((name) => [`${name}Status`, 'ON']);
    await update(cards[0]!, Object.fromEntries([...limits, ...statuses]));
    for (const card of cards) {
      for (const restriction_type of TYPES) await restrict(card, { restriction_type, isAllowed: true });
      await setStatus(card, 'ACTIVE');
    }
    await post(accountNumber, 'CREDIT', '100000');
  };
  const setStatus = (card: IssuedCard, value: string) =>
    server.envelope('cards.change-status', {
      card_identifier_id: card.exid,
      card_identifier_type: 'EXID',
      status: { type: 'card_status', value },
    });
  const post = (accountNumber: string, code: string, amount: string) =>
    server.envelope('accounts.post-transaction', {
      account_identifier_id: accountNumber,
      account_identifier_type: 'CONTRACT_NUMBER',
      transaction: {
        transaction_code: code,
        transaction_date: '2026-11-20',
        amount,
        currency: 'AED',
        transaction_ref_number: 'REF',
      },
    });

  /** Something that later decisions depend on. */
  const change = async (random: Random, accountNumber: string, card: IssuedCard, approved: Answer[]) => {
    const what = random.from(1, 12);
    if (what <= 4) {
      const status = random.pick(['ON', 'ON', 'ON', 'OFF', 'ON_FOR_ONE']);
      await update(card, {
        [`${random.pick(SWITCHES)}Status`]: status,
        masterStatus: random.pick(['ON', 'ON', status]),
      });
    } else if (what === 5) await update(card, { [`${random.pick(SWITCHES)}OnUntil`]: inDays(random, 3) });
    else if (what <= 7) {
      const limit = random.pick(['', '900.00', '5000.00', '20000.00', '100000.00']);
      await update(card, { [random.pick(LIMITS)]: limit });
    } else if (what === 8) {
      await update(card, {
        cardPresentAllowAnyForeign: random.pick(['', 'true', 'false']),
        cardPresentAllowSpecificForeign: random.pick(['', 'true']),
        cardPresentAllowSpecificForeignCountries: random.pick(['', 'FR', 'GBR,250']),
      });
    } else if (what === 9) {
      const restriction = { restriction_type: random.pick(TYPES), isAllowed: random.from(1, 3) > 1 };
      await restrict(
        card,
        random.from(1, 2) === 1 ? restriction : { ...restriction, end_date: inDays(random, 3).slice(0, 10) },
      );
    } else if (what === 10) {
      await setStatus(card, random.pick(['ACTIVE', 'BLOCKED']));
    } else if (what === 11) {
      await post(accountNumber, random.pick(['CREDIT', 'DEBIT']), String(random.from(1, 20_000)));
    } else if (approved.length > 0) {
      const { Retrieval_Reference_Number: reference } = approved.splice(random.from(0, approved.length - 1), 1)[0]!
        .json;
      const ending = random.pick([
        ['reversal', {}],
        ['reversal', { amount: '1.00' }],
        ['completion', { amount: '2.50' }],
        ['completion', { amount: '950.00' }],
        ['completion', {}],
      ] as const);
      await server.request({
        method: 'POST',
        url: `/V2/authorizations/${reference}/${ending[0]}`,
        as: 'demo-bank',
        payload: ending[1],
      });
    }
  };

  it('reproduces 10,000 random decisions bit for bit, with settings, restrictions, funds and time changed in between', async () => {
    await withSeed(async (random) => {
      server.clock.set(TEST_NOW);
      const { accountNumber, cards } = await issueFamily(3, '20000.00');
      const reasons = new Map<string, number>();
      for (let burst = 0; burst < 500; burst++) {
        const sent = await Promise.all(
          Array.from({ length: 20 }, () => spend(random.pick(cards), random.from(0, 40_000), message(random))),
        );
        for (const { json } of sent) {
          const reason = String(json.Additional_Response_Data);
          reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
        }
        const approved = sent.filter(({ json }) => json.Action_Code === '00');
        for (let changes = random.from(1, 3); changes > 0; changes--) {
          await change(random, accountNumber, random.pick(cards), approved);
        }
        if (burst % 12 === 11) await allowAll(accountNumber, cards);
        server.clock.advance(random.pick([1, 60_000, 3_600_000, 7_200_000]));
        if (burst % 50 === 49) await server.server.housekeeping.runDue();
      }
      const { status, json } = await backtest(accountNumber);
      expect(status).toBe(200);
      expect(json).toMatchObject({ decisions: 10_000, identical: 10_000, changed: 0, changes: [], not_replayed: 0 });
      expect(json).toMatchObject({ approved: { was: { count: reasons.get('APPROVED') } } });
      // the run was a rich one: many rules refused, and many messages passed
      expect(reasons.get('APPROVED')).toBeGreaterThan(500);
      expect(reasons.size).toBeGreaterThan(15);
    });
  });
});

describe('a backtest of other settings', () => {
  interface Changed {
    retrieval_reference_number: string;
    was: { action_code: string; rule: string };
    would_be: { action_code: string; rule: string };
    why: { rule: string; verdict: string; saw: Record<string, unknown> };
  }
  const changesOf = (answer: Answer) => answer.json.changes as unknown as Changed[];
  const references = (answers: readonly Answer[]) => answers.map(({ json }) => json.Retrieval_Reference_Number);

  it('lets the counters evolve as they would have: a limit that three of five would have passed', async () => {
    const { accountNumber, cards } = await issueFamily(1, '1000.00');
    const sent: Answer[] = [];
    for (const minor of [4_000, 4_000, 3_000, 2_000, 1_000]) sent.push(await spend(cards[0]!, minor));
    const answer = await backtest(accountNumber, { cardSettings: { dailyLimit: '100.00' } });
    expect(answer.json).toMatchObject({
      account_number: accountNumber,
      currency: 'AED',
      decisions: 5,
      // the first two saw another limit, so they are not the same bit for bit
      identical: 0,
      changed: 2,
      approved: { was: { count: 5, amount: '140.00' }, would_be: { count: 3, amount: '100.00' } },
    });
    expect(changesOf(answer)).toMatchObject([
      {
        retrieval_reference_number: references(sent)[2],
        amount: '30.00',
        card_identifier_id: cards[0]!.exid,
        was: { action_code: '00', rule: 'APPROVED' },
        would_be: { action_code: '61', rule: 'DAILY_LIMIT' },
        why: {
          rule: 'DAILY_LIMIT',
          verdict: 'REFUSE',
          saw: { limit: '10000', counter_before: '8000', counter_after: '11000' },
        },
      },
      {
        retrieval_reference_number: references(sent)[4],
        would_be: { rule: 'DAILY_LIMIT' },
        why: { saw: { counter_before: '10000', counter_after: '11000' } },
      },
    ]);
  });

  it('finds what would have been approved, and says what refused it then', async () => {
    const { accountNumber, cards } = await issueFamily(1, '1000.00');
    await update(cards[0]!, { ecomStatus: 'OFF' });
    await spend(cards[0]!, 2_500);
    const answer = await backtest(accountNumber, { cardSettings: { ecomStatus: 'ON' } });
    expect(changesOf(answer)).toMatchObject([
      {
        was: { action_code: '57', rule: 'ECOM_OFF' },
        would_be: { action_code: '00', rule: 'APPROVED' },
        why: { rule: 'SWITCHES', verdict: 'PASS', saw: { states: 'ecom:ON' } },
      },
    ]);
  });

  it('keeps what is proposed in force, whatever was set on the same since; the rest follows what was really set', async () => {
    const { accountNumber, cards } = await issueFamily(1, '1000.00');
    await spend(cards[0]!, 1_000);
    await update(cards[0]!, { ecomOnUntil: '2027-01-01T00:00:00.000+04:00' });
    await update(cards[0]!, { ecomStatus: 'ON', dailyLimit: '15.00' });
    await restrict(cards[0]!, { restriction_type: 'ECOM', isAllowed: true });
    await spend(cards[0]!, 1_000);
    const off = await backtest(accountNumber, { cardSettings: { ecomStatus: 'OFF' } });
    expect(changesOf(off).map(({ would_be }) => would_be.rule)).toEqual(['ECOM_OFF', 'ECOM_OFF']);
    const restricted = await backtest(accountNumber, {
      restrictions: [{ restriction_type: 'ECOM', isAllowed: false }],
    });
    expect(changesOf(restricted).map(({ would_be }) => would_be.rule)).toEqual(['RESTRICTED_ECOM', 'RESTRICTED_ECOM']);
    // without the first approval the second would have been within the limit that was set in between
    const small = await backtest(accountNumber, { cardSettings: { cardNotPresentTransactionLimit: '9.99' } });
    expect(changesOf(small).map(({ was, would_be }) => `${was.rule} ${would_be.rule}`)).toEqual([
      'APPROVED CNP_TRANSACTION_LIMIT',
      'DAILY_LIMIT CNP_TRANSACTION_LIMIT',
    ]);
  });

  it('spends a proposed ON_FOR_ONE once, and gives nothing back for what would never have been approved', async () => {
    const { accountNumber, cards } = await issueFamily(1, '50.00');
    const [first] = [await spend(cards[0]!, 4_000), await spend(cards[0]!, 1_000)];
    const reversal = `/V2/authorizations/${first.json.Retrieval_Reference_Number}/reversal`;
    await server.request({ method: 'POST', url: reversal, as: 'demo-bank', payload: {} });
    await spend(cards[0]!, 4_000);
    const once = await backtest(accountNumber, { cardSettings: { masterStatus: 'ON_FOR_ONE' } });
    expect(changesOf(once).map(({ would_be }) => would_be.rule)).toEqual(['MASTER_OFF', 'MASTER_OFF']);
    // the reversed one would have been refused: its 40.00 were never reserved, and never came back a second time
    const capped = await backtest(accountNumber, { cardSettings: { limit3: '39.99' } });
    expect(changesOf(capped).map(({ would_be }) => would_be.rule)).toEqual(['LIMIT3', 'LIMIT3']);
    expect(changesOf(capped)[1]!.why.saw).toEqual({ limit: '3999', counter_before: '1000', counter_after: '5000' });
  });

  it('restricts one card of an account or all of them, also one that came later', async () => {
    const account = await issueAccount(server, { available: '1000.00' });
    const one = await addCard(server, account);
    const other = await addCard(server, account);
    await spend(one, 1_000);
    await spend(other, 1_000);
    const later = await addCard(server, account);
    await spend(later, 1_000);
    const restriction = { restriction_type: 'ANY', isAllowed: false };
    const all = await backtest(account.accountNumber, { restrictions: [restriction] });
    expect(all.json).toMatchObject({ changed: 3 });
    const single = await backtest(account.accountNumber, {
      restrictions: [{ ...restriction, card_identifier_id: other.exid }],
    });
    expect(single.json.changes).toMatchObject([
      { card_identifier_id: other.exid, would_be: { rule: 'RESTRICTED_ANY' } },
    ]);
  });

  it('counts and lists the days asked for, in the time zone of the bank, on what the days before left', async () => {
    server.clock.set('2026-11-25T19:59:59.999Z');
    const { accountNumber, cards } = await issueFamily(1, '1000.00');
    await spend(cards[0]!, 1_000);
    server.clock.set('2026-11-25T20:00:00.000Z');
    await spend(cards[0]!, 2_000);
    server.clock.set('2026-11-26T20:00:00.000Z');
    await spend(cards[0]!, 3_000);
    const limited = { cardSettings: { monthlyLimit: '25.00' } };
    const day = await backtest(accountNumber, { ...limited, from: '2026-11-26', until: '2026-11-26' });
    expect(day.json).toMatchObject({
      decisions: 1,
      approved: { was: { amount: '20.00' }, would_be: { amount: '0.00' } },
    });
    expect(changesOf(day)[0]!.why.saw).toMatchObject({ counter_before: '1000', counter_after: '3000' });
    expect((await backtest(accountNumber, { until: '2026-11-25' })).json).toMatchObject({ decisions: 1, identical: 1 });
    expect((await backtest(accountNumber, { from: '2026-11-28' })).json).toMatchObject({ decisions: 0, changed: 0 });
    server.clock.set(TEST_NOW);
  });

  it('changes nothing', async () => {
    const { accountNumber, cards } = await issueFamily(1, '1000.00');
    await spend(cards[0]!, 1_000);
    const read = async () =>
      Promise.all(
        ['accounts', 'account_settings', 'account_changes', 'authorizations', 'cards', 'card_restrictions'].map(
          (table) => server.db.sql(`select md5(string_agg(t::text, '' order by t::text)) from ${table} t`),
        ),
      );
    const before = await read();
    await backtest(accountNumber, {
      cardSettings: { masterStatus: 'OFF' },
      restrictions: [{ restriction_type: 'ANY' }],
    });
    expect(await read()).toEqual(before);
  });

  it('tells everything that is wrong with what is proposed', async () => {
    const { accountNumber } = await issueFamily(1, '1000.00');
    const answer = await backtest(accountNumber, {
      cardSettings: { dailyLimit: '1.001', cardPresentAllowSpecificForeignCountries: 'XX', ecomStatus: 'ON_UNTIL' },
      restrictions: [{ restriction_type: 'ECOM', allowed_values: 'AE' }],
    });
    expect(answer.status).toBe(400);
    expect((answer.json.errors as { path: string; code: string }[]).map(({ path, code }) => `${code} ${path}`)).toEqual(
      [
        '105 cardSettings.dailyLimit',
        '106 cardSettings.cardPresentAllowSpecificForeignCountries',
        '103 cardSettings.ecomOnUntil',
        '106 restrictions[0].allowed_values',
      ],
    );
  });

  it.each([
    [{ from: '2026-11-21', until: '2026-11-20' }, 400, '106'],
    [{ from: '2026-02-30' }, 400, '105'],
    [{ restrictions: [{ restriction_type: 'ANY', card_identifier_id: '9000000000000000001' }] }, 404, '303'],
  ])('refuses %j', async (body, status, code) => {
    const { accountNumber } = await issueFamily(1, '1000.00');
    const answer = await backtest(accountNumber, body);
    expect([answer.status, answer.json.error_code]).toEqual([status, code]);
  });

  it("answers another bank's account, and a network, like one that does not exist", async () => {
    const { accountNumber } = await issueFamily(1, '1000.00');
    const missing = await backtest('001999999999');
    expect(missing.json).toMatchObject({ status: 404, error_code: '302' });
    expect((await backtest(accountNumber, {}, 'other-bank')).text).toBe(missing.text);
    expect((await backtest(accountNumber, {}, 'reading-network')).text).toBe(missing.text);
  });
});
