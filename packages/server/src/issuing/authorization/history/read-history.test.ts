import { describe, expect, it } from 'vitest';
import { authorize, ecommerceMessage, type IssuedCard, issueCard } from '../../../testing/cards/issued-cards.ts';
import { creditBody } from '../../../testing/requests/bank-requests.ts';
import { type Answer, fileServer } from '../../../testing/test-server.ts';

const server = fileServer();

const history = (card: IssuedCard, query = '', as = 'demo-bank'): Promise<Answer> =>
  server.request({ method: 'GET', url: `/V2/accounts/${card.accountNumber}/history${query}`, as });
interface Entry {
  kind: string;
  actor?: string;
  authorization?: { state: string };
  change?: object;
}
const entriesOf = ({ json }: Answer) => json.items as unknown as Entry[];

describe('the history of an account', () => {
  it('is one sequence of decisions, endings, funds, settings, restrictions and status, with their actors', async () => {
    const card = await issueCard(server);
    const message = ecommerceMessage(card);
    await authorize(server, message);
    const exid = { card_identifier_id: card.exid, card_identifier_type: 'EXID' };
    await server.envelope('accounts.post-transaction', creditBody(card.accountNumber));
    await server.envelope('card-settings.update-settings', {
      accountNumber: card.cardNumber,
      cardSettings: { ecomStatus: 'OFF' },
    });
    await authorize(server, ecommerceMessage(card));
    const restriction = { restriction_type: 'ATM', isAllowed: false };
    await server.envelope('restrictions.set-restriction', { ...exid, restriction });
    await server.envelope('cards.change-status', { ...exid, status: { type: 'card_status', value: 'BLOCKED' } });
    await server.request({
      method: 'POST',
      url: `/V2/authorizations/${message.Retrieval_Reference_Number}/reversal`,
      as: 'demo-bank',
      payload: {},
    });
    const entries = entriesOf(await history(card));
    expect(entries.map(({ kind, actor, authorization }) => [kind, actor, authorization?.state])).toEqual([
      ['RESERVATION_ENDED', 'demo-bank', 'REVERSED'],
      ['CARD_STATUS', 'demo-bank', undefined],
      ['RESTRICTION', 'demo-bank', undefined],
      ['DECISION', undefined, 'DECLINED'],
      ['SETTINGS', 'demo-bank', undefined],
      ['FUNDS', 'demo-bank', undefined],
      ['DECISION', undefined, 'REVERSED'],
      ['CARD_ADDED', 'demo-bank', undefined],
      ['OPENED', 'demo-bank', undefined],
    ]);
    expect(entries[4]?.change).toMatchObject({ patch: { ecomStatus: 'OFF' } });
    expect(entries[4]).toMatchObject({ before: { ecomStatus: null }, after: { ecomStatus: 'OFF' } });
    expect(entries[1]).toMatchObject({ before: { status: 'ACTIVE' }, after: { status: 'BLOCKED' } });
  });

  it('returns each entry once over its pages', async () => {
    const card = await issueCard(server, { available: '1000.00' });
    for (let at = 0; at < 8; at += 1) await authorize(server, ecommerceMessage(card));
    const all = entriesOf(await history(card, '?limit=200'));
    expect(all).toHaveLength(10);
    const entries: Entry[] = [];
    let query = '?limit=3';
    while (query !== '') {
      const page = await history(card, query);
      entries.push(...entriesOf(page));
      query = page.json.next === null ? '' : `?limit=3&cursor=${page.json.next}`;
    }
    expect(entries).toEqual(all);
  });
});
