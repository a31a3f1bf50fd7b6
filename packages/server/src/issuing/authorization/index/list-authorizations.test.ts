import { describe, expect, it } from 'vitest';
import { waitForIndex } from '../../../testing/background-work.ts';
import { signInDemo } from '../../../testing/callers/demo-sessions.ts';
import { authorize, ecommerceMessage, type IssuedCard, issueCard } from '../../../testing/cards/issued-cards.ts';
import { type Answer, fileServer } from '../../../testing/test-server.ts';

const server = fileServer();

const list = (query: Record<string, string>, as = 'demo-bank'): Promise<Answer> =>
  server.request({ method: 'GET', url: `/V2/authorizations?${new URLSearchParams(query)}`, as });
const referencesOf = ({ json }: Answer) =>
  (json.items as { retrieval_reference_number: string }[]).map((one) => one.retrieval_reference_number);

/** The rows of all pages, in order. */
async function walkPages(query: Record<string, string>): Promise<string[]> {
  const page = await list(query);
  const { next } = page.json as { next: string | null };
  return [...referencesOf(page), ...(next === null ? [] : await walkPages({ ...query, cursor: next }))];
}

async function send(card: IssuedCard, fields: Record<string, unknown> = {}): Promise<string> {
  server.clock.advance(1_000);
  const message = ecommerceMessage(card, fields);
  await authorize(server, message);
  return String(message.Retrieval_Reference_Number).padStart(12, '0');
}

it('a list that refreshes itself adds one row to the audit log in 15 minutes, and a request with a token one each time', async () => {
  const person = await signInDemo(server, 'layla');
  const rows = async () =>
    (await server.db.sql(`select from audit_log where operation = 'authorization.list-authorizations'`)).length;
  const look = async (query: Record<string, string>) => {
    const before = await rows();
    const { status } = await person.send('GET', `/V2/authorizations?${new URLSearchParams(query)}`);
    return [status, (await rows()) - before];
  };
  expect(await look({ rule: 'APPROVED', from: '2026-11-20T07:00:00Z' })).toEqual([200, 1]);
  expect(await look({ rule: 'APPROVED', from: '2026-11-20T07:30:00Z', limit: '200' })).toEqual([200, 0]);
  expect(await look({ rule: 'APPROVED', from: '2026-11-20T06:59:59Z' })).toEqual([200, 1]);
  expect(await look({ rule: 'APPROVED' })).toEqual([200, 1]);
  expect(await look({ from: '2026-11-20T07:30:00Z', rule: 'APPROVED' })).toEqual([200, 0]);
  expect(await look({ rule: 'ECOM_OFF' })).toEqual([200, 1]);
  server.clock.advance(15 * 60_000);
  expect(await look({ rule: 'APPROVED' })).toEqual([200, 1]);
  const before = await rows();
  await list({ rule: 'APPROVED' });
  await list({ rule: 'APPROVED' });
  expect((await rows()) - before).toBe(2);
});

describe('the list of authorizations', () => {
  it('of an account has a decision as soon as its response is sent, and the end of its reservation', async () => {
    const card = await issueCard(server, { available: '1000.00' });
    for (let at = 0; at < 20; at += 1) {
      const reference = await send(card);
      expect(referencesOf(await list({ account_number: card.accountNumber, limit: '1' }))).toEqual([reference]);
    }
    const [newest = ''] = referencesOf(await list({ card: card.exid }));
    await server.request({
      method: 'POST',
      url: `/V2/authorizations/${newest}/reversal`,
      as: 'demo-bank',
      payload: {},
    });
    const { json } = await list({ card: card.exid, limit: '1' });
    expect(json.items).toMatchObject([{ retrieval_reference_number: newest, state: 'REVERSED', action_code: '00' }]);
  });

  it('finds by each filter, single and combined', async () => {
    const card = await issueCard(server, { available: '1000.00' });
    const from = new Date(server.clock.now().getTime() + 1).toISOString();
    const amount = (minor: number) => ({
      Transaction_Amount: String(minor).padStart(12, '0'),
      Transaction_Amount_Cardholder_Billing: String(minor).padStart(12, '0'),
    });
    const tapFields = { POS_Enty_Mode: '071', POS_Condition_Code: '00' };
    const place = (country: string) => `${'SHOP'.padEnd(38)}${country}`;
    const small = await send(card, { ...amount(1_000), Merchant_Type: '5812' });
    const french = await send(card, { ...amount(2_000), Card_Acceptor_Name_Location: place('FR'), ...tapFields });
    const shop = await send(card, { ...amount(3_000), Card_Acceptor_Identification_Code: 'RAREMERCHANT' });
    const declined = await send(card, { ...amount(9_999_999), Acquiring_Institution_Code: '654321' });
    await waitForIndex(server);
    const cases: [Record<string, string>, string[]][] = [
      [{}, [declined, shop, french, small]],
      [{ action_code: '51' }, [declined]],
      [{ action_code: '00' }, [shop, french, small]],
      [{ rule: 'INSUFFICIENT_FUNDS' }, [declined]],
      [{ rule: 'APPROVED' }, [shop, french, small]],
      [{ state: 'DECLINED' }, [declined]],
      [{ state: 'RESERVED' }, [shop, french, small]],
      [{ state: 'REVERSED' }, []],
      [{ acquirer: '654321' }, [declined]],
      [{ merchant: 'RAREMERCHANT' }, [shop]],
      [{ mcc: '5812' }, [small]],
      [{ country: 'FR' }, [french]],
      [{ country: 'fr', action_code: '51' }, []],
      [{ channel: 'CONTACTLESS' }, [french]],
      [{ channel: 'ECOM' }, [declined, shop, small]],
      [{ channel: 'CONTACTLESS', mcc: '5812' }, []],
      [{ min_amount: '20' }, [declined, shop, french]],
      [{ min_amount: '20.01', max_amount: '30.00' }, [shop]],
      [{ card: card.exid, max_amount: '10.00' }, [small]],
      [{ account_number: card.accountNumber }, [declined, shop, french, small]],
      [{ bin: card.cardNumber.slice(0, 6) }, [declined, shop, french, small]],
      [{ bin: card.cardNumber.slice(0, 8), state: 'DECLINED' }, [declined]],
      [{ bin: '499999' }, []],
    ];
    for (const [query, references] of cases) {
      expect([query, referencesOf(await list({ from, ...query }))]).toEqual([query, references]);
    }
    const { json } = await list({ merchant: 'RAREMERCHANT' });
    const [{ decided_at: at = '' } = {}] = json.items as { decided_at?: string }[];
    expect(referencesOf(await list({ from, to: at }))).toEqual([french, small]);
  });

  it('returns each decision once over its pages, while others are added', async () => {
    const card = await issueCard(server, { available: '1000.00' });
    const references: string[] = [];
    for (let at = 0; at < 7; at += 1) references.unshift(await send(card));
    const pages: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Answer = await list({
        account_number: card.accountNumber,
        limit: '3',
        ...(cursor !== '' && { cursor }),
      });
      pages.push(...referencesOf(page));
      cursor = page.json.next as string | null;
      await send(card);
    }
    expect(pages).toEqual(references);
  });

  it('of an account does not wait for the indexer, and is the same before and after indexing', async () => {
    const card = await issueCard(server, { available: '1000.00' });
    const old: string[] = [];
    for (let at = 0; at < 5; at += 1) old.unshift(await send(card));
    await waitForIndex(server);
    const writer = await server.db.database.connect({});
    try {
      await writer.query(`select pg_advisory_lock(hashtext('list-authorizations'))`);
      const news: string[] = [];
      for (let at = 0; at < 4; at += 1) news.unshift(await send(card, at === 1 ? { Merchant_Type: '5812' } : {}));
      // one that is indexed, and one that is pending
      for (const reference of [old[1], news[1]]) {
        const url = `/V2/authorizations/${reference}/reversal`;
        await server.request({ method: 'POST', url, as: 'demo-bank', payload: {} });
      }
      const rows = () => server.db.sql('select unlisted_id from unlisted_authorizations');
      const rowsBefore = await rows();
      expect(rowsBefore.length).toBeGreaterThanOrEqual(6);
      const look = async () => ({
        all: await walkPages({ card: card.exid, limit: '2' }),
        reserved: await walkPages({ account_number: card.accountNumber, limit: '2', state: 'RESERVED' }),
        reversed: await walkPages({ account_number: card.accountNumber, limit: '1', state: 'REVERSED' }),
        category: await walkPages({ account_number: card.accountNumber, mcc: '5812' }),
        history: (
          await server.request({ method: 'GET', url: `/V2/accounts/${card.accountNumber}/history`, as: 'demo-bank' })
        ).json.items,
      });
      const before = await look();
      const [n0, n1, n2, n3] = news;
      const [o0, o1, ...others] = old;
      expect(before).toMatchObject({
        all: [n0, n1, n2, n3, ...old],
        reserved: [n0, n2, n3, o0, ...others],
        reversed: [n1, o1],
        category: [n2],
      });
      expect(await rows()).toEqual(rowsBefore);
      await writer.query(`select pg_advisory_unlock(hashtext('list-authorizations'))`);
      await waitForIndex(server);
      expect(await look()).toEqual(before);
    } finally {
      await writer.end();
    }
  });

  it('of a bank has no decision of another bank', async () => {
    const foreign = await issueCard(server, { as: 'other-bank' });
    const reference = await send(foreign);
    await waitForIndex(server);
    expect(referencesOf(await list({}))).not.toContain(reference);
    expect(referencesOf(await list({}, 'other-bank'))).toEqual([reference]);
    expect((await list({ account_number: foreign.accountNumber })).json.error_code).toBe('302');
    expect((await list({ card: foreign.exid })).json.error_code).toBe('303');
  });

  it('is written by one server at a time, and holds each decision once', async () => {
    const card = await issueCard(server, { available: '1000.00' });
    await Promise.all(Array.from({ length: 30 }, () => send(card)));
    await Promise.all([
      waitForIndex(server),
      waitForIndex(server),
      waitForIndex(server),
      list({ account_number: card.accountNumber }),
    ]);
    const { json } = await list({ account_number: card.accountNumber, limit: '200' });
    const references = (json.items as { retrieval_reference_number: string }[]).map(
      (one) => one.retrieval_reference_number,
    );
    expect([references.length, new Set(references).size]).toEqual([30, 30]);
    expect(await server.db.sql('select from unlisted_authorizations')).toEqual([]);
  });
});
