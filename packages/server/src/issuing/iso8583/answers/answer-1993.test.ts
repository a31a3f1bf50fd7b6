import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { Codec, Message, SPECIFICATIONS } from '@cardwright/iso8583';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { authorize, ecommerceMessage, type IssuedCard, issueCard } from '../../../testing/cards/issued-cards.ts';
import { fileFolder } from '../../../testing/file-resources.ts';
import { IsoClient, variant } from '../../../testing/networks/iso-client.ts';
import { type TestServer, testServer } from '../../../testing/test-server.ts';

const codec = new Codec(SPECIFICATIONS['iso1993-binary']);
const ascii = new Codec(SPECIFICATIONS['iso1993-ascii']);

describe('a network of ISO 8583:1993', { timeout: 60_000 }, () => {
  let server: TestServer;
  let host: Server;
  let client: IsoClient;
  let card: IssuedCard;
  const dialled: IsoClient[] = [];
  let traces = 0;

  const folder = fileFolder();
  beforeAll(async () => {
    host = createServer((socket) => dialled.push(new IsoClient(socket, {}, ascii))).listen(0, '127.0.0.1');
    await once(host, 'listening');
    const address = host.address();
    const port = String(typeof address === 'object' ? address!.port : 0);
    const file = join(folder, 'configuration.json');
    const configuration = {
      banks: [],
      oauth_clients: [
        { client_id: 'switch', kind: 'network', scopes: ['authorizations:write'], secret: 'switch-secret-0123456789' },
      ],
      networks: [
        {
          ...{ name: 'of-1993', client_id: 'switch', direction: 'listen', port: '0', specification: 'iso1993-binary' },
          response_codes: [{ code: '61', network_code: '198' }],
        },
        {
          ...{ name: 'dialled-1993', client_id: 'switch', direction: 'dial', host: '127.0.0.1', port },
          specification: 'iso1993-ascii',
        },
      ],
    };
    await writeFile(file, JSON.stringify(configuration), { mode: 0o600 });
    server = await testServer({ CARDWRIGHT_CONFIG_FILE: file });
    const [listening] = await server.server.openNetworks();
    client = await IsoClient.connect(listening!.port, {}, codec);
  });
  afterAll(async () => {
    client?.close();
    await server?.close();
    for (const one of dialled) one.close();
    host?.close();
  });
  beforeEach(async () => {
    card = await issueCard(server, { available: '100.00' });
  });

  const authorization = (fields: Record<number, string> = {}) => {
    traces += 1;
    return new Message('1100', {
      2: card.cardNumber,
      3: '000000',
      4: '000000002500',
      7: '1120080000',
      11: String(traces).padStart(6, '0'),
      12: '261120120000',
      14: card.expiry,
      22: '210101513141',
      23: '001',
      24: '100',
      26: '5411',
      32: '12345678901',
      37: `N${String(traces).padStart(11, '0')}`,
      41: 'TERM0001',
      42: 'SHOP00000000001',
      43: 'TEST SHOP\\Road 1\\DUBAI\\0000000000   ARE',
      49: '784',
      ...fields,
    });
  };
  const originalOf = (message: Message) => `${message.mti}${message.get(11)}${message.get(12)}11${message.get(32)}`;
  const funds = async () => {
    const [row] = await server.db.sql<{ available_minor: string; reserved_minor: string }>(
      'select available_minor, reserved_minor from accounts where account_number = $1',
      [card.accountNumber],
    );
    return [Number(row!.available_minor), Number(row!.reserved_minor)];
  };

  it('gets decisions with action codes of three digits, and the same bytes for a repeat', async () => {
    const request = authorization();
    const response = await client.exchange(request);
    const { 38: approvalCode, ...fields } = response.toObject();
    expect(response.mti).toBe('1110');
    expect(approvalCode).toMatch(/^\d{6}$/);
    const { 14: _, 26: __, 43: ___, ...repeated } = request.toObject();
    expect(fields).toEqual({ ...repeated, 15: '261120', 39: '000' });
    const bytes = client.arrived.at(-1)!;
    await client.exchange(variant(request, '1101'));
    expect(client.arrived.at(-1)).toEqual(bytes);
    expect(await funds()).toEqual([7_500, 2_500]);
    const [row] = await server.db.sql<{ message: string }>('select message from authorizations where message like $1', [
      `%${request.get(37)}%`,
    ]);
    expect(JSON.parse(row!.message)).toMatchObject({
      Transmission_Date_Time: '20261120080000',
      Local_Date_Time: '20261120120000',
      Merchant_Type: '5411',
      POS_Enty_Mode: '051',
      Card_Acceptor_Name_Location: 'TEST SHOP              DUBAI          AE',
    });
  });

  it('completes a payment that another client sent over HTTP, whose local time has no date', async () => {
    const message = ecommerceMessage(card, { Acquiring_Institution_Code: '12345678901' });
    const { json } = await authorize(server, message);
    const payment = authorization({
      11: String(message.System_Trace_Audit_Number),
      37: String(message.Retrieval_Reference_Number),
      38: String(json.Approval_Code),
    });
    const response = await client.exchange(variant(payment, '1220', { 24: '202', 56: originalOf(payment) }));
    expect([response.mti, response.get(39)]).toEqual(['1230', '000']);
    expect(await funds()).toEqual([7_500, 0]);
  });

  it.each<[string, Record<number, string>, string, string | undefined]>([
    ['insufficient funds', { 4: '000000090000' }, '116', 'INSUFFICIENT_FUNDS'],
    ['a wrong expiry', { 14: '2101' }, '101', 'EXPIRY_MISMATCH'],
    ['an unknown card', { 2: '4000001999999998' }, '111', 'CARD_NOT_FOUND'],
    ['a wrong currency', { 49: 'AED' }, '904', 'FORMAT 49'],
  ])('declines %s', async (_why, fields, code, reason) => {
    const response = await client.exchange(authorization(fields));
    expect([response.get(39), response.get(38), response.get(44)]).toEqual([code, undefined, reason]);
  });

  it('gets 904 with the field number of 1993 if the merchant category is missing', async () => {
    const request = authorization();
    request.delete(26);
    const response = await client.exchange(request);
    expect([response.get(39), response.get(44)]).toEqual(['904', 'FORMAT 26']);
  });

  it('reverses in part, then in full, by the local time of the original, and repeats', async () => {
    const request = authorization();
    await client.exchange(request);
    const reversal = (mti: string, fields: Record<number, string>) =>
      variant(request, mti, { 56: originalOf(request), ...fields });
    const partial = await client.exchange(reversal('1420', { 24: '401', 4: '000000001500' }));
    expect([partial.mti, partial.get(39)]).toEqual(['1430', '400']);
    expect(await funds()).toEqual([8_500, 1_500]);
    const other = reversal('1420', { 24: '400', 56: originalOf(request).replace('261120120000', '261120120001') });
    expect((await client.exchange(other)).get(39)).toBe('400');
    expect(await funds()).toEqual([8_500, 1_500]);
    for (const mti of ['1420', '1421']) {
      expect((await client.exchange(reversal(mti, { 24: '400' }))).get(39)).toBe('400');
      expect(await funds()).toEqual([10_000, 0]);
    }
  });

  it('a partial reversal without an amount is refused, and changes nothing', async () => {
    const request = authorization();
    await client.exchange(request);
    const reversal = variant(request, '1420', { 24: '401', 56: originalOf(request) });
    reversal.delete(4);
    const response = await client.exchange(reversal);
    expect([response.get(39), response.get(44)]).toEqual(['904', 'FORMAT 4']);
    expect(await funds()).toEqual([7_500, 2_500]);
  });

  it('a reversal before its original declines it', async () => {
    const request = authorization();
    expect((await client.exchange(variant(request, '1420', { 24: '400', 56: originalOf(request) }))).get(39)).toBe(
      '400',
    );
    const declined = await client.exchange(request);
    expect([declined.get(39), declined.get(44)]).toEqual(['913', 'REVERSED_BEFORE']);
  });

  it('sends advices and completions', async () => {
    const advice = variant(authorization({ 38: 'A1B2C3', 39: '000' }), '1120', { 24: '100' });
    const advised = await client.exchange(advice);
    expect([advised.mti, advised.get(39)]).toEqual(['1130', '000']);
    expect(await funds()).toEqual([7_500, 2_500]);
    const completed = await client.exchange(
      variant(advice, '1220', { 4: '000000002000', 24: '202', 56: originalOf(advice) }),
    );
    expect([completed.mti, completed.get(39)]).toEqual(['1230', '000']);
    expect(await funds()).toEqual([8_000, 0]);
    const declined = variant(authorization({ 39: '116' }), '1120');
    expect((await client.exchange(declined)).get(39)).toBe('000');
    expect(await funds()).toEqual([8_000, 0]);
  });

  it('manages the connection by function codes in field 24, in both directions', async () => {
    for (const [code, expected] of [
      ['801', '800'],
      ['831', '800'],
      ['802', '800'],
      ['811', '115'],
    ]) {
      const request = new Message('1804', { 7: '1120080000', 11: `000${code}`, 12: '261120120000', 24: code! });
      const response = await client.exchange(request);
      expect(response.mti).toBe('1814');
      expect(response.toObject()).toEqual({ ...request.toObject(), 39: expected });
    }
    await expect.poll(() => dialled.at(-1)?.arrived.length, { timeout: 10_000 }).toBe(1);
    const connection = dialled.at(-1)!;
    const [signOn] = connection.messages();
    expect([signOn!.mti, signOn!.get(24), signOn!.get(12)?.length]).toEqual(['1804', '801', 12]);
    connection.send(new Message('1814', { ...signOn!.toObject(), 39: '800' }));
    const outcomes = async () => {
      const rows = await server.db.sql<{ outcome: string }>(
        "select outcome from audit_log where operation = 'iso8583.sign-on' order by outcome",
      );
      return rows.map(({ outcome }) => outcome);
    };
    await expect.poll(outcomes).toEqual(['accepted_sign_on', 'signed_off', 'signed_on']);
  });

  it('an unsupported message type gets 115', async () => {
    const response = await client.exchange(new Message('1304', { 7: '1120080000', 11: '990001' }));
    expect([response.mti, response.get(39)]).toEqual(['1314', '115']);
  });
});
