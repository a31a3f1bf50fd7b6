import { beforeAll, describe, expect, it } from 'vitest';
import { balances, issueClient } from '../../testing/cards/issued-cards.ts';
import { type EnvelopeOptions, fileServer } from '../../testing/test-server.ts';

describe('creating an account', () => {
  const server = fileServer();
  let customerId: string;
  beforeAll(async () => {
    customerId = await issueClient(server);
  });

  const accountBody = (account: Record<string, unknown> = {}, more: Record<string, unknown> = {}) => ({
    customer_id: customerId,
    card_type: 'DEBIT',
    account: {
      customer_id: customerId,
      branch_code: '001',
      product_code: 'DEBIT-CLASSIC',
      currency: 'AED',
      ...account,
    },
    ...more,
  });
  const create = (body: unknown, more: EnvelopeOptions = {}) => server.envelope('accounts.create-account', body, more);
  const field = (key: string, value: string) => ({ custom_fields: [{ key, value }] });
  const countAccounts = async () => {
    const [row] = await server.db.sql<{ count: number }>('select count(*)::int from accounts');
    return row!.count;
  };

  it("returns a number of the bank's code and nine digits, and the custom fields", async () => {
    const custom_fields = [
      { key: 'CN-CREDIT_LIMIT_AM', value: '1500.50' },
      { key: 'CN-NOTE', value: 'راتب' },
    ];
    const { http, header, exception, body } = await create(accountBody({}, { custom_fields }));
    expect(http.status).toBe(200);
    expect(exception).toMatchObject({ status: 'S', error_code: '000' });
    expect(header.msg_function).toBe('REP_ACCOUNT_CREATE');
    expect(Object.keys(http.json.GwSrvResponse as object)).toEqual(['response_account_create']);
    expect(body).toEqual({ account_number: expect.stringMatching(/^001\d{9}$/), custom_fields });
    expect(await balances(server, body.account_number)).toBe('1500.50 0.00 1500.50');
  });

  it('opens the account with a balance of zero if the request has no amount', async () => {
    const { body } = await create(accountBody());
    expect(body).toEqual({ account_number: expect.stringMatching(/^001\d{9}$/) });
    expect(await balances(server, body.account_number)).toBe('0.00 0.00 0.00');
  });

  it.each([
    ['JPY', '1500', '1500 0 1500'],
    ['JPY', '1500.00', '1500 0 1500'],
    ['KWD', '1.234', '1.234 0.000 1.234'],
    ['EUR', '0.1', '0.10 0.00 0.10'],
    ['AED', '999999999999999.99', '999999999999999.99 0.00 999999999999999.99'],
  ])('opens an account in %s with %s: %s, with the decimals of its currency', async (currency, available, expected) => {
    const { body } = await create(accountBody({ currency }, field('CN-CREDIT_LIMIT_AM', available)));
    expect(await balances(server, body.account_number)).toBe(expected);
  });

  it.each([
    ['JPY', '1500.5', 0],
    ['KWD', '1.2345', 3],
    ['AED', '1.005', 2],
    ['AED', '-1', 2],
    ['AED', '1,5', 2],
    ['AED', 'much', 2],
  ])('refuses an opening amount in %s of %s instead of rounding it', async (currency, available, decimals) => {
    const before = await countAccounts();
    const { body } = await create(accountBody({ currency }, field('CN-CREDIT_LIMIT_AM', available)));
    const message = `CN-CREDIT_LIMIT_AM must be a decimal amount with at most ${decimals} decimals`;
    expect(body.errors).toEqual([{ path: 'body.custom_fields', code: '105', message }]);
    expect(await countAccounts()).toBe(before);
  });

  it.each([
    [{ customer_id: 'SOMEBODY' }, {}, 'body.account.customer_id', 'must be body.customer_id'],
    [{ product_code: 'NONE' }, {}, 'body.account.product_code', 'is not a product of this bank'],
    [{ product_code: 'OTHER-DEBIT' }, {}, 'body.account.product_code', 'is not a product of this bank'],
    [{}, { card_type: 'CREDIT' }, 'body.card_type', "must be the product's: DEBIT"],
    [{ currency: 'ZZZ' }, {}, 'body.account.currency', 'is not an ISO 4217 currency code'],
    [{}, field('CN-FUNDS_CHECK_IND', 'y'), 'body.custom_fields', 'CN-FUNDS_CHECK_IND must be Y or N'],
  ])('refuses fields that contradict each other: %j %j', async (account, more, path, message) => {
    const before = await countAccounts();
    const { http, body } = await create(accountBody(account, more));
    expect(http.status).toBe(400);
    expect(body.errors).toEqual([{ path, code: '106', message }]);
    expect(await countAccounts()).toBe(before);
  });

  it('gives consecutive numbers to twenty accounts that are created concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(accountBody())));
    const numbers = answers.map(({ body }) => Number(body.account_number)).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, at) => numbers[0]! + at));
  });

  it('numbers the accounts of each bank separately', async () => {
    const others = await issueClient(server, 'other-bank');
    const members = { customer_id: others, product_code: 'OTHER-DEBIT', currency: 'EUR' };
    const { body } = await create(accountBody(members, { customer_id: others }), { as: 'other-bank' });
    expect(body.account_number).toBe('002000000001');
  });
});
