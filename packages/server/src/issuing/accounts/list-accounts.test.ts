import { describe, expect, it } from 'vitest';
import { issueAccount } from '../../testing/cards/issued-cards.ts';
import { accountBody } from '../../testing/requests/bank-requests.ts';
import { type Answer, fileServer } from '../../testing/test-server.ts';

const server = fileServer();

const get = (path: string, as = 'demo-bank'): Promise<Answer> =>
  server.request({ method: 'GET', url: `/V2${path}`, as });
const numbersOf = ({ json }: Answer) => (json.items as { account_number: string }[]).map((one) => one.account_number);

describe('the list of accounts', () => {
  it('lists the accounts of a client, newest first, each in the form of a read', async () => {
    const first = await issueAccount(server);
    const created = await server.envelope('accounts.create-account', accountBody(first.customerId));
    const second = created.body.account_number as string;
    const list = await get(`/accounts?customer_id=${first.customerId}`);
    expect(numbersOf(list)).toEqual([second, first.accountNumber]);
    const read = await get(`/accounts/${second}`);
    expect(read.json).toEqual((list.json.items as object[])[0]);
    expect(read.json).toMatchObject({ customer_id: first.customerId, currency: 'AED', funds_check: true });
  });

  it('pages through the accounts of the bank, and never shows those of another bank', async () => {
    const foreign = await issueAccount(server, { as: 'other-bank' });
    await issueAccount(server);
    const all = numbersOf(await get('/accounts?limit=200'));
    expect(all).not.toContain(foreign.accountNumber);
    const page = await get('/accounts?limit=1');
    const rest = await get(`/accounts?limit=200&cursor=${page.json.next}`);
    expect([...numbersOf(page), ...numbersOf(rest)]).toEqual(all);
    expect((await get(`/accounts/${foreign.accountNumber}`)).json.error_code).toBe('302');
    expect((await get(`/accounts?customer_id=${foreign.customerId}`)).json.error_code).toBe('301');
  });
});
