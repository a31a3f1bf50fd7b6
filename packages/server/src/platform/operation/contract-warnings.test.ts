import type { JsonObject } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { signInDemo } from '../../testing/callers/demo-sessions.ts';
import { authorize, clientBody, ecommerceMessage, issueCard } from '../../testing/cards/issued-cards.ts';
import { fileResource } from '../../testing/file-resources.ts';
import { fileServer, sendEnvelope, type TestServer } from '../../testing/test-server.ts';

interface ListItem {
  caller: string;
  operation: string;
  path: string;
  rule: string;
  count: number;
  first_at: string;
  last_at: string;
}

const server = fileServer();

async function listWarnings(as: string): Promise<ListItem[]> {
  const answer = await server.request({ method: 'GET', url: '/V2/contract-warnings', as });
  expect(answer.status).toBe(200);
  return (answer.json as unknown as { warnings: ListItem[] }).warnings;
}

/** The warnings of a bank, counted by `operation path rule`. */
async function counts(as: string): Promise<Record<string, number>> {
  return Object.fromEntries(
    (await listWarnings(as)).map((row) => [`${row.operation} ${row.path} ${row.rule}`, row.count]),
  );
}

async function metric(operation: string, rule: string): Promise<number> {
  const { text } = await server.request({ method: 'GET', url: '/metrics' });
  const line = `cardwright_contract_warnings_total{operation="${operation}",rule="${rule}"} `;
  const found = text.split('\n').find((candidate) => candidate.startsWith(line));
  return found === undefined ? 0 : Number(found.slice(line.length));
}

/**
 * Expects that a deviation is accepted and counted in the header, in the bank's list and in the metric, and in no other
 * list.
 */
async function expectWarned(
  operation: string,
  expected: readonly (readonly [path: string, rule: string])[],
  send: () => Promise<Record<string, unknown>>,
): Promise<void> {
  const before = { list: await counts('demo-bank'), other: await counts('other-bank') };
  const rules = [...new Set(expected.map(([, rule]) => rule))];
  const metrics = await Promise.all(rules.map((rule) => metric(operation, rule)));
  const headers = await send();
  expect(headers['contract-warnings']).toBe(String(expected.length));
  const grown = { ...before.list };
  for (const [path, rule] of expected) {
    const key = `${operation} ${path} ${rule}`;
    grown[key] = (grown[key] ?? 0) + 1;
  }
  expect(await counts('demo-bank')).toEqual(grown);
  expect(await counts('other-bank')).toEqual(before.other);
  for (const [at, rule] of rules.entries()) {
    const added = expected.filter(([, candidate]) => candidate === rule).length;
    expect(await metric(operation, rule)).toBe(metrics[at]! + added);
  }
}

describe('deviations of a client create', () => {
  let customers = 0;
  const person = (more: JsonObject) => ({
    personal_details: { first_name: 'Test', last_name: 'Holder', date_of_birth: '1990-01-31', ...more },
  });
  const address = (type: string) => ({
    addresses: [{ address_type: type, address_line_1: '1 Creek Road', city: 'Dubai', country: 'ARE' }],
  });

  it.each([
    ['a number as msg_id', { msg_id: 471100 }, {}, 'header.msg_id', 'integer-as-text'],
    ['a number as tracking_id', { tracking_id: 4711 }, {}, 'header.tracking_id', 'integer-as-text'],
    ['null as tracking_id', { tracking_id: null }, {}, 'header.tracking_id', 'null-as-absent'],
    ['null as instance_id', { instance_id: null }, {}, 'header.instance_id', 'null-as-absent'],
    ['ENQUIRY', { msg_type: 'ENQUIRY' }, {}, 'header.msg_type', 'other-value'],
    ['blanks in the function', { msg_function: ' REQ_CLIENT _CREATE' }, {}, 'header.msg_function', 'blanks-removed'],
    ['any time', { timestamp: 'half past ten' }, {}, 'header.timestamp', 'any-text'],
    ['a long title', {}, person({ title: 'Shaikha' }), 'body.personal_details.title', 'other-value'],
    [
      'an array for a document',
      {},
      { identity_proof_document: [{ number: 'N1' }] },
      'body.identity_proof_document',
      'array-of-one',
    ],
    [
      'an array for employment',
      {},
      { employment_details: [{ income: '1' }] },
      'body.employment_details',
      'array-of-one',
    ],
    ['an empty document', {}, { supplementary_documents: [{}] }, 'body.supplementary_documents', 'empty-entry-dropped'],
    ['a resident', {}, address('RESIDENT'), 'body.addresses[0].address_type', 'other-spelling'],
    ['a permanent resident', {}, address('PERMANENT/RESIDENT'), 'body.addresses[0].address_type', 'other-spelling'],
    ['an unknown field', {}, { nickname: 'Mimi' }, 'body.nickname', 'unknown-field'],
    ['an unknown header field', { channel: 'WEB' }, {}, 'header.channel', 'unknown-field'],
  ] as [string, JsonObject, JsonObject, string, string][])('%s', async (_what, header, body, path, rule) => {
    await expectWarned('clients.create-client', [[path, rule]], async () => {
      const sent = clientBody(`WARNED-${++customers}`, body);
      const { http, exception } = await server.envelope('clients.create-client', sent, { header });
      expect(exception.error_code).toBe('000');
      return http.headers;
    });
  });

  it('several at once are all counted', async () => {
    const header = { msg_id: 471200, timestamp: 'now', instance_id: null };
    await expectWarned(
      'clients.create-client',
      [
        ['header.msg_id', 'integer-as-text'],
        ['header.timestamp', 'any-text'],
        ['header.instance_id', 'null-as-absent'],
        ['body.employment_details', 'array-of-one'],
        ['body.employment_details.badge', 'unknown-field'],
      ],
      async () => {
        const sent = clientBody(`WARNED-${++customers}`, { employment_details: [{ badge: '7' }] });
        return (await server.envelope('clients.create-client', sent, { header })).http.headers;
      },
    );
  });

  it('a request without deviations gets no header and adds nothing to the list', async () => {
    const before = await counts('demo-bank');
    const { http } = await server.envelope('clients.create-client', clientBody(`WARNED-${++customers}`));
    expect(http.status).toBe(200);
    expect(http.headers['contract-warnings']).toBeUndefined();
    expect(await counts('demo-bank')).toEqual(before);
  });

  it('are also counted for a request that is refused for another reason', async () => {
    await expectWarned('clients.create-client', [['header.timestamp', 'any-text']], async () => {
      const sent = clientBody('WARNED-0', { card_name: 7 });
      const { http, exception } = await server.envelope('clients.create-client', sent, {
        header: { timestamp: 'now' },
      });
      expect(exception.error_code).toBe('105');
      return http.headers;
    });
  });

  it('tolerated values are used in the table’s spelling', async () => {
    const { header, exception, body } = await server.envelope(
      'clients.create-client',
      clientBody('WARNED-CANONICAL', { ...address('RESIDENT'), employment_details: [{ income: '1' }] }),
      { header: { msg_id: 471300, tracking_id: 471, msg_type: 'ENQUIRY', instance_id: null } },
    );
    expect(header).toMatchObject({ msg_id: '471300', tracking_id: '471', msg_type: 'ENQUIRY' });
    expect(header).not.toHaveProperty('instance_id');
    expect(exception.transaction_ref_id).toBe('471');
    expect(body).toMatchObject({
      addresses: [{ address_type: 'PERMANENT' }],
      employment_details: { income: '1' },
    });
  });
});

describe('deviations of an authorization are counted for the bank of the card', () => {
  const card = fileResource(() => issueCard(server));
  const OPERATION = 'authorization.authorize-ecommerce';

  it.each([
    [
      'a number as amount',
      { Transaction_Amount: 2500 },
      {},
      [['Transaction_Amount', 'unpadded-number']],
      'Transaction_Amount',
      '000000002500',
    ],
    [
      'an unpadded amount',
      { Transaction_Amount: '2500' },
      {},
      [['Transaction_Amount', 'unpadded-number']],
      'Transaction_Amount',
      '000000002500',
    ],
    [
      'a current account',
      { From_Account: 'Current' },
      {},
      [['From_Account', 'other-value']],
      'From_Account',
      'Current',
    ],
    [
      'a long time',
      { Local_Date_Time: '20/11/yy 12:00:00' },
      {},
      [['Local_Date_Time', 'long-date-time']],
      'Local_Date_Time',
      '20/11/yy 12:00:00',
    ],
    ['another fee', { Transaction_Fee: 'none' }, {}, [['Transaction_Fee', 'any-text']], 'Action_Code', '00'],
    [
      'Capture Date',
      {},
      { 'Capture Date': 'Capture_Date' },
      [['Capture Date', 'other-key']],
      'Capture_Date',
      '20261120',
    ],
    ['Card_Number', {}, { Card_Number: 'CARD_NUMBER' }, [['Card_Number', 'other-key']], 'Action_Code', '00'],
    [
      'Card_Number and a blank',
      {},
      { 'Card_Number ': 'CARD_NUMBER' },
      [['Card_Number ', 'other-key']],
      'Action_Code',
      '00',
    ],
    ['an unknown field', { Loyalty: 'yes' }, {}, [['Loyalty', 'unknown-field']], 'Action_Code', '00'],
  ] as [string, JsonObject, Record<string, string>, [string, string][], string, string][])(
    '%s',
    async (_what, changed, respelled, expected, field, value) => {
      await expectWarned(OPERATION, expected, async () => {
        const message = ecommerceMessage(card, changed);
        for (const [spelling, key] of Object.entries(respelled)) {
          message[spelling] = message[key];
          delete message[key];
        }
        const answer = await authorize(server, message);
        expect(answer.json).toMatchObject({ Action_Code: '00', [field]: value });
        return answer.headers;
      });
    },
  );

  it('the masked number of the answer is under the key of the table, whatever the spelling in the request', async () => {
    const { CARD_NUMBER, ...message } = ecommerceMessage(card);
    const answer = await authorize(server, { ...message, 'Card_Number ': CARD_NUMBER });
    expect(answer.json.CARD_NUMBER).toBe(`${card.cardNumber.slice(0, 6)}******${card.cardNumber.slice(-4)}`);
    expect(answer.json).not.toHaveProperty('Card_Number ');
  });
});

describe('the list', () => {
  it('adds up, with the first and the last time', async () => {
    const send = () =>
      server.envelope('clients.create-client', clientBody('LISTED', {}), { header: { day: 'Friday' } });
    await send();
    server.clock.advance(90_000);
    await send();
    const row = (await listWarnings('demo-bank')).find(({ path }) => path === 'header.day');
    expect(row).toEqual({
      caller: 'demo-bank',
      operation: 'clients.create-client',
      path: 'header.day',
      rule: 'unknown-field',
      count: 2,
      first_at: '2026-11-20T08:00:00.000Z',
      last_at: '2026-11-20T08:01:30.000Z',
    });
  });

  it('belongs to the bank that sent the request', async () => {
    const body = clientBody('WARNED-OTHER', { bank_code: '002', seat: '12A' });
    const { exception } = await server.envelope('clients.create-client', body, { as: 'other-bank' });
    expect(exception.error_code).toBe('000');
    expect(await counts('other-bank')).toEqual({ 'clients.create-client body.seat unknown-field': 1 });
    expect(Object.keys(await counts('demo-bank'))).not.toContain('clients.create-client body.seat unknown-field');
  });

  it('belongs to the acquirer that sent the request', async () => {
    const url = '/V2/webhook-endpoints';
    const payload = { url: 'http://127.0.0.1:9/warned', color: 'red' };
    const { status } = await server.request({ method: 'POST', url, as: 'demo-acquirer', payload });
    expect(status).toBe(200);
    expect(await counts('demo-acquirer')).toEqual({ 'webhooks.register-endpoint color unknown-field': 1 });
    expect(Object.keys(await counts('demo-bank'))).not.toContain('webhooks.register-endpoint color unknown-field');
  });

  it('names the sender: the bank itself, or the network whose messages concern its cards', async () => {
    const callersOf = async (operation: string) =>
      new Set(
        (await listWarnings('demo-bank')).filter((row) => row.operation === operation).map(({ caller }) => caller),
      );
    expect(await callersOf('authorization.authorize-ecommerce')).toEqual(new Set(['demo-network']));
    expect(await callersOf('clients.create-client')).toEqual(new Set(['demo-bank']));
  });

  it('counts 500 fields of a caller separately in a day, and all others together', async () => {
    const send = (from: number, count: number) => {
      const fields = Object.fromEntries(Array.from({ length: count }, (_, at) => [`field${from + at}`, 1]));
      return server.envelope('clients.create-client', clientBody(`MANY-${from}`, fields), { as: 'other-bank' });
    };
    // 50 warnings are recorded for each request
    for (let at = 0; at < 12; at += 1) await send(at * 50, 50);
    const rows = (await listWarnings('other-bank')).filter(({ operation }) => operation === 'clients.create-client');
    expect(rows.find(({ path }) => path === '*')?.count).toBeGreaterThan(50);
    expect(new Set(rows.map(({ path }) => path)).size).toBeLessThanOrEqual(501);
  });

  it('is deleted after 90 days', async () => {
    const days = () => server.db.sql('select distinct on_day from contract_warnings');
    server.clock.advance(91 * 86_400_000);
    await server.server.periodicJobs.runDue();
    expect(await days()).toEqual([]);
  });

  it('contains no value, and neither does the metric, not even a card number used as a key', async () => {
    const secrets = ['4000009999888877', '784-1990-1234567-1', 'Z3CR3T'];
    const [number, identity, word] = secrets as [string, string, string];
    const { http } = await server.envelope(
      'clients.create-client',
      clientBody('SECRETIVE', { [number]: word, 'Emirates ID': identity, title: word }),
      { header: { timestamp: word, tracking_id: 4711 } },
    );
    expect(http.headers['contract-warnings']).toBe('5');
    const { text: list } = await server.request({ method: 'GET', url: '/V2/contract-warnings', as: 'demo-bank' });
    const { text: metrics } = await server.request({ method: 'GET', url: '/metrics' });
    const rows = await server.db.sql('select * from contract_warnings');
    expect(list).toContain('body.Emirates ID');
    for (const secret of secrets) {
      expect(list).not.toContain(secret);
      expect(metrics).not.toContain(secret);
      expect(JSON.stringify(rows)).not.toContain(secret);
    }
  });
});

it('the EXID of a card causes a warning in requests of systems, and not in those of the pages of a session', async () => {
  const card = await issueCard(server);
  const operation = 'card-settings.get-settings';
  await expectWarned(operation, [['body.accountNumber', 'long-identifier']], async () => {
    return (await server.envelope(operation, { accountNumber: card.exid })).http.headers;
  });
  const person = await signInDemo(server, 'layla');
  const asPerson: TestServer['request'] = ({ url, payload }) => person.send('POST', String(url), payload as object);
  const before = await counts('demo-bank');
  const { http, exception } = await sendEnvelope(asPerson, operation, { accountNumber: card.exid });
  expect([exception.error_code, http.headers['contract-warnings']]).toEqual(['000', undefined]);
  expect(await counts('demo-bank')).toEqual(before);
  const { http: other } = await sendEnvelope(asPerson, operation, { accountNumber: card.exid, nickname: 'Mimi' });
  expect(other.headers['contract-warnings']).toBe('1');
  const ofPages = (await listWarnings('demo-bank')).filter(({ caller }) => caller === 'people');
  expect(ofPages.map(({ path, count }) => [path, count])).toEqual([['body.nickname', 1]]);
});
