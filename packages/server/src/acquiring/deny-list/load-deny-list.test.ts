import { describe, expect, it } from 'vitest';
import { findingsOf } from '../../testing/merchants/merchants.ts';
import { fileServer } from '../../testing/test-server.ts';

const server = fileServer();

const URL = '/V2/merchants/deny-list';
const load = (csv: string | Buffer, { as = 'demo-reviewer', type = 'text/csv' } = {}) =>
  server.request({ method: 'POST', url: URL, as, headers: { 'content-type': type }, payload: csv });
const list = async (query = '', as = 'demo-reviewer') => {
  const answer = await server.request({ method: 'GET', url: `${URL}${query}`, as });
  // biome-ignore lint/suspicious/noExplicitAny: the tests read members of any answer
  return answer.json as any;
};
const names = async (as?: string) => (await list('', as)).names.map(({ name }: { name: string }) => name);

describe('the deny list', () => {
  it('is loaded from a CSV as spreadsheets write it, and read in the same order', async () => {
    const csv =
      '\ufeffReason,NAME\r\n"Fraud, twice","Black ""Harbour"" Trading LLC"\r\n\r\nعقوبات,شركة الصقر ذ.م.م\r\n';
    const { status, json } = await load(csv, { type: 'text/csv; charset=utf-8' });
    expect([status, json]).toEqual([200, { names: 2, alike: 0 }]);
    const loadedAt = '2026-11-20T08:00:00.000Z';
    expect((await list()).names).toEqual([
      { name: 'Black "Harbour" Trading LLC', reason: 'Fraud, twice', key: 'black harbour trading', loadedAt },
      { name: 'شركة الصقر ذ.م.م', reason: 'عقوبات', key: 'الصقر', loadedAt },
    ]);
  });

  it('is refused in a charset other than UTF-8', async () => {
    await load('name,reason\nStays,a\n');
    const { status, json } = await load('name,reason\nOne,a\n', { type: 'text/csv; charset=windows-1252' });
    expect([status, json.error_code, json.detail]).toEqual([400, '101', 'charset of Content-Type must be UTF-8']);
    expect((await load('name,reason\nStays,a\n', { type: 'text/csv; charset="UTF-8"' })).status).toBe(200);
    expect(await names()).toEqual(['Stays']);
  });

  it('is replaced as a whole, and reports how many lines repeat an earlier name', async () => {
    await load('name,reason\nOne,a\nTwo,b\n');
    const { json } = await load('name,reason\nThree LLC,a\nTHREE,b\nFour,c\n');
    expect(json).toEqual({ names: 2, alike: 1 });
    expect(await names()).toEqual(['Three LLC', 'Four']);
    expect((await load('name,reason\n')).json).toEqual({ names: 0, alike: 0 });
    expect(await names()).toEqual([]);
  });

  it('is read page by page', async () => {
    await load('name,reason\nAlpha,a\nBeta,b\nGamma,c\n');
    const first = await list('?limit=2');
    expect(first.names.map(({ name }: { name: string }) => name)).toEqual(['Alpha', 'Beta']);
    const second = await list(`?limit=2&cursor=${first.next_cursor}`);
    expect(second.names.map(({ name }: { name: string }) => name)).toEqual(['Gamma']);
    expect(second.next_cursor).toBeNull();
    expect((await list('?cursor=x')).error_code).toBe('106');
  });

  it('reports all errors by line, and then changes nothing', async () => {
    await load('name,reason\nStays,a\n');
    const csv = [
      'name,reason',
      'Good,a',
      ',no name',
      'No reason,',
      `${'x'.repeat(101)},a`,
      `Long,${'y'.repeat(501)}`,
      '---,nothing to compare',
      'Too,many,columns',
      'Bell\u0007,a',
      'Two,"lines\nof text"',
      'Souk \u202eknaB,a',
    ].join('\n');
    const answer = await load(csv);
    expect(answer.status).toBe(400);
    expect(findingsOf(answer)).toEqual([
      '103 line 3',
      '103 line 4',
      '104 line 5',
      '104 line 6',
      '106 line 7',
      '106 line 8',
      '105 line 9',
      '105 line 11',
      '105 line 12',
    ]);
    expect((answer.json.errors as object[])[5]).toEqual({
      path: 'line 8',
      code: '106',
      message: 'has 3 columns instead of 2',
      action: 'put texts with commas in line 8 in quotes',
    });
    expect((answer.json.errors as object[])[0]).toEqual({
      path: 'line 3',
      code: '103',
      message: 'name is mandatory',
      action: 'add a name to line 3',
    });
    expect(await names()).toEqual(['Stays']);
  });

  it('is not read to its end with too many lines of another column count', async () => {
    const { status, json } = await load(`name,reason\n${'x\n'.repeat(500_000)}`);
    expect(status).toBe(400);
    expect((json.errors as object[]).length).toBe(200);
    expect(Number(json.more)).toBeLessThan(5_000);
  });

  it('reports at most 200 findings, and how many more there are', async () => {
    const { json } = await load(`name,reason\n${',a\n'.repeat(250)}`);
    expect((json.errors as object[]).length).toBe(200);
    expect(json.more).toBe(50);
  });

  it.each([
    ['no header', 'Black Harbour,Fraud\n', ['103 line 1', '103 line 1', '106 line 1', '106 line 1']],
    ['a column too few', 'name\nOne\n', ['103 line 1']],
    ['an unknown column', 'name,reason,country\nOne,a,AE\n', ['106 line 1']],
    ['a column twice', 'name,reason,name\nOne,a,b\n', ['106 line 1']],
    ['nothing but blank lines', '\n\n', ['103 line 1', '103 line 1']],
    ['a million columns', ','.repeat(1_000_000), [...Array(2).fill('103 line 1'), ...Array(50).fill('106 line 1')]],
    ['a name of a megabyte', `name,reason\n${'\ufdfa'.repeat(340_000)},a\n`, ['104 line 2']],
    ['a quote that never ends in a megabyte', `name,reason\n"${'x'.repeat(1_000_000)}`, ['105 line 2']],
    ['a NUL in a name', 'name,reason\nOne\u0000,a\n', ['105 line 2']],
    ['lines that end in another way than the first', 'name,reason\nOne,a\rTwo,b\r', ['105 line 3', '106 line 3']],
    ['a quote that never ends', 'name,reason\nOne,a\n"Two,b\nThree,c\n', ['105 line 4']],
    ['a quote in the middle', 'name,reason\nOne,a\nTw"o,b\nThree,c\n', ['105 line 3']],
  ])('is refused with %s', async (_, csv, findings) => {
    await load('name,reason\nStays,a\n');
    expect(findingsOf(await load(csv))).toEqual(findings);
    expect(await names()).toEqual(['Stays']);
  });

  it.each([
    ['of another type', 'name,reason\n', 'application/json', 'Content-Type must be text/csv'],
    ['that is empty', '', 'text/csv', 'body is empty'],
    ['that is not UTF-8', Buffer.from([0x6e, 0xff]), 'text/csv', 'body is not UTF-8'],
    ['in UTF-16', Buffer.from('\ufeffname,reason\n', 'utf16le'), 'text/csv', 'body is not UTF-8'],
    ['over 1 MiB', `name,reason\n${'One,a\n'.repeat(180_000)}`, 'text/csv', 'body is too large'],
  ])('is refused as a body %s', async (_, csv, type, detail) => {
    const { status, json } = await load(csv, { type });
    expect([status, json.error_code, json.detail]).toEqual([400, '101', detail]);
  });

  it('masks a card number in a reason', async () => {
    await load('name,reason\nOne,paid with 4000001234567899\n');
    expect((await list()).names[0].reason).toBe('paid with 400000XXXXXX7899');
  });

  it('may have a megabyte', async () => {
    const lines = Array.from({ length: 40_000 }, (_, at) => `Shop number ${at},a`);
    const { json } = await load(`name,reason\n${lines.join('\n')}`);
    expect(json).toEqual({ names: 40_000, alike: 0 });
    const [entry] = await server.db.sql<{ actor: string; outcome: string; details: object }>(
      `select actor, outcome, details from audit_log where bank_id = 'acquirer:DEMO' and subject = 'deny-list'
        order by audit_id desc limit 1`,
    );
    expect(entry).toEqual({ actor: 'demo-reviewer', outcome: 'loaded', details: { names: 40_000, alike: 0 } });
  });
});
