import { describe, expect, it } from 'vitest';
import { balances, issueAccount } from '../../testing/cards/issued-cards.ts';
import { type EnvelopeOptions, fileServer } from '../../testing/test-server.ts';

describe('posting a transaction, and the balance enquiry', () => {
  const server = fileServer();

  const transaction = (code: string, amount: string, more: Record<string, unknown> = {}) => ({
    transaction_code: code,
    transaction_date: '2026-11-20',
    amount,
    currency: 'AED',
    transaction_ref_number: 'REF-1',
    ...more,
  });
  const named = (accountNumber: string) => ({
    account_identifier_id: accountNumber,
    account_identifier_type: 'CONTRACT_NUMBER',
  });
  const post = (accountNumber: string, what: Record<string, unknown>, more: EnvelopeOptions = {}) =>
    server.envelope('accounts.post-transaction', { ...named(accountNumber), transaction: what }, more);

  it('credits and debits, and returns the transaction and the available amount', async () => {
    const { accountNumber } = await issueAccount(server, { available: '100.00' });
    const credited = await post(accountNumber, transaction('CREDIT', '50.5'));
    expect(credited.http.status).toBe(200);
    expect(credited.header.msg_function).toBe('REP_ACCOUNT_TRANSACTION');
    expect(credited.body).toEqual({
      account_identifier_id: accountNumber,
      account_identifier_type: 'CONTRACT_NUMBER',
      transaction: {
        transaction_code: 'CREDIT',
        transaction_date: '2026-11-20',
        amount: '50.5',
        currency: 'AED',
        transaction_ref_number: 'REF-1',
      },
      response_code: '0',
      available_amount: '150.50',
      currency: 'AED',
    });
    const debited = await post(accountNumber, transaction('DEBIT', '150.50'));
    expect(debited.body).toMatchObject({ response_code: '0', available_amount: '0.00' });
    expect(await balances(server, accountNumber)).toBe('0.00 0.00 0.00');
    const rows = await server.db.sql(
      `select transaction_code, amount_minor::int, available_after_minor::int, transaction_date, transaction_ref_number
         from account_transactions join accounts using (account_id) where account_number = $1 order by transaction_id`,
      [accountNumber],
    );
    expect(rows).toEqual([
      {
        transaction_code: 'CREDIT',
        amount_minor: 5050,
        available_after_minor: 15050,
        transaction_date: '2026-11-20',
        transaction_ref_number: 'REF-1',
      },
      {
        transaction_code: 'DEBIT',
        amount_minor: 15050,
        available_after_minor: 0,
        transaction_date: '2026-11-20',
        transaction_ref_number: 'REF-1',
      },
    ]);
  });

  it('refuses a debit of one minor unit more than is available with 420, and changes nothing', async () => {
    const { accountNumber } = await issueAccount(server, { available: '100.00' });
    const { http, exception, body } = await post(accountNumber, transaction('DEBIT', '100.01'));
    expect(http.status).toBe(409);
    expect(exception.error_code).toBe('420');
    const message = 'is more than the account has available';
    expect(body.errors).toEqual([{ path: 'body.transaction.amount', code: '420', message }]);
    expect(await balances(server, accountNumber)).toBe('100.00 0.00 100.00');
  });

  it('debits below zero if the bank keeps the balance in another system', async () => {
    const custom = [{ key: 'CN-FUNDS_CHECK_IND', value: 'N' }];
    const { accountNumber } = await issueAccount(server, { available: '1.00', custom });
    expect((await post(accountNumber, transaction('DEBIT', '3.05'))).body.available_amount).toBe('-2.05');
    expect(await balances(server, accountNumber)).toBe('-2.05 0.00 -2.05');
  });

  it.each([
    ['JPY', '1000', '500', '1500'],
    ['KWD', '1.001', '0.999', '2.000'],
  ])("calculates in the account's own currency: %s", async (currency, available, amount, after) => {
    const { accountNumber } = await issueAccount(server, { available, currency });
    expect((await post(accountNumber, transaction('CREDIT', amount, { currency }))).body.available_amount).toBe(after);
  });

  it.each([
    [{ currency: 'USD' }, '106', 'body.transaction.currency', "must be the account's: AED"],
    [{ amount: '0.00' }, '105', 'body.transaction.amount', 'must be above zero, with at most 2 decimals'],
    [{ amount: '1.001' }, '105', 'body.transaction.amount', 'must be above zero, with at most 2 decimals'],
    [{ amount: '-1.00' }, '105', 'body.transaction.amount', 'must be a decimal amount such as 1500.00'],
    [{ amount: '1e2' }, '105', 'body.transaction.amount', 'must be a decimal amount such as 1500.00'],
    [{ transaction_code: 'REFUND' }, '106', 'body.transaction.transaction_code', 'must be CREDIT or DEBIT'],
  ])('refuses %j and changes nothing', async (more, code, path, message) => {
    const { accountNumber } = await issueAccount(server, { available: '5.00' });
    const { http, body } = await post(accountNumber, transaction('CREDIT', '1.00', more));
    expect(http.status).toBe(400);
    expect(body.errors).toEqual([{ path, code, message }]);
    expect(await balances(server, accountNumber)).toBe('5.00 0.00 5.00');
  });

  it('refuses a credit beyond the maximum balance of an account, instead of failing', async () => {
    const { accountNumber } = await issueAccount(server, { available: '999999999999999.999', currency: 'KWD' });
    const huge = transaction('CREDIT', '999999999999999.999', { currency: 'KWD' });
    for (let times = 0; times < 8; times++) expect((await post(accountNumber, huge)).exception.error_code).toBe('000');
    const { exception, body } = await post(accountNumber, huge);
    expect(exception.error_code).toBe('420');
    expect(body.errors[0].message).toBe('is more than an account can hold');
    expect(await balances(server, accountNumber)).toBe('8999999999999999.991 0.000 8999999999999999.991');
  });

  it('accepts ten of twenty concurrent debits on an account with funds for ten', async () => {
    const { accountNumber } = await issueAccount(server, { available: '100.00' });
    const debits = Array.from({ length: 20 }, () => post(accountNumber, transaction('DEBIT', '10.00')));
    const answers = await Promise.all(debits);
    const codes = answers.map(({ exception }) => exception.error_code).sort();
    expect(codes).toEqual([...Array(10).fill('000'), ...Array(10).fill('420')]);
    const left = answers.flatMap(({ body }) => body.available_amount ?? []).sort();
    expect(left).toEqual(['0.00', '10.00', '20.00', '30.00', '40.00', '50.00', '60.00', '70.00', '80.00', '90.00']);
    expect(await balances(server, accountNumber)).toBe('0.00 0.00 0.00');
  });

  it('returns the three balances with their currency', async () => {
    const { accountNumber } = await issueAccount(server, { available: '12.34' });
    const { header, body } = await server.envelope('accounts.enquire-balance', named(accountNumber));
    expect(header.msg_function).toBe('REP_ACCOUNT_BALANCE_ENQUIRY');
    expect(body).toEqual({
      account_identifier_id: accountNumber,
      account_identifier_type: 'CONTRACT_NUMBER',
      balances: [
        { type: 'AVAILABLE', currency: 'AED', amount: '12.34' },
        { type: 'BLOCKED', currency: 'AED', amount: '0.00' },
        { type: 'TOTAL_BALANCE', currency: 'AED', amount: '12.34' },
      ],
    });
  });
});
