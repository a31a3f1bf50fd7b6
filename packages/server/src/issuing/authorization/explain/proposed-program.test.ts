import { beforeAll, describe, expect, it } from 'vitest';
import { amountFields } from '../../../testing/cards/card-control.ts';
import { authorize, ecommerceMessage, issueCard } from '../../../testing/cards/issued-cards.ts';
import { fileResource } from '../../../testing/file-resources.ts';
import { type Answer, fileServer } from '../../../testing/test-server.ts';

const PRODUCT = 'DEBIT-CLASSIC';
const COUNT = { id: 'TWO_A_DAY', level: 'account', measure: 'count', window: { calendar: 'day' }, max: '0' };

const server = fileServer();
const card = fileResource(() => issueCard(server));
beforeAll(async () => {
  await authorize(server, ecommerceMessage(card, amountFields(2_500)));
});

const request = (url: string, payload: object) =>
  server.request({ method: 'POST', url: `/V2${url}`, as: 'demo-bank', payload });
/** Every operation that takes a proposed program, and its path in the request. */
const PROPOSERS: readonly [string, string, (program: unknown) => Promise<Answer>][] = [
  [
    'a preview',
    'program',
    (program) => request('/authorizations/preview', { message: ecommerceMessage(card, amountFields(2_600)), program }),
  ],
  [
    'a backtest of an account',
    'program',
    (program) => request(`/accounts/${card.accountNumber}/backtest`, { program }),
  ],
  ['a backtest of the bank', 'proposal.program', (program) => request('/backtests', { proposal: { program } })],
];

describe.each(PROPOSERS)('the program that %s assumes', (_name, path, propose) => {
  it.each([
    [null, '', '105'],
    ['x', '', '105'],
    [5, '', '105'],
    [[], '', '105'],
    [{}, '.product_code', '103'],
    [{ product_code: PRODUCT, defaults: null }, '.defaults', '105'],
    [{ product_code: PRODUCT, ceilings: [] }, '.ceilings', '105'],
    [{ product_code: PRODUCT, limits: {} }, '.limits', '105'],
    [{ product_code: PRODUCT, limits: [null] }, '.limits[0]', '105'],
    [{ product_code: PRODUCT, defaults: { dailyLimit: '1.001' } }, '.defaults.dailyLimit', '105'],
    [{ product_code: PRODUCT, limits: [{ ...COUNT, id: 'lower' }] }, '.limits[0].id', '105'],
    [{ product_code: 'NO-SUCH', defaults: { dailyLimit: '1.00' } }, '.product_code', '106'],
  ])('is refused as %j', async (program, member, code) => {
    const { status, json } = await propose(program);
    expect([status, json.errors]).toEqual([400, [expect.objectContaining({ path: `${path}${member}`, code })]]);
  });

  it('is refused with a merchant list that the bank does not have', async () => {
    const where = { all: [{ field: 'merchantId', op: 'inList', value: 'not-there' }] };
    const { status, json } = await propose({ product_code: PRODUCT, limits: [{ ...COUNT, where }] });
    expect([status, json.error_code]).toEqual([404, '317']);
  });
});

describe('a program that is assumed', () => {
  const preview = PROPOSERS[0]![2];
  const backtest = PROPOSERS[1]![2];

  it.each([
    [{ defaults: { cardNotPresentTransactionLimit: '20.00' } }, 'CNP_TRANSACTION_LIMIT'],
    [{ limits: [COUNT] }, 'TWO_A_DAY'],
  ])('decides a preview and a backtest of an account: %j', async (part, rule) => {
    const program = { product_code: PRODUCT, ...part };
    expect((await preview(program)).json).toMatchObject({ rule });
    expect((await backtest(program)).json).toMatchObject({
      changed: 1,
      changes: [{ was: { rule: 'APPROVED' }, would_be: { rule } }],
    });
  });

  it('decides nothing of accounts of another product', async () => {
    const program = { product_code: 'CREDIT-GOLD', defaults: { cardNotPresentTransactionLimit: '20.00' } };
    expect((await preview(program)).json).toMatchObject({ rule: 'APPROVED' });
    expect((await backtest(program)).json).toMatchObject({ changed: 0 });
  });
});

describe('a backtest of the bank', () => {
  it.each([
    ['limits', { ...COUNT }],
    ['restrictions', { restriction_type: 'ECOM' }],
  ])('refuses %s of one card, which it would ignore for every account', async (member, entry) => {
    const proposal = { [member]: [{ ...entry, card_identifier_id: card.exid }] };
    const { status, json } = await request('/backtests', { proposal });
    const path = `proposal.${member}[0].card_identifier_id`;
    expect([status, json.errors]).toEqual([400, [expect.objectContaining({ path, code: '106' })]]);
  });
});
