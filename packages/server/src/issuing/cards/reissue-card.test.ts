import { describe, expect, it } from 'vitest';
import { restrict, setCardStatus, use } from '../../testing/cards/card-control.ts';
import { addCard, type IssuedCard, issueAccount, issueCard } from '../../testing/cards/issued-cards.ts';
import { newToken } from '../../testing/cards/tokens.ts';
import { fileServer } from '../../testing/test-server.ts';

describe('a reissued card', () => {
  const server = fileServer();

  const reissue = (exid: string, more: Record<string, unknown> = {}, as = 'demo-bank') =>
    server.request({
      method: 'POST',
      url: `/V2/cards/${exid}/reissue`,
      as,
      payload: { status: 'LOST', card_virtual_indicator: 'V', ...more },
    });
  /** Reissues a card, and returns the EXID of the new one. */
  const reissued = async (exid: string, more: Record<string, unknown> = {}) => {
    const { status, json } = await reissue(exid, more);
    expect(status).toBe(200);
    return String(json.card_identifier_id);
  };
  const list = async (exid: string) => {
    const { json } = await server.request({ method: 'GET', url: `/V2/cards?exid=${exid}`, as: 'demo-bank' });
    return (json.items as Record<string, unknown>[])[0];
  };
  const restrictionsOf = async (exid: string) => {
    const named = { card_identifier_id: exid, card_identifier_type: 'EXID' };
    return (await server.envelope('restrictions.enquire-restrictions', named)).body;
  };
  const setLimit = (exid: string, max: string) =>
    server.request({
      method: 'POST',
      url: '/V2/limits',
      as: 'demo-bank',
      payload: {
        ...{ id: 'A_WEEK', level: 'card', card_identifier_id: exid, measure: 'amount', max },
        window: { calendar: 'week' },
      },
    });
  const limitsOf = async (exid: string) =>
    (await server.request({ method: 'GET', url: `/V2/limits?card_identifier_id=${exid}`, as: 'demo-bank' })).json
      .items as Record<string, unknown>[];

  it('has a new number, the same holder, account and product, and is referred to by the lost card', async () => {
    const card = await issueCard(server);
    const { status, json } = await reissue(card.exid);
    expect(status).toBe(200);
    expect(json.card_identifier_id).not.toBe(card.exid);
    expect(json).toMatchObject({
      card_status: 'ACTIVE',
      card_sequence_number: '001',
      card_virtual_indicator: 'V',
      account_number: card.accountNumber,
      customer_id: card.customerId,
    });
    expect(await list(card.exid)).toMatchObject({
      card_status: 'LOST',
      reissued_card_identifier_id: json.card_identifier_id,
    });
    expect(await list(String(json.card_identifier_id))).toEqual(json);
    expect((await use(server, card)).actionCode).toBe('41');
  });

  it('inherits the restrictions in force with their ends, newest first', async () => {
    const card = await issueCard(server);
    await restrict(server, card, { restriction_type: 'ECOM', isAllowed: false });
    await restrict(server, card, { restriction_type: 'ECOM', isAllowed: true, end_date: '2099-06-30' });
    await restrict(server, card, {
      restriction_type: 'INTERNATIONAL_SPECIFIC_COUNTRIES',
      isAllowed: true,
      allowed_values: 'DE,FR',
    });
    const before = await restrictionsOf(card.exid);
    const next = await reissued(card.exid);
    const { card_identifier_id: _, ...rest } = before;
    expect(await restrictionsOf(next)).toMatchObject(rest);
    const rows = (exid: string) =>
      server.db.sql(
        `select r.version, r.restriction_type, r.is_allowed, r.end_date, r.allowed_values, r.actor
           from card_restrictions r join cards c using (bucket, account_id, card_id) where c.exid = $1 order by version`,
        [exid],
      );
    expect(await rows(next)).toEqual(await rows(card.exid));
  });

  it('inherits the limits of the lost card with their use, and no limit of another card', async () => {
    const account = await issueAccount(server);
    const [card, other] = [await addCard(server, account), await addCard(server, account)];
    await setLimit(card.exid, '100.00');
    await setLimit(other.exid, '70.00');
    await use(server, card);
    const [before] = await limitsOf(card.exid);
    expect(before?.used).not.toBe('0.00');
    const next = await reissued(card.exid);
    const [after] = await limitsOf(next);
    expect(after).toEqual({ ...before, card_identifier_id: next });
    expect(await limitsOf(card.exid)).toEqual([]);
    expect(await limitsOf(other.exid)).toMatchObject([{ max: '70.00', card_identifier_id: other.exid }]);
    // the history of the account leads to the same limits
    const now = server.clock.now().toISOString();
    const at = await server.request({
      method: 'GET',
      url: `/V2/accounts/${card.accountNumber}?at=${now}`,
      as: 'demo-bank',
    });
    const { limits } = at.json.state as unknown as { limits: Record<string, unknown>[] };
    expect(limits.filter((limit) => limit.card_identifier_id === next)).toMatchObject([
      { id: 'A_WEEK', used: before?.used },
    ]);
  });

  it('does not inherit the tokens of the lost card: they are deleted, and their wallets are notified', async () => {
    const card = await issueCard(server);
    await newToken(server, card.exid);
    await reissue(card.exid, { status: 'STOLEN' });
    const rows = await server.db.sql(
      `select t.state from tokens t join cards c using (bucket, account_id, card_id) where c.exid = $1`,
      [card.exid],
    );
    expect(rows).toEqual([{ state: 'DELETED' }]);
    expect(await list(card.exid)).toMatchObject({ card_status: 'STOLEN' });
  });

  it('can be issued once for a card that was reported earlier, and not for a card that ended otherwise', async () => {
    const account = await issueAccount(server);
    const end = async (value: string): Promise<IssuedCard> => {
      const card = await addCard(server, account);
      await setCardStatus(server, card.exid, value);
      return card;
    };
    const lost = await end('LOST');
    expect((await reissue(lost.exid)).status).toBe(200);
    expect(await reissue(lost.exid)).toMatchObject({
      status: 409,
      json: { error_code: '420', detail: 'The card was reissued already' },
    });
    expect(await reissue((await end('STOLEN')).exid)).toMatchObject({ json: { detail: 'A STOLEN card stays STOLEN' } });
    for (const ended of ['CLOSED', 'REPLACED']) {
      expect(await reissue((await end(ended)).exid)).toMatchObject({ status: 409, json: { error_code: '420' } });
    }
  });

  it('is issued once by ten concurrent requests', async () => {
    const { exid } = await issueCard(server);
    const answers = await Promise.all(Array.from({ length: 10 }, () => reissue(exid)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)]);
  });

  it('waits for embossing if it is physical, with its own delivery address', async () => {
    const { exid } = await issueCard(server);
    const address = { address_line_1: 'Street 1', city: 'Dubai', country: 'ARE' };
    const next = await reissued(exid, { card_virtual_indicator: 'P', delivery_address: address });
    const rows = await server.db.sql(
      `select q.reason, q.delivery_address from embossing_queue q join cards c using (account_id, card_id) where c.exid = $1`,
      [next],
    );
    expect(rows).toEqual([{ reason: 'NEW', delivery_address: JSON.stringify(address) }]);
  });

  it('appears in the audit log with both cards, and does not exist for another bank', async () => {
    const { exid } = await issueCard(server);
    expect(await reissue(exid, {}, 'other-bank')).toMatchObject({ status: 404, json: { error_code: '303' } });
    const next = await reissued(exid);
    const rows = await server.db.sql(
      `select subject, outcome, details from audit_log where operation = 'cards.reissue-card' and subject = any($1)
        order by audit_id`,
      [[`card:${exid}`, `card:${next}`]],
    );
    expect(rows).toEqual([
      { subject: `card:${exid}`, outcome: 'reissued', details: { as: next } },
      { subject: `card:${next}`, outcome: 'created', details: { reissues: exid } },
    ]);
  });
});
