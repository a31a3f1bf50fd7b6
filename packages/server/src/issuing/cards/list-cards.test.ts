import { describe, expect, it } from 'vitest';
import { setCardStatus } from '../../testing/cards/card-control.ts';
import { cardBody, clientBody, issueAccount, issueCard } from '../../testing/cards/issued-cards.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { type Answer, fileServer } from '../../testing/test-server.ts';

const server = fileServer();
const card = fileResource(() => issueCard(server));
const other = fileResource(() => issueCard(server));

const list = (query: Record<string, string>, as = 'demo-bank'): Promise<Answer> =>
  server.request({ method: 'GET', url: `/V2/cards?${new URLSearchParams(query)}`, as });
const exidsOf = ({ json }: Answer) =>
  (json.items as { card_identifier_id: string }[]).map(({ card_identifier_id }) => card_identifier_id);

describe('the list of cards', () => {
  it('finds the cards of a client, of an account and of an EXID', async () => {
    for (const query of [
      { customer_id: card.customerId },
      { account_number: card.accountNumber },
      { exid: card.exid },
    ]) {
      expect(exidsOf(await list(query as Record<string, string>))).toEqual([card.exid]);
    }
    expect(exidsOf(await list({ account_number: card.accountNumber, exid: other.exid }))).toEqual([]);
    expect(exidsOf(await list({ exid: '9999999999999999990' }))).toEqual([]);
  });

  it("finds a card by its last four digits together with the first ones or the holder's name", async () => {
    const last4 = card.cardNumber.slice(-4);
    expect(exidsOf(await list({ last4, bin: '400000' }))).toEqual([card.exid]);
    // only the first six digits of the number are known
    expect(exidsOf(await list({ last4, bin: '40000099' }))).toEqual([card.exid]);
    expect(exidsOf(await list({ last4, name: 'hold tes' }))).toContain(card.exid);
    expect(exidsOf(await list({ last4, name: 'nobody' }))).toEqual([]);
    expect(exidsOf(await list({ last4, bin: '510000' }))).toEqual([]);
  });

  it.each([
    ['only the last four digits', { last4: '1234' }, 'last4'],
    ['only the first digits', { bin: '400000' }, 'bin'],
    ['a name alone', { name: 'amina' }, 'name'],
  ])('refuses %s, which would match too many cards', async (_what, query, path) => {
    const answer = await list(query as Record<string, string>);
    expect([answer.status, (answer.json.errors as { path: string; code: string }[])[0]]).toMatchObject([
      400,
      { path, code: '106' },
    ]);
  });

  it('finds the cards of a status, and names the replacement of a replaced card', async () => {
    await setCardStatus(server, other.exid, 'STOLEN');
    expect(exidsOf(await list({ status: 'STOLEN' }))).toEqual([other.exid]);
    expect(exidsOf(await list({ status: 'ACTIVE', customer_id: other.customerId }))).toEqual([]);
  });

  it('shows a supplementary card under its holder and under the account that pays for it', async () => {
    const account = await issueAccount(server);
    const holder = `HOLDER-${account.accountNumber}`;
    await server.envelope('clients.create-client', clientBody(holder));
    const created = await server.envelope(
      'cards.create-card',
      cardBody(account, { customer_id: holder, card_role: 'S' }),
    );
    const exid = created.body.card_identifier_id as string;
    expect(exidsOf(await list({ customer_id: holder }))).toEqual([exid]);
    expect(exidsOf(await list({ account_number: account.accountNumber }))).toEqual([exid]);
  });

  it('never shows a full number, and does not accept one', async () => {
    expect((await list({ account_number: card.accountNumber })).text).not.toContain(card.cardNumber);
    expect((await list({ exid: card.cardNumber })).status).toBe(400);
  });
});
