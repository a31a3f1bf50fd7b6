import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insurance } from '../../testing/cards/insurance.ts';
import {
  addCard,
  authorize,
  cardBody,
  clientBody,
  ecommerceMessage,
  type IssuedCard,
  issueAccount,
  issueCard,
  luhnNumber,
} from '../../testing/cards/issued-cards.ts';
import { findCardNumbers, formatMatch } from '../../testing/cards/pan-search.ts';
import { sendRaw } from '../../testing/requests/send-raw.ts';
import { type EnvelopeOptions, type TestServer, testServer } from '../../testing/test-server.ts';
import { createLogger } from '../http/request-log.ts';

/** Describes each of the numbers that a text contains, in any form. */
function leaks(text: string, numbers: readonly string[]): string[] {
  return findCardNumbers(text, new Set(numbers)).map(formatMatch);
}

it('the log masks card numbers that a library error quotes, in every field', () => {
  const number = '4000001234567899';
  const lines: string[] = [];
  const logger = createLogger('info', { write: (line) => void lines.push(line) });
  logger.error({ err: new Error(`invalid input: "${number}"`), detail: `(4000 0012 3456 7899)` }, number);
  logger.info({ CARD_NUMBER: number, deep: { card_number: number, other: number } }, 'one line');
  expect(leaks(lines.join(''), [number])).toEqual([]);
  expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['400000XXXXXX7899', 'one line']);
});

describe('a full card number is only in the vault, sealed', () => {
  let server: TestServer;
  let card: IssuedCard;
  let second: IssuedCard;
  let long: IssuedCard;
  let numbers: string[];
  /** All answers to callers, including headers. */
  const answers: string[] = [];
  const unknown = luhnNumber('400000');

  const send = async (options: InjectOptions & { as?: string }) => {
    const answer = await server.request(options);
    answers.push(`${JSON.stringify(answer.headers)}\n${answer.text}`);
    return answer;
  };
  const envelope = async (operation: string, body: unknown, more: EnvelopeOptions = {}) => {
    const answer = await server.envelope(operation, body, more);
    answers.push(`${JSON.stringify(answer.http.headers)}\n${answer.http.text}`);
    return answer.exception.error_code;
  };
  const pay = async (fields: Record<string, unknown>, of: IssuedCard = card) => {
    const message = ecommerceMessage(of, fields);
    const answer = await authorize(server, message);
    answers.push(`${JSON.stringify(answer.headers)}\n${answer.text}`);
    await send({
      method: 'GET',
      url: `/V2/authorizations/${String(message.Retrieval_Reference_Number).slice(0, 12)}`,
      as: 'demo-bank',
    });
    return answer.json.Action_Code;
  };

  beforeAll(async () => {
    // the most verbose log level
    server = await testServer({ CARDWRIGHT_LOG_LEVEL: 'trace' });
    card = await issueCard(server);
    second = await issueCard(server);
    const account = await issueAccount(server, { as: 'other-bank' });
    long = await addCard(server, account, { as: 'other-bank' });
    numbers = [card.cardNumber, second.cardNumber, long.cardNumber, unknown];
    await issuing();
    await naming();
    await insuring();
    await controlling();
    await freeTexts();
    await authorizing();
    await wrongPlaces();
    await brokenBodies();
    await faults();
    // writes the collected contract warnings
    for (const as of ['demo-bank', 'other-bank']) await send({ method: 'GET', url: '/V2/contract-warnings', as });
  });
  afterAll(() => server?.close());

  async function issuing(): Promise<void> {
    const create = (cardNumber: string, more = {}) =>
      envelope('cards.create-card', cardBody(card, { card_number: cardNumber, ...more }));
    expect(await create(card.cardNumber)).toBe('403');
    expect(await create(`${unknown.slice(0, 15)}${(Number(unknown.at(-1)) + 1) % 10}`)).toBe('105');
    expect(await create(long.cardNumber)).toBe('106');
    for (const field of ['bin_number', 'card_expiry_date', 'currency', 'institution_id', 'card_role']) {
      expect(await create(unknown, { [field]: second.cardNumber })).toMatch(/^10[456]$/);
    }
    // the same message twice, so that its content and its answer are stored for the repeat
    const body = cardBody(card, { card_number: luhnNumber('400000') });
    numbers.push(String((body.card as Record<string, unknown>).card_number));
    const header = { msg_id: 'SECRECY00001' };
    for (const code of ['000', '000']) expect(await envelope('cards.create-card', body, { header })).toBe(code);
    expect(await envelope('cards.create-card', cardBody(card, { card_number: unknown }), { header })).toBe('108');
  }

  async function freeTexts(): Promise<void> {
    const number = card.cardNumber;
    const grouped = number.replace(/(.{4})(?=.)/g, '$1 ');
    const body = clientBody('CIF-SECRECY', {
      card_name: `HOLDER ${number}`,
      employment_details: { employer_name: grouped },
      custom_fields: [{ key: number, value: `card ${number}, ${grouped}` }],
      notes: { [number]: [number, Number(number), { deep: grouped }] },
    });
    const answer = await server.envelope('clients.create-client', body);
    answers.push(answer.http.text);
    expect(answer.exception.error_code).toBe('000');
    expect(answer.body.card_name).toBe(`HOLDER ${card.masked}`);
    expect(answer.body.custom_fields).toEqual([{ key: card.masked, value: `card ${card.masked}, ${card.masked}` }]);
    const posting = {
      account_identifier_id: card.accountNumber,
      account_identifier_type: 'CONTRACT_NUMBER',
      transaction: {
        transaction_code: 'CREDIT',
        transaction_date: '2026-11-20',
        amount: '1.00',
        currency: 'AED',
        transaction_ref_number: `REF ${number}`,
      },
    };
    expect(await envelope('accounts.post-transaction', posting)).toBe('000');
    const named = cardBody(card, { cardholder_name: `X ${number}` });
    expect(await envelope('cards.create-card', named)).toBe('000');
  }

  async function naming(): Promise<void> {
    const name = (id: string, type: string) => ({ card_identifier_id: id, card_identifier_type: type });
    for (const { cardNumber } of [card, second]) {
      for (const type of ['CONTRACT_NUMBER', 'CONTRACT_NUMBER/EXID']) {
        expect(await envelope('cards.enquire-card', name(cardNumber, type))).toBe('000');
        const status = { type: 'card_status', value: 'ACTIVE' };
        expect(await envelope('cards.change-status', { ...name(cardNumber, type), status })).toBe('000');
      }
      expect(await envelope('cards.enquire-card', name(cardNumber, 'EXID'))).toBe('303');
    }
    expect(await envelope('cards.enquire-card', name(unknown, 'CONTRACT_NUMBER'))).toBe('303');
    expect(await envelope('cards.enquire-card', name(long.cardNumber, 'CONTRACT_NUMBER'))).toBe('303');
    const account = { account_identifier_id: card.cardNumber, account_identifier_type: 'CONTRACT_NUMBER' };
    expect(await envelope('accounts.enquire-balance', account)).toBe('302');
    expect(await envelope('accounts.enquire-balance', { ...account, account_identifier_type: unknown })).toBe('106');
  }

  async function controlling(): Promise<void> {
    const settings = (accountNumber: string, more: object, cardSettings: object = {}) =>
      envelope('card-settings.update-settings', { accountNumber, cardSettings, ...more });
    const fifth = (number: string) => `${number.slice(0, 5)}******${number.slice(-5)}`;
    for (const { cardNumber } of [card, second]) {
      const names = { merchantGroupProfileId: cardNumber, merchantGroupProfileName: `group ${spaced(cardNumber)}` };
      expect(await settings(cardNumber, { appName: cardNumber }, names)).toBe('000');
      expect(await settings(fifth(cardNumber), {}, { [cardNumber]: cardNumber, dailyCounter: cardNumber })).toBe('000');
      const wrong = { masterStatus: cardNumber, limit1: cardNumber, ecomOnUntil: cardNumber };
      expect(await settings(cardNumber, { cardFeatureChecksum: cardNumber }, wrong)).toBe('105');
      const list = { cardPresentAllowSpecificForeignCountries: cardNumber };
      expect(await settings(cardNumber, {}, list)).toBe('106');
      const request = { accountNumber: cardNumber, appName: cardNumber };
      expect(await envelope('card-settings.get-settings', request)).toBe('000');
      expect(await settings(spaced(cardNumber), {})).toBe('104');
    }
    expect(await settings(unknown, {})).toBe('303');
    expect(await settings(fifth(unknown), {})).toBe('303');
  }

  async function insuring(): Promise<void> {
    const callsByPath: Record<string, number[]> = {};
    for (const number of [card.cardNumber, second.cardNumber, unknown]) {
      const path = `/cards/${number}/insurances`;
      const requested = { body: { is_active: 'ACTIVE' } };
      const sent = [
        await insurance(server, 'PATCH', `${path}/01?card_identify_type=CONTRACT_NUMBER`, requested),
        await insurance(server, 'GET', `${path}?card_identifier_type=CONTRACT_NUMBER`),
        await insurance(server, 'POST', '/cards_pan/insurances', { body: { card_number: number } }),
        await insurance(server, 'GET', path),
        await insurance(server, 'GET', path, { headers: { 'Unique-Reference-Code': number, 'Channel-Id': number } }),
        await insurance(server, 'GET', `${path}?card_identify_type=${number}&${number}=1`),
        await insurance(server, 'PATCH', `${path}/01`, { body: { is_active: number, requested_by: spaced(number) } }),
        await insurance(server, 'POST', '/cards_pan/insurances', { body: { card_number: spaced(number) } }),
      ];
      for (const { headers, text } of sent) answers.push(`${JSON.stringify(headers)}\n${text}`);
      callsByPath[number] = sent.map(({ status }) => status);
    }
    const refused = [404, 400, 400, 400, 400];
    expect(callsByPath[card.cardNumber]).toEqual([200, 200, 200, ...refused]);
    expect(callsByPath[second.cardNumber]).toEqual([200, 200, 200, ...refused]);
    expect(callsByPath[unknown]).toEqual([404, 404, 404, ...refused]);
  }

  async function authorizing(): Promise<void> {
    const euro = { Currency_Code_Transaction: '978', Currency_Code_Cardholder_Billing: '978' };
    expect(await pay({})).toBe('00');
    expect(await pay(euro, long)).toBe('00');
    expect(await pay({ CARD_NUMBER: Number(card.cardNumber) })).toBe('00');
    expect(await pay(euro)).not.toBe('00');
    expect(await pay({ CARD_NUMBER: unknown })).toBe('14');
    expect(await pay({ Card_Expiry_Date: '3111' })).toBe('54');
    expect(await pay({ Card_Sequence_Number: '002' })).toBe('05');
    expect(await pay({ Transaction_Amount_Cardholder_Billing: '999999999999' })).toBe('51');
    const reference = { Retrieval_Reference_Number: '888000000001', System_Trace_Audit_Number: '880001' };
    expect(await pay(reference)).toBe('00');
    expect(await pay({ ...reference, Transaction_Amount: '000000002600' })).toBe('94');
    expect(await envelope('cards.change-status', lost())).toBe('000');
    expect(await pay({}, second)).toBe('41');
    for (const malformed of [
      { CARD_NUMBER: spaced(card.cardNumber) },
      { CARD_NUMBER: `${card.cardNumber}1234` },
      { CARD_NUMBER: [card.cardNumber] },
      { CARD_NUMBER: null, Card_Number: card.cardNumber },
      { Card_Expiry_Date: card.cardNumber },
      { Message_Version: card.cardNumber },
      { Retrieval_Reference_Number: card.cardNumber },
      { Capture_Date: undefined, 'Capture Date': card.cardNumber },
      { Card_Acceptor_Terminal_ID: card.cardNumber },
      { Card_Acceptor_Identification_Code: spaced(card.cardNumber) },
      { From_Account_No: spaced(card.cardNumber) },
      { Merchant_Type: unknown },
      { Transaction_Fee: card.cardNumber },
    ]) {
      expect([malformed, await pay(malformed)]).toEqual([malformed, '30']);
    }
  }

  function lost(): Record<string, unknown> {
    const status = { type: 'card_status', value: 'LOST' };
    return { card_identifier_id: second.exid, card_identifier_type: 'EXID', status };
  }

  async function wrongPlaces(): Promise<void> {
    const masked = `${card.cardNumber.slice(0, 6)}XXXXXX${card.cardNumber.slice(-4)}`;
    for (const fields of [
      { From_Account_No: card.cardNumber },
      { CARD_NUMBER: masked, From_Account_No: card.cardNumber },
      { From_Account_No: second.cardNumber },
      { From_Account_No: Number(second.cardNumber) },
      { Card_Acceptor_Name_Location: `SHOP ${card.cardNumber} AE` },
      { Card_Acceptor_Name_Location: `SHOP ${spaced(card.cardNumber)} AE` },
      { Additional_Data: card.cardNumber },
      { CARD_NUMBER: masked, Additional_Data: card.cardNumber },
      { Additional_Data: second.cardNumber },
      { Additional_Data: spaced(second.cardNumber) },
      { Additional_Data: { deeper: [`PAN=${second.cardNumber};`, Number(second.cardNumber)] } },
      { [card.cardNumber]: 'x' },
      { [spaced(second.cardNumber)]: 'x' },
      { Additional_Data: { [second.cardNumber]: 'x' } },
    ]) {
      expect([fields, await pay(fields)]).toEqual([fields, '00']);
    }
    const account = { account_identifier_id: card.accountNumber, account_identifier_type: 'CONTRACT_NUMBER' };
    for (const field of ['msg_id', 'tracking_id', 'src_application', 'bank_id', 'instance_id', 'msg_type']) {
      const header = { [field]: card.cardNumber };
      expect(await envelope('accounts.enquire-balance', account, { header })).toMatch(/^(10[46]|203)$/);
    }
    const keys = { [card.cardNumber]: 'x', [spaced(card.cardNumber)]: 'x', [spaced(card.cardNumber, '-')]: 'x' };
    expect(await envelope('accounts.enquire-balance', { ...account, ...keys })).toBe('000');
    const header = { timestamp: card.cardNumber, ...keys };
    expect(await envelope('accounts.enquire-balance', account, { header })).toBe('000');
    await addresses();
  }

  async function addresses(): Promise<void> {
    for (const number of [card.cardNumber, spaced(card.cardNumber, '%20'), spaced(card.cardNumber, '-')]) {
      for (const url of [
        `/V2/authorizations/${number}`,
        `/V2/authorizations/632400000001?acquiring_institution_code=${number}`,
        `/V2/authorizations/632400000001?${number}=1`,
        `/V2/contract-warnings?card=${number}`,
        `/V2/cards/${number}/insurances`,
        `/${number}`,
        `/%E0%A4%A/${number}`,
        `/docs/assets/${number}`,
        `/sandbox/clock?${number}`,
        `/V2/authorizations/${'9'.repeat(300)}/${number}`,
      ]) {
        await send({ method: 'GET', url, as: 'demo-bank' });
      }
      await send({ method: 'POST', url: `/V2/authorizations/${number}/reversal`, as: 'demo-bank', payload: {} });
    }
    const { Retrieval_Reference_Number: reference, ...message } = ecommerceMessage(card);
    await authorize(server, { ...message, Retrieval_Reference_Number: reference });
    for (const cardNumber of [card.cardNumber, spaced(card.cardNumber, '-'), spaced(card.cardNumber, '.')]) {
      const headers = { 'x-request-id': cardNumber, 'idempotency-key': cardNumber, 'user-agent': cardNumber };
      const url = `/V2/authorizations/${reference}/reversal`;
      await send({ method: 'POST', url, as: 'demo-bank', headers, payload: { amount: '0.01' } });
      await send({
        method: 'POST',
        url: '/oauth2/token',
        headers,
        payload: { grant_type: cardNumber, client_id: cardNumber, client_secret: cardNumber, scope: cardNumber },
      });
      await send({ method: 'GET', url: '/healthz', headers: { authorization: `Bearer ${cardNumber}` } });
    }
  }

  async function brokenBodies(): Promise<void> {
    const quoted = `"CARD_NUMBER":"${card.cardNumber}"`;
    for (const payload of [
      `{${quoted}`,
      `{${quoted}, ${quoted}}`,
      `[{${quoted}}]`,
      `"${card.cardNumber}"`,
      card.cardNumber,
      `{"${card.cardNumber}": `,
      `{${quoted}, "x": "\\u0000"}`,
      `{${quoted}, "x": "${'y'.repeat(1024 * 1024)}"}`,
    ]) {
      for (const url of ['/V2/authorizations/Ecommerce', '/V2/cardservices/CardCreate', '/V2/services']) {
        for (const type of ['application/json', 'text/plain', `text/${card.cardNumber}`]) {
          await send({ method: 'POST', url, as: 'demo-bank', payload, headers: { 'content-type': type } });
        }
      }
      const headers = { 'content-type': 'application/json' };
      await send({ method: 'POST', url: '/sandbox/clock', payload, headers });
      await send({ method: 'POST', url: '/oauth2/token', payload, headers });
    }
    const { port } = (await listen()) as { port: number };
    for (const line of [
      `GET /V2/${card.cardNumber} HTTP/9\r\n\r\n`,
      `${card.cardNumber}\r\n\r\n`,
      `POST /V2/services HTTP/1.1\r\nHost: x\r\nContent-Length: -${card.cardNumber}\r\n\r\n`,
      `POST /V2/services HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ${card.cardNumber}\r\n`,
    ]) {
      answers.push(await sendRaw(port, line));
    }
  }

  async function listen() {
    await server.server.app.listen({ host: '127.0.0.1', port: 0 });
    return server.server.app.server.address();
  }

  /** Makes the database fail while it processes the number. */
  async function faults(): Promise<void> {
    await server.db.sql('alter table vault_card_numbers rename column first6 to gone');
    try {
      expect(await envelope('cards.create-card', cardBody(card, { card_number: unknown }))).toBe('901');
      expect(await pay({ CARD_NUMBER: `${unknown.slice(0, 6)}******${unknown.slice(-4)}` })).toBe('96');
    } finally {
      await server.db.sql('alter table vault_card_numbers rename column gone to first6');
    }
    await server.db.sql('alter table vault_card_numbers add constraint never check (expiry is null) not valid');
    try {
      expect(await envelope('cards.create-card', cardBody(card, { card_number: unknown }))).toBe('901');
    } finally {
      await server.db.sql('alter table vault_card_numbers drop constraint never');
    }
  }

  it('in no line of the most verbose log', () => {
    const log = server.logs.join('');
    expect(log).toContain(`${card.cardNumber.slice(0, 6)}XXXXXX${card.cardNumber.slice(-4)}`);
    expect(log).toContain('authorization.authorize-ecommerce');
    expect(leaks(log, numbers)).toEqual([]);
  });

  it('in no column of any table, nor in the sealed bytes', async () => {
    const tables = await server.db.sql<{ name: string }>(
      `select oid::regclass::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    );
    const names = tables.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['vault_card_numbers', 'message_claims', 'contract_warnings', 'clients']),
    );
    const found: string[] = [];
    for (const name of names) {
      const rows = await server.db.sql<{ row: string }>(`select t::text as row from only ${name} t`);
      found.push(...leaks(rows.map(({ row }) => row).join('\n'), numbers).map((leak) => `${name}: ${leak}`));
    }
    expect(found).toEqual([]);
    // the vault does contain them: each is found by its keyed hash
    const stored = await server.db.sql('select 1 from vault_card_numbers where first6 = $1 and last4 = $2', [
      card.cardNumber.slice(0, 6),
      card.cardNumber.slice(-4),
    ]);
    expect(stored.length).toBeGreaterThan(0);
  });

  it('in no metric', async () => {
    const { text } = await server.request({ method: 'GET', url: '/metrics' });
    expect(text).toContain('cardwright_request_duration_seconds');
    expect(leaks(text, numbers)).toEqual([]);
  });

  it('in no answer, not even to its sender', () => {
    expect(answers.length).toBeGreaterThan(150);
    expect(leaks(answers.join('\n'), numbers)).toEqual([]);
  });
});

function spaced(number: string, between = ' '): string {
  return number.match(/.{1,4}/g)!.join(between);
}
