import { beforeEach, describe, expect, it } from 'vitest';
import {
  addCard,
  type IssuedCard,
  issueAccount,
  issueCard,
  luhnNumber,
  sameMaskNumbers,
} from '../../testing/cards/issued-cards.ts';
import { act, newToken } from '../../testing/cards/tokens.ts';
import { type Answer, fileServer } from '../../testing/test-server.ts';

const server = fileServer();
let card: IssuedCard;
beforeEach(async () => {
  card = await issueCard(server);
});

const list = (query: Record<string, string> = {}, as = 'demo-bank'): Promise<Answer> =>
  server.request({ method: 'GET', url: `/V2/tokens?${new URLSearchParams(query)}`, as });
const tokens = ({ json }: Answer) => json.tokens as { token_reference: string; token_state: string }[];
const references = (answer: Answer) => tokens(answer).map(({ token_reference }) => token_reference);

describe('the list of tokens', () => {
  it('of a card has all its tokens, newest first, in the same form as a single token', async () => {
    const first = await newToken(server, card.exid);
    const second = await newToken(server, card.exid, { activation: 'CODE' });
    await newToken(server, (await issueCard(server)).exid);
    const answer = await list({ card_identifier_id: card.exid });
    expect(answer.status).toBe(200);
    expect(references(answer)).toEqual([second, first]);
    expect(answer.json.next_cursor).toBeNull();
    const one = await server.request({ method: 'GET', url: `/V2/tokens/${first}`, as: 'demo-bank' });
    const { history: _, ...displayedFields } = one.json;
    expect(tokens(answer)[1]).toEqual(displayedFields);
  });

  it('of a card in one state has only tokens in that state, including deleted ones', async () => {
    const deletedToken = await newToken(server, card.exid);
    await act(server, deletedToken, 'delete');
    const active = await newToken(server, card.exid);
    expect(references(await list({ card_identifier_id: card.exid, state: 'DELETED' }))).toEqual([deletedToken]);
    expect(references(await list({ card_identifier_id: card.exid, state: 'ACTIVE' }))).toEqual([active]);
    expect(references(await list({ card_identifier_id: card.exid, state: 'SUSPENDED' }))).toEqual([]);
  });

  it('of a state has the tokens of all cards of the bank, and of no other bank', async () => {
    const activeToken = await newToken(server, card.exid);
    await act(server, activeToken, 'suspend');
    const foreignCard = await issueCard(server, { as: 'other-bank' });
    const foreign = await newToken(server, foreignCard.exid, {}, 'other-bank');
    await act(server, foreign, 'suspend', {}, 'other-bank');
    expect(references(await list({ state: 'SUSPENDED' }))).toContain(activeToken);
    expect(references(await list({ state: 'SUSPENDED' }))).not.toContain(foreign);
    expect(references(await list({ state: 'SUSPENDED' }, 'other-bank'))).toEqual([foreign]);
    expect(references(await list({}, 'other-bank'))).toEqual([foreign]);
  });

  it.each([
    ['of a card', (): Record<string, string> => ({ card_identifier_id: card.exid })],
    ['of a card in a state', (): Record<string, string> => ({ card_identifier_id: card.exid, state: 'REQUESTED' })],
    ['of a state', (): Record<string, string> => ({ state: 'REQUESTED' })],
    ['of the bank', (): Record<string, string> => ({})],
  ])('%s has each token once over its pages, even if new ones are created meanwhile', async (_what, query) => {
    const tokenReferences: string[] = [];
    for (let count = 0; count < 5; count++) {
      tokenReferences.unshift(await newToken(server, card.exid, { activation: 'CODE' }));
      // two tokens of the same instant are on different pages
      if (count % 2 === 1) server.clock.advance(1_000);
    }
    const pages: string[][] = [];
    let cursor: string | null | undefined;
    do {
      const answer = await list({ ...query(), limit: '2', ...(cursor !== undefined && { cursor: cursor! }) });
      pages.push(references(answer));
      cursor = answer.json.next_cursor as string | null;
      if (pages.length === 1) await newToken(server, card.exid, { activation: 'CODE' });
    } while (cursor !== null && pages.flat().length < 5);
    expect(pages.flat().slice(0, 5)).toEqual(tokenReferences);
    expect(pages.slice(0, 2).map((page) => page.length)).toEqual([2, 2]);
  });

  it.each([
    [{ limit: '0' }, 'limit', '106'],
    [{ limit: '201' }, 'limit', '106'],
    [{ limit: 'ten' }, 'limit', '105'],
    [{ cursor: 'nonsense' }, 'cursor', '106'],
    [{ state: 'GONE' }, 'state', '106'],
    [{ card_identifier_id: '9'.repeat(33) }, 'card_identifier_id', '104'],
    [{ card_identifier_type: 'PAN' }, 'card_identifier_type', '106'],
  ] as [Record<string, string>, string, string][])('is refused for %j', async (query, path, code) => {
    const { status, json } = await list(query);
    expect(status).toBe(400);
    expect(json).toMatchObject({ error_code: code, errors: [{ path, code }] });
  });

  it('finds the card by its masked number: 303 if no card has it, 310 if several do', async () => {
    const query = { card_identifier_id: card.masked, card_identifier_type: 'CONTRACT_NUMBER' };
    const reference = await newToken(server, card.exid);
    expect(references(await list(query))).toEqual([reference]);
    const unknown = luhnNumber('400000');
    const missing = await list({ ...query, card_identifier_id: `400000XXXXXX${unknown.slice(-4)}XX`.slice(0, 19) });
    expect(missing.json.error_code).toBe('303');
    const account = await issueAccount(server);
    const [first, second] = sameMaskNumbers('400000', 2) as [string, string];
    const { masked } = await addCard(server, account, { number: first });
    await addCard(server, account, { number: second });
    expect((await list({ ...query, card_identifier_id: masked })).json.error_code).toBe('310');
  });

  it.each(['CONTRACT_NUMBER', 'CONTRACT_NUMBER/EXID'])(
    'refuses any full card number in a URL as %s, and no log shows it',
    async (card_identifier_type) => {
      for (const number of [card.cardNumber, luhnNumber('400000'), luhnNumber('420000')]) {
        const { status, json, text } = await list({ card_identifier_id: number, card_identifier_type });
        expect(status).toBe(400);
        expect(json).toMatchObject({
          error_code: '106',
          errors: [{ path: 'card_identifier_id', message: 'must not be a full card number' }],
        });
        expect(text).not.toContain(number);
        expect(server.logs.join('')).not.toContain(number);
      }
    },
  );

  it('refuses a full card number as an EXID, and no log shows it', async () => {
    const { json, text } = await list({ card_identifier_id: card.cardNumber });
    expect(json.error_code).toBe('106');
    expect(text + server.logs.join('')).not.toContain(card.cardNumber);
  });

  it('finds a card by either type of identifier', async () => {
    const reference = await newToken(server, card.exid);
    for (const card_identifier_id of [card.exid, card.masked]) {
      const answer = await list({ card_identifier_id, card_identifier_type: 'CONTRACT_NUMBER/EXID' });
      expect(references(answer)).toEqual([reference]);
    }
  });

  it('is audited, with the card as the subject if it is the list of a card', async () => {
    await newToken(server, card.exid);
    await list({ card_identifier_id: card.exid });
    const rows = await server.db.sql(
      `select subject, outcome, details from audit_log where operation = 'tokens.list-tokens' order by audit_id desc limit 1`,
    );
    expect(rows).toEqual([{ subject: `card:${card.exid}`, outcome: 'tokens read', details: { tokens: 1 } }]);
  });
});

describe('one token', () => {
  it.each(['0190b5a4-3c1d-4e52-9a41-0f1e2d3c4b5a', '0190B5A4-3C1D-4E52-9A41-0F1E2D3C4B5A'])(
    'with an unknown reference is 307: %s',
    async (reference) => {
      const { status, json } = await server.request({ method: 'GET', url: `/V2/tokens/${reference}`, as: 'demo-bank' });
      expect([status, json.error_code]).toEqual([404, '307']);
    },
  );

  it('is found by its reference in upper or lower case, and shown with the reference as issued', async () => {
    const reference = await newToken(server, card.exid);
    const url = `/V2/tokens/${reference.toUpperCase()}`;
    const { json } = await server.request({ method: 'GET', url, as: 'demo-bank' });
    expect(json.token_reference).toBe(reference);
  });

  it('is not looked up by a malformed reference, and no log shows a card number in its place', async () => {
    for (const [reference, code] of [
      ['1', '105'],
      [card.cardNumber, '106'],
      ['x'.repeat(36), '105'],
    ]) {
      const { status, json } = await server.request({ method: 'GET', url: `/V2/tokens/${reference}`, as: 'demo-bank' });
      expect([status, json.error_code]).toEqual([400, code]);
    }
    expect(server.logs.join('')).not.toContain(card.cardNumber);
  });
});
