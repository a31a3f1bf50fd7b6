import { expect } from 'vitest';
import { addCard, authorize, ecommerceMessage, type IssuedCard, issueAccount } from '../cards/issued-cards.ts';
import { checkMoments, type ResponseMoment, recordMoment } from '../moments.ts';
import { type Random, withSeed } from '../random.ts';
import { type Answer, TEST_NOW, type TestServer } from '../test-server.ts';

export const backtest = (
  server: Pick<TestServer, 'request'>,
  accountNumber: string,
  body: object = {},
  as = 'demo-bank',
): Promise<Answer> =>
  server.request({ method: 'POST', url: `/V2/accounts/${accountNumber}/backtest`, as, payload: body });

export const update = (server: TestServer, card: IssuedCard, cardSettings: Record<string, string>) =>
  server.envelope('card-settings.update-settings', { accountNumber: card.cardNumber, cardSettings });

export const restrictCard = (server: TestServer, card: IssuedCard, restriction: Record<string, unknown>) =>
  server.envelope('restrictions.set-restriction', {
    card_identifier_id: card.exid,
    card_identifier_type: 'EXID',
    restriction,
  });

export const spend = (server: TestServer, card: IssuedCard, minor: number, fields: Record<string, unknown> = {}) => {
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

export async function issueFamily(
  server: TestServer,
  cards: number,
  available: string,
): Promise<{ accountNumber: string; cards: IssuedCard[] }> {
  const account = await issueAccount(server, { available });
  const family: IssuedCard[] = [];
  for (let at = 0; at < cards; at++) family.push(await addCard(server, account));
  return { accountNumber: account.accountNumber, cards: family };
}

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
  'dailyLimit monthlyLimit limit1 limit2 limit3 cardPresentTransactionLimit cardNotPresentTransactionLimit'.split(' ');
const TYPES = 'MOTO ECOM SWIPE PERS_RESTR_CONTACTLESS NFC ATM PURCHASE ANY INTERNATIONAL'.split(' ');

/** Fields of a message that decide on its channel, its merchant and its place. */
export const randomFields = (random: Random) => ({
  ...random.pick(POINTS_OF_SALE),
  Card_Acceptor_Identification_Code: `SHOP0000000000${random.from(1, 9)}`,
  Card_Acceptor_Name_Location: `TEST SHOP              DUBAI          ${random.pick(PLACES)}`,
  Currency_Code_Transaction: random.pick(['784', '840']),
  ...(random.from(1, 40) === 1 && { Card_Sequence_Number: '002' }),
});

const inDays = (server: TestServer, random: Random, maxDays: number) =>
  new Date(server.clock.now().getTime() + random.from(1, maxDays * 86_400_000)).toISOString().replace('Z', '+00:00');

/** Removes all controls, so that later messages are approved. */
export const allowAll = async (server: TestServer, accountNumber: string, cards: readonly IssuedCard[]) => {
  const limits = LIMITS.map((limit) => [limit, '']);
  const statuses = SWITCHES.map((name) => [`${name}Status`, 'ON']);
  await update(server, cards[0]!, Object.fromEntries([...limits, ...statuses]));
  for (const card of cards) {
    for (const restriction_type of TYPES) await restrictCard(server, card, { restriction_type, isAllowed: true });
    await setStatus(server, card, 'ACTIVE');
  }
  await endLimits(server, accountNumber);
  await post(server, accountNumber, 'CREDIT', '100000');
};
const setStatus = (server: TestServer, card: IssuedCard, value: string) =>
  server.envelope('cards.change-status', {
    card_identifier_id: card.exid,
    card_identifier_type: 'EXID',
    status: { type: 'card_status', value },
  });
const post = (server: TestServer, accountNumber: string, code: string, amount: string) =>
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

const TERMS = [
  { measure: 'amount', window: { calendar: 'day' }, max: '3000.00' },
  { measure: 'amount', window: { sliding: 7_200 }, max: '1500.00', of: 'both' },
  { measure: 'amount', window: { calendar: 'lifetime' }, max: '90000.00' },
  { measure: 'count', window: { calendar: 'week' }, max: '150' },
  { measure: 'count', window: { sliding: 3_600 }, max: '15' },
  { measure: 'count', window: { sliding: 86_400 }, max: '40', of: 'declines' },
  { measure: 'merchants', window: { sliding: 90_000 }, max: '4' },
  { measure: 'merchants', window: { calendar: 'month' }, max: '7', of: 'both' },
];
const OWN_LIMITS = ['SPEND', 'TRIES', 'PLACES'];

async function changeLimit(server: TestServer, random: Random, card: IssuedCard): Promise<void> {
  const isOfCard = random.from(1, 2) === 1;
  const id = random.pick(OWN_LIMITS);
  const owner = isOfCard ? { card_identifier_id: card.exid } : { account_number: card.accountNumber };
  if (random.from(1, 3) > 1) {
    const payload = { id, level: isOfCard ? 'card' : 'account', ...owner, ...random.pick(TERMS) };
    const { status, text } = await server.request({ method: 'POST', url: '/V2/limits', as: 'demo-bank', payload });
    expect(status, text).toBe(200);
  } else {
    const query = new URLSearchParams(owner as Record<string, string>);
    await server.request({ method: 'DELETE', url: `/V2/limits/${id}?${query}`, as: 'demo-bank' });
  }
}

async function endLimits(server: TestServer, accountNumber: string): Promise<void> {
  const url = `/V2/limits?account_number=${accountNumber}`;
  const { json } = await server.request({ method: 'GET', url, as: 'demo-bank' });
  for (const { id, card_identifier_id: exid } of json.items as unknown as Record<string, string | null>[]) {
    const owner = exid === null ? `account_number=${accountNumber}` : `card_identifier_id=${exid}`;
    await server.request({ method: 'DELETE', url: `/V2/limits/${id}?${owner}`, as: 'demo-bank' });
  }
}

/** Changes something that affects later decisions. */
export const changeControls = async (
  server: TestServer,
  random: Random,
  accountNumber: string,
  card: IssuedCard,
  approved: Answer[],
) => {
  const what = random.from(1, 15);
  if (what <= 4) {
    const status = random.pick(['ON', 'ON', 'ON', 'OFF', 'ON_FOR_ONE']);
    await update(server, card, {
      [`${random.pick(SWITCHES)}Status`]: status,
      masterStatus: random.pick(['ON', 'ON', status]),
    });
  } else if (what === 5) await update(server, card, { [`${random.pick(SWITCHES)}OnUntil`]: inDays(server, random, 3) });
  else if (what <= 7) {
    const limit = random.pick(['', '900.00', '5000.00', '20000.00', '100000.00']);
    await update(server, card, { [random.pick(LIMITS)]: limit });
  } else if (what === 8) {
    await update(server, card, {
      cardPresentAllowAnyForeign: random.pick(['', 'true', 'false']),
      cardPresentAllowSpecificForeign: random.pick(['', 'true']),
      cardPresentAllowSpecificForeignCountries: random.pick(['', 'FR', 'GBR,250']),
    });
  } else if (what === 9) {
    const restriction = { restriction_type: random.pick(TYPES), isAllowed: random.from(1, 3) > 1 };
    await restrictCard(
      server,
      card,
      random.from(1, 2) === 1 ? restriction : { ...restriction, end_date: inDays(server, random, 3).slice(0, 10) },
    );
  } else if (what === 10) {
    await setStatus(server, card, random.pick(['ACTIVE', 'BLOCKED']));
  } else if (what === 11) {
    await post(server, accountNumber, random.pick(['CREDIT', 'DEBIT']), String(random.from(1, 20_000)));
  } else if (what <= 14) {
    await changeLimit(server, random, card);
  } else if (approved.length > 0) {
    const { Retrieval_Reference_Number: reference } = approved.splice(random.from(0, approved.length - 1), 1)[0]!.json;
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

/**
 * Sends twenty random messages at a time with random changes in between. Expects a backtest without changes to reproduce all
 * decisions, and each moment in between to be reported as it was answered then. Also expects variety: many rules that declined,
 * and many approvals.
 */
export async function checkRandomBacktest(
  server: TestServer,
  { bursts, rules }: { bursts: number; rules: number },
): Promise<void> {
  await withSeed(async (random) => {
    server.clock.set(TEST_NOW);
    // while the clock stands still, the order of a moment and a background round would be undefined
    await server.server.periodicJobs.stop();
    const { accountNumber, cards } = await issueFamily(server, 3, '20000.00');
    const reasons = new Map<string, number>();
    const moments: ResponseMoment[] = [];
    for (let burst = 0; burst < bursts; burst++) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, () =>
          spend(server, random.pick(cards), random.from(0, 40_000), randomFields(random)),
        ),
      );
      for (const { json } of answers) {
        const reason = String(json.Additional_Response_Data);
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
      }
      const approved = answers.filter(({ json }) => json.Action_Code === '00');
      for (let changes = random.from(1, 3); changes > 0; changes--) {
        await changeControls(server, random, accountNumber, random.pick(cards), approved);
      }
      if (burst % 12 === 11) await allowAll(server, accountNumber, cards);
      if (burst % 5 === 4) moments.push(await recordMoment(server, cards[0]!));
      server.clock.advance(random.pick([1, 60_000, 3_600_000, 7_200_000]));
      if (burst % 50 === 49) await server.server.periodicJobs.runDue();
    }
    const { status, json } = await backtest(server, accountNumber);
    expect(status).toBe(200);
    expect(json).toMatchObject({
      decisions: bursts * 20,
      identical: bursts * 20,
      changed: 0,
      changes: [],
      not_replayed: 0,
    });
    expect(json).toMatchObject({ approved: { was: { count: reasons.get('APPROVED') } } });
    expect(reasons.get('APPROVED')).toBeGreaterThan(bursts);
    expect(reasons.size).toBeGreaterThan(rules);
    await checkMoments(server, moments);
  });
}
