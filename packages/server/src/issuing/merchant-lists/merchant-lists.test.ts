import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fileServer, TEST_NOW } from '../../testing/test-server.ts';
import { createCachedMerchantLists } from './cached-merchant-lists.ts';

const server = fileServer();

type Method = 'GET' | 'PUT' | 'PATCH';
const lists = async (method: Method, path: string, payload?: object, as = 'demo-bank') => {
  const { status, json } = await server.request({
    method,
    url: `/V2/merchant-lists${path}`,
    as,
    ...(payload && { payload }),
  });
  return { status, json };
};
const put = (name: string, kind: string, entries: unknown[], as?: string) =>
  lists('PUT', `/${name}`, { kind, entries }, as);
const entriesOf = async (name: string) => (await lists('GET', `/${name}`)).json.entries;
const aName = () => `list-${randomUUID().slice(0, 8)}`;

describe('a merchant list', () => {
  it('can be created, replaced and changed, and each real change has its own edition', async () => {
    const name = aName();
    const creation = await put(name, 'mcc', ['7995', '5411', '7995']);
    const { edition } = creation.json as { edition: number };
    const expectedList = { name, kind: 'mcc', changed_at: new Date(TEST_NOW).toISOString(), changed_by: 'demo-bank' };
    expect(creation).toEqual({ status: 200, json: { ...expectedList, count: 2, edition } });
    expect(await entriesOf(name)).toEqual(['5411', '7995']);
    expect((await put(name, 'mcc', ['5411', '7995'])).json.edition).toBe(edition);
    const change = await lists('PATCH', `/${name}`, { add: ['0001', '5411'], remove: ['7995', '9999'] });
    expect(change.json).toEqual({ ...expectedList, count: 2, edition: edition + 1 });
    expect(await entriesOf(name)).toEqual(['0001', '5411']);
    expect((await put(name, 'mcc', [])).json).toEqual({ ...expectedList, count: 0, edition: edition + 2 });
    expect(await entriesOf(name)).toEqual([]);
    // a removed entry can be added again
    await lists('PATCH', `/${name}`, { add: ['7995'] });
    expect(await entriesOf(name)).toEqual(['7995']);
    const { json } = await lists('GET', '?limit=1');
    expect((json.items as object[])[0]).toEqual({ ...expectedList, count: 1, edition: edition + 3 });
  });

  it('belongs to its bank only', async () => {
    const name = aName();
    await put(name, 'merchantId', ['SHOP 1'], 'other-bank');
    expect((await lists('GET', `/${name}`)).json.error_code).toBe('317');
    expect((await lists('PATCH', `/${name}`, { add: ['SHOP 2'] })).json.error_code).toBe('317');
    expect((await put(name, 'mcc', ['5411'])).status).toBe(200);
    expect((await lists('GET', `/${name}`, undefined, 'other-bank')).json.entries).toEqual(['SHOP 1']);
  });

  it('refuses invalid entries at their paths, another kind, and an entry that is both added and removed', async () => {
    const name = aName();
    const failure = await put(name, 'mcc', ['5411', '12', 'ABCD']);
    expect([failure.status, failure.json.errors]).toEqual([
      400,
      [
        { path: 'entries[1]', code: '105', message: 'must be 4 digits' },
        { path: 'entries[2]', code: '105', message: 'must be 4 digits' },
      ],
    ]);
    expect((await lists('GET', `/${name}`)).status).toBe(404);
    await put(name, 'mcc', ['5411']);
    expect((await put(name, 'merchantId', ['SHOP'])).json).toMatchObject({ error_code: '420', status: 409 });
    const both = await lists('PATCH', `/${name}`, { add: ['5812'], remove: ['5411', '5812'] });
    expect([both.status, both.json.errors]).toEqual([
      400,
      [{ path: 'remove[1]', code: '106', message: 'must not be added as well' }],
    ]);
    expect(await entriesOf(name)).toEqual(['5411']);
    expect((await put('No-Name', 'mcc', [])).json.errors).toEqual([
      expect.objectContaining({ path: 'name', code: '105' }),
    ]);
  });

  it('has at most 100,000 entries', async () => {
    const name = aName();
    const some = (from: number, count: number) => Array.from({ length: count }, (_, at) => `S${from + at}`);
    await put(name, 'merchantId', some(0, 50_000));
    expect((await lists('PATCH', `/${name}`, { add: some(50_000, 50_000) })).json.count).toBe(100_000);
    const over = await lists('PATCH', `/${name}`, { add: ['ONE-MORE'] });
    expect([over.status, over.json.error_code]).toEqual([409, '420']);
    const exchange = await lists('PATCH', `/${name}`, { add: ['ONE-MORE'], remove: ['S0'] });
    expect(exchange.json.count).toBe(100_000);
  });

  it('applies each of many concurrent changes, one after the other', async () => {
    const name = aName();
    const { edition } = (await put(name, 'mcc', [])).json as { edition: number };
    const adding = Array.from({ length: 8 }, (_, at) => lists('PATCH', `/${name}`, { add: [`000${at}`] }));
    const editions = (await Promise.all(adding)).map(({ json }) => Number(json.edition));
    expect(editions.sort((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((at) => edition + at));
    expect(await entriesOf(name)).toHaveLength(8);
  });
});

describe('cached merchant lists', () => {
  const row = (entry: string, from: number, until: number | null) => ({
    ...{ name: 'shops', entry, from_edition: BigInt(from) },
    until_edition: until === null ? null : BigInt(until),
  });

  it('contain the entries of each edition, even after later editions are added', () => {
    const lists = createCachedMerchantLists();
    lists.add(['shops'], [row('A', 1, null), row('B', 1, 3)], 3n);
    const earlierList = lists.listAt('shops', 3);
    const membersAt = (edition: number) =>
      ['A', 'B', 'C'].filter((entry) => lists.listAt('shops', edition).has(entry)).join('');
    expect([0, 1, 2, 3].map(membersAt)).toEqual(['', 'AB', 'AB', 'A']);
    lists.add(['shops'], [row('A', 1, 5), row('B', 4, null), row('C', 4, 6)], 6n);
    expect([1, 2, 3, 4, 5, 6].map(membersAt)).toEqual(['AB', 'AB', 'A', 'ABC', 'BC', 'B']);
    expect([earlierList.has('A'), earlierList.has('C')]).toEqual([true, false]);
    expect([lists.readUntil('shops'), lists.readUntil('others')]).toEqual([6n, undefined]);
  });
});
