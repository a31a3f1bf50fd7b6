import { describe, expect, it } from 'vitest';
import { authorize, ecommerceMessage, issueAccount, issueCard } from '../../testing/cards/issued-cards.ts';
import { accountName } from '../../testing/requests/bank-requests.ts';
import { type Answer, fileServer } from '../../testing/test-server.ts';

const server = fileServer();

async function post(accountNumber: string, code: 'CREDIT' | 'DEBIT', amount: string, reference: string): Promise<void> {
  const day = { transaction_date: '2026-11-20', transaction_ref_number: reference };
  const transaction = { transaction_code: code, amount, currency: 'AED', ...day };
  await server.envelope('accounts.post-transaction', { ...accountName(accountNumber), transaction });
}
const list = (accountNumber: string, query: Record<string, string> = {}, as = 'demo-bank'): Promise<Answer> =>
  server.request({
    method: 'GET',
    url: `/V2/accounts/${accountNumber}/transactions?${new URLSearchParams(query)}`,
    as,
  });
const referencesOf = ({ json }: Answer) =>
  (json.items as { transaction_ref_number: string }[]).map((one) => one.transaction_ref_number);

describe('the transactions of an account', () => {
  it('contain the postings of the bank, newest first, with the balance after each, and no authorizations', async () => {
    const card = await issueCard(server);
    const { accountNumber } = card;
    server.clock.set('2026-11-20T09:00:00Z');
    await post(accountNumber, 'CREDIT', '100.00', 'SALARY');
    await authorize(server, ecommerceMessage(card));
    server.clock.set('2026-11-20T09:00:01Z');
    await post(accountNumber, 'DEBIT', '30.50', 'RENT');
    await post(accountNumber, 'DEBIT', '1000000.00', 'MORE THAN THERE IS');
    const { json } = await list(accountNumber);
    expect(json.items).toMatchObject([
      { transaction_code: 'DEBIT', amount: '30.50', posted_at: '2026-11-20T09:00:01.000Z' },
      { transaction_code: 'CREDIT', amount: '100.00', posted_at: '2026-11-20T09:00:00.000Z' },
    ]);
    expect(json).toMatchObject({ next: null });
    expect((json.items as object[])[1]).toEqual({
      transaction_code: 'CREDIT',
      amount: '100.00',
      currency: 'AED',
      available_after: '1100.00',
      transaction_date: '2026-11-20',
      transaction_ref_number: 'SALARY',
      posted_at: '2026-11-20T09:00:00.000Z',
    });
  });

  it('are paged without repetition, even those of one instant, and can be filtered by time', async () => {
    const { accountNumber } = await issueAccount(server);
    server.clock.set('2026-11-20T10:00:00Z');
    for (const reference of ['1', '2', '3', '4']) await post(accountNumber, 'CREDIT', '1.00', reference);
    server.clock.set('2026-11-20T11:00:00Z');
    await post(accountNumber, 'CREDIT', '1.00', '5');
    const paged: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Answer = await list(accountNumber, { limit: '2', ...(cursor !== '' && { cursor }) });
      paged.push(...referencesOf(page));
      cursor = page.json.next as string | null;
      await post(accountNumber, 'CREDIT', '1.00', 'MEANWHILE');
    }
    expect(paged).toEqual(['5', '4', '3', '2', '1']);
    expect(referencesOf(await list(accountNumber, { to: '2026-11-20T11:00:00Z' }))).toEqual(['4', '3', '2', '1']);
    expect(referencesOf(await list(accountNumber, { from: '2026-11-20T11:00:01Z' }))).toEqual([]);
  });

  it('are refused with an invalid limit, cursor or time, and with an unknown parameter', async () => {
    const { accountNumber } = await issueAccount(server);
    const codeOf = async (query: Record<string, string>) => (await list(accountNumber, query)).json.error_code;
    expect(await codeOf({ limit: '201' })).toBe('106');
    expect(await codeOf({ cursor: 'x' })).toBe('106');
    expect(await codeOf({ from: 'yesterday' })).toBe('105');
    expect(await codeOf({ since: '2026-11-20T10:00:00Z' })).toBe('106');
  });
});
