import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { waitForIndex } from '../../../testing/background-work.ts';
import { authorize, ecommerceMessage, issueCard, luhnNumber } from '../../../testing/cards/issued-cards.ts';
import type { Answer } from '../../../testing/test-server.ts';
import { fileServer } from '../../../testing/test-server.ts';

const NEW_DECLINE = '200 14 new';
const REPLAYED_DECLINE = '200 14 replayed';

const server = fileServer({ CARDWRIGHT_AUTHORIZATION_LANES: '1', CARDWRIGHT_AUTHORIZATION_DEADLINE_MS: '20000' });

const summarize = ({ status, json, headers }: Answer) =>
  `${status} ${json.Action_Code} ${headers['idempotent-replayed'] === 'true' ? 'replayed' : 'new'}`;
const send = async (message: Record<string, unknown>, as: string) => summarize(await authorize(server, message, as));

/** Messages of unknown cards are stored under one account, whatever their bank (docs/interface/repeats.md#authorizations). */
describe('a message for a card that does not exist', () => {
  const unknown = (bin: string) => ecommerceMessage({ cardNumber: luhnNumber(bin), expiry: '3012' });

  it('is decided even if another bank sent it first', async () => {
    const message = unknown('400000');
    expect(await send(message, 'other-bank')).toBe(NEW_DECLINE);
    expect(await send(message, 'demo-network')).toBe(NEW_DECLINE);
    expect(await send(message, 'demo-network')).toBe(REPLAYED_DECLINE);
    expect(await send(message, 'other-bank')).toBe(REPLAYED_DECLINE);
  });

  it('is decided even if two banks send it at the same time', async () => {
    const message = unknown('400000');
    const answers = await Promise.all(['other-bank', 'demo-network', 'demo-bank'].map((as) => send(message, as)));
    expect(answers).toEqual([NEW_DECLINE, NEW_DECLINE, REPLAYED_DECLINE]);
  });

  it('is not a repeat of another bank’s message, if its number belongs to no bank', async () => {
    const message = unknown('555555');
    expect(await send(message, 'other-bank')).toBe(NEW_DECLINE);
    expect(await send(message, 'demo-bank')).toBe(NEW_DECLINE);
    expect(await send(message, 'demo-network')).toBe(NEW_DECLINE);
    expect(await send(message, 'demo-bank')).toBe(REPLAYED_DECLINE);
  });

  it('is decided and listed even if an earlier version stored the same one for another bank', async () => {
    const message = unknown('400000');
    const { Retrieval_Reference_Number: reference } = message;
    expect(await send(message, 'demo-network')).toBe(NEW_DECLINE);
    // as a message of a caller that may not act for the bank would have been stored
    await server.db.sql(
      `update authorizations set bank_id = '-', decided_at = decided_at - interval '1 second' where retrieval_reference = $1`,
      [reference],
    );
    await server.db.sql(`update unlisted_authorizations set decided_at = decided_at - interval '1 second'
                          where decided_at = (select decided_at + interval '1 second' from authorizations
                                               where retrieval_reference = ${Number(reference)})`);
    expect(await send(message, 'demo-network')).toBe(NEW_DECLINE);
    await waitForIndex(server);
    expect(
      await server.db.sql('select bank_id from listed_authorizations where retrieval_reference = $1', [reference]),
    ).toEqual([{ bank_id: 'DEMO' }]);
  });

  it('does not change the decisions of the other messages in its batch', async () => {
    const repeatedMessage = unknown('400000');
    await send(repeatedMessage, 'other-bank');
    const cards = await Promise.all(Array.from({ length: 6 }, () => issueCard(server, { available: '100.00' })));
    const messages = cards.flatMap((card) => [ecommerceMessage(card), repeatedMessage]);
    const answers = await Promise.all(messages.map((message) => send(message, 'demo-network')));
    expect(answers.filter((_, at) => at % 2 === 0)).toEqual(cards.map(() => '200 00 new'));
    expect(answers.filter((_, at) => at % 2 === 1).sort()).toEqual([NEW_DECLINE, ...Array(5).fill(REPLAYED_DECLINE)]);
  });
});

describe('a bank whose accounts share limits', () => {
  it('blocks no other bank while another session has locked the counters, and is decided afterwards', async () => {
    const limits = [{ id: 'SPEND', level: 'bank', measure: 'amount', window: { calendar: 'day' }, max: '50000.00' }];
    const request = { method: 'PUT' as const, url: '/V2/programs/DEBIT-CLASSIC', as: 'demo-bank', payload: { limits } };
    expect((await server.request(request)).status).toBe(200);
    const issue = (as: string) => Promise.all(Array.from({ length: 6 }, () => issueCard(server, { as })));
    const [sharing, others] = [await issue('demo-bank'), await issue('other-bank')];
    expect(await send(ecommerceMessage(sharing[0]!), 'demo-network')).toBe('200 00 new');
    const holder = new pg.Client(server.db.connection);
    await holder.connect();
    try {
      await holder.query('begin');
      expect((await holder.query(`select from shared_limits where bank_id = 'DEMO' for update`)).rowCount).toBe(1);
      const euro = { Currency_Code_Cardholder_Billing: '978' };
      const pairs = sharing.map((card, at) => [
        send(ecommerceMessage(card), 'demo-network'),
        send(ecommerceMessage(others[at]!, euro), 'demo-network'),
      ]);
      expect(await Promise.all(pairs.map(([, ofOther]) => ofOther))).toEqual(others.map(() => '200 00 new'));
      await holder.query('rollback');
      expect(await Promise.all(pairs.map(([ofSharing]) => ofSharing))).toEqual(sharing.map(() => '200 00 new'));
    } finally {
      await holder.end();
    }
  });
});
