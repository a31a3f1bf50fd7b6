import { Message } from '@cardwright/iso8583';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { authorize, ecommerceMessage, type IssuedCard, issueCard } from '../../../testing/cards/issued-cards.ts';
import { ascii, IsoClient, isoAuthorization, originalOf, variant } from '../../../testing/networks/iso-client.ts';
import { fileServer } from '../../../testing/test-server.ts';

describe('messages of the ISO 8583 interface', () => {
  let port: number;
  let client: IsoClient;
  let card: IssuedCard;

  const server = fileServer({ CARDWRIGHT_SANDBOX_ISO8583_PORT: '0' });
  beforeAll(async () => {
    const [address] = await server.server.openNetworks();
    port = address!.port;
    client = await IsoClient.connect(port);
  });
  afterAll(async () => {
    client?.close();
  });
  beforeEach(async () => {
    card = await issueCard(server, { available: '100.00' });
  });

  const funds = async () => {
    const [row] = await server.db.sql<{ available_minor: string; reserved_minor: string }>(
      'select available_minor, reserved_minor from accounts where account_number = $1',
      [card.accountNumber],
    );
    return [Number(row!.available_minor), Number(row!.reserved_minor)];
  };

  it('a request is decided, and its response repeats the fields byte for byte', async () => {
    const request = isoAuthorization(card, { 35: `${card.cardNumber}=30121010000000001`, 52: '0123456789abcdef' });
    const response = await client.exchange(request);
    expect(response.mti).toBe('0110');
    const { 38: approvalCode, ...fields } = response.toObject();
    expect(approvalCode).toMatch(/^\d{6}$/);
    expect(fields).toEqual({
      2: card.cardNumber,
      3: '000000',
      4: '000000002500',
      7: '1120080000',
      11: request.get(11),
      12: '120000',
      13: '1120',
      15: '1120',
      22: '051',
      23: '001',
      25: '00',
      32: '12345678901',
      37: request.get(37),
      39: '00',
      41: 'TERM0001',
      42: 'SHOP00000000001',
      49: '784',
    });
    expect(await funds()).toEqual([7_500, 2_500]);
  });

  it.each(['0100', '0101', '0200', '0201'])('a repeat as %s gets the same bytes, and reserves nothing', async (mti) => {
    const request = isoAuthorization(card);
    const first = mti.startsWith('02') ? variant(request, '0200') : request;
    await client.exchange(first);
    const bytes = client.arrived.at(-1)!;
    await client.exchange(variant(request, mti));
    expect(client.arrived.at(-1)).toEqual(bytes);
    expect(ascii.decode(bytes)).toMatchObject({ ok: true, message: { mti: `0${mti[1]}10` } });
    expect(await funds()).toEqual([7_500, 2_500]);
  });

  it('the same message over ISO 8583 and over HTTP is one authorization', async () => {
    const request = isoAuthorization(card, { 32: '123456', 37: '632411110001', 11: '004711' });
    const response = await client.exchange(request);
    const answer = await authorize(
      server,
      ecommerceMessage(card, { Retrieval_Reference_Number: '632411110001', System_Trace_Audit_Number: '004711' }),
    );
    expect(answer.headers['idempotent-replayed']).toBe('true');
    expect(answer.json).toMatchObject({ Action_Code: '00', Approval_Code: response.get(38) });
  });

  it('an authorization with letters in its reference and 11 digits of its acquirer is read over REST', async () => {
    const request = isoAuthorization(card);
    await client.exchange(request);
    const read = (reference: string, query = '') =>
      server.request({ method: 'GET', url: `/V2/authorizations/${reference}${query}`, as: 'demo-bank' });
    const found = await read(request.get(37)!.toLowerCase(), '?acquiring_institution_code=12345678901');
    expect(found.json).toMatchObject({
      retrieval_reference_number: request.get(37),
      acquiring_institution_code: '12345678901',
      state: 'RESERVED',
      message: { Message_Version: '0100', CARD_NUMBER: card.masked.replaceAll('X', '*') },
    });
    expect((await read('R-0000000001')).json).toMatchObject({ error_code: '105' });
  });

  it('a decline has the code and the rule', async () => {
    const response = await client.exchange(isoAuthorization(card, { 4: '000000010001' }));
    expect([response.get(39), response.get(38), response.get(44)]).toEqual(['51', undefined, 'INSUFFICIENT_FUNDS']);
  });

  it('a card of an unknown BIN is declined as a missing card', async () => {
    const response = await client.exchange(isoAuthorization({ cardNumber: '6011000990139424', expiry: '3012' }));
    expect([response.mti, response.get(39)]).toEqual(['0110', '14']);
  });

  it.each([
    ['a mandatory field is missing', (message: Message) => message.delete(49), 'FORMAT 49'],
    ['a date does not exist', (message: Message) => message.set(7, '0230080000'), 'FORMAT 7'],
    ['the billing amount is missing', (message: Message) => message.set(51, '840'), 'FORMAT 6'],
  ])('30 if %s', async (_what, change, reason) => {
    const request = isoAuthorization(card);
    change(request);
    const response = await client.exchange(request);
    expect([response.mti, response.get(39), response.get(44)]).toEqual(['0110', '30', reason]);
  });

  it('an unsupported message type gets 40', async () => {
    const response = await client.exchange(new Message('0300', { 7: '1120080000', 11: '900001' }));
    expect([response.mti, response.get(39)]).toEqual(['0310', '40']);
  });

  it.each(['0400', '0401', '0420', '0421'])('%s reverses in full, once', async (mti) => {
    const request = isoAuthorization(card);
    await client.exchange(request);
    const reversal = variant(request, mti, { 11: '999999', 90: originalOf(request) });
    const response = await client.exchange(reversal);
    expect([response.mti, response.get(39)]).toEqual([mti < '0420' ? '0410' : '0430', '00']);
    expect(await funds()).toEqual([10_000, 0]);
    const bytes = client.arrived.at(-1)!;
    await client.exchange(variant(reversal, `${mti.slice(0, 3)}1`));
    expect(client.arrived.at(-1)).toEqual(bytes);
    expect(await funds()).toEqual([10_000, 0]);
  });

  it('equal reversals that arrive together return the amount once', async () => {
    const request = isoAuthorization(card);
    await client.exchange(request);
    const first = client.arrived.length;
    const fields = { 90: originalOf(request), 95: `000000001500${'0'.repeat(12)}C00000000C00000000` };
    client.send(...['0420', '0421', '0421'].map((mti) => variant(request, mti, fields)));
    await client.until(() => client.arrived.length === first + 3);
    expect(client.messages(first).map((one) => one.get(39))).toEqual(['00', '00', '00']);
    expect(await funds()).toEqual([8_500, 1_500]);
  });

  it('partial reversals leave the actual amount of DE95', async () => {
    const request = isoAuthorization(card);
    await client.exchange(request);
    const partly = (digits: string) =>
      variant(request, '0420', { 90: originalOf(request), 95: `${digits}${'0'.repeat(12)}C00000000C00000000` });
    expect((await client.exchange(partly('000000001500'))).get(39)).toBe('00');
    expect(await funds()).toEqual([8_500, 1_500]);
    expect((await client.exchange(partly('000000000500'))).get(39)).toBe('00');
    expect(await funds()).toEqual([9_500, 500]);
    expect((await client.exchange(partly('000000000000'))).get(39)).toBe('00');
    expect(await funds()).toEqual([10_000, 0]);
  });

  it('a reversal of an unknown original, or of another card, is accepted and changes nothing', async () => {
    const request = isoAuthorization(card);
    await client.exchange(request);
    const other = await issueCard(server, { available: '100.00' });
    for (const fields of [{ 2: other.cardNumber }, { 90: originalOf(request).replace('1120080000', '1120080001') }]) {
      const reversal = variant(request, '0420', { 90: originalOf(request), ...fields });
      expect((await client.exchange(reversal)).get(39)).toBe('00');
    }
    expect(await funds()).toEqual([7_500, 2_500]);
  });

  it('a reversal before its original is stored, and the original is declined when it arrives', async () => {
    const request = isoAuthorization(card);
    const reversal = variant(request, '0420', { 90: originalOf(request) });
    const answered = await client.exchange(reversal);
    expect([answered.mti, answered.get(39)]).toEqual(['0430', '00']);
    const declined = await client.exchange(request);
    expect([declined.get(39), declined.get(44)]).toEqual(['94', 'REVERSED_BEFORE']);
    expect((await client.exchange(variant(reversal, '0421'))).get(39)).toBe('00');
    expect(await funds()).toEqual([10_000, 0]);
    const other = isoAuthorization(card);
    expect((await client.exchange(other)).get(39)).toBe('00');
  });

  it('a reversal at the same moment as its original leaves nothing reserved', async () => {
    const other = await IsoClient.connect(port);
    for (let round = 0; round < 40; round += 1) {
      await Promise.all(
        Array.from({ length: 10 }, async () => {
          const request = isoAuthorization(card, { 4: '000000000100' });
          const reversal = variant(request, '0420', { 90: originalOf(request) });
          const [, reversed] = await Promise.all([client.exchange(request), other.exchange(reversal)]);
          expect(reversed.get(39)).toBe('00');
        }),
      );
    }
    other.close();
    expect(await funds()).toEqual([10_000, 0]);
  });

  it.each(['0400', '0420'])('an early %s without field 32 matches an acquirer with leading zeros', async (mti) => {
    const request = isoAuthorization(card, { 32: '00012345678' });
    const reversal = variant(request, mti, { 90: originalOf(request) });
    reversal.delete(32);
    expect((await client.exchange(reversal)).get(39)).toBe('00');
    const declined = await client.exchange(request);
    expect([declined.get(39), declined.get(44)]).toEqual(['94', 'REVERSED_BEFORE']);
    expect(await funds()).toEqual([10_000, 0]);
    const other = isoAuthorization(card, { 11: request.get(11)!, 32: '00012345679', 37: request.get(37)! });
    expect((await client.exchange(other)).get(39)).toBe('00');
  });

  it.each(['0220', '0221'])('%s completes with the final amount, once', async (mti) => {
    const request = isoAuthorization(card);
    await client.exchange(request);
    const completion = variant(request, mti, { 4: '000000002000', 90: originalOf(request) });
    for (const _ of [1, 2]) {
      const response = await client.exchange(completion);
      expect([response.mti, response.get(39)]).toEqual(['0230', '00']);
      expect(await funds()).toEqual([8_000, 0]);
    }
    // a debited amount cannot be reversed
    const reversal = variant(request, '0420', { 90: originalOf(request) });
    expect((await client.exchange(reversal)).get(39)).toBe('21');
    expect(await funds()).toEqual([8_000, 0]);
  });

  it.each([
    ['0220', { 4: '000000001000', 49: '840' }],
    ['0220', { 4: '000000001000', 6: '000000001000', 49: '784', 51: '840' }],
    ['0220', { 6: '000000001000', 49: '840' }],
    ['0420', { 49: '392', 95: `000000001000${'0'.repeat(30)}` }],
  ])('%s with an amount in another currency, %j, is refused and changes nothing', async (mti, fields) => {
    const request = isoAuthorization(card);
    await client.exchange(request);
    const response = await client.exchange(variant(request, mti, { ...fields, 90: originalOf(request) }));
    expect([response.get(39), response.get(44)]).toEqual(['30', 'FORMAT 49']);
    expect(await funds()).toEqual([7_500, 2_500]);
  });

  it('a completion of a converted payment is in either of its currencies', async () => {
    const both = { 4: '000000001000', 6: '000000004000', 49: '978', 51: '784' };
    const first = isoAuthorization(card, both);
    const second = isoAuthorization(card, both);
    for (const request of [first, second]) expect((await client.exchange(request)).get(39)).toBe('00');
    const complete = (request: Message, currency: string) => {
      const { 6: _billing, 51: _currency, ...fields } = request.toObject();
      const amount = { 4: '000000000500', 49: currency, 90: originalOf(request) };
      return client.exchange(new Message('0220', { ...fields, ...amount }));
    };
    expect((await complete(first, '978')).get(39)).toBe('00');
    expect(await funds()).toEqual([4_000, 4_000]);
    expect((await complete(second, '784')).get(39)).toBe('00');
    expect(await funds()).toEqual([7_500, 0]);
  });

  it('a completion without an original is a debit that the network decided', async () => {
    const completion = variant(isoAuthorization(card, { 4: '000000012000' }), '0220');
    for (const _ of [1, 2]) {
      expect((await client.exchange(completion)).get(39)).toBe('00');
      expect(await funds()).toEqual([-2_000, 0]);
    }
  });

  it('an advice is stored as the network decided, whatever the funds are', async () => {
    const advice = variant(isoAuthorization(card, { 4: '000000012000', 38: 'A1B2C3', 39: '00' }), '0120');
    const response = await client.exchange(advice);
    expect([response.mti, response.get(39)]).toEqual(['0130', '00']);
    const bytes = client.arrived.at(-1)!;
    await client.exchange(variant(advice, '0121'));
    expect(client.arrived.at(-1)).toEqual(bytes);
    expect(await funds()).toEqual([-2_000, 12_000]);
    const [row] = await server.db.sql<{ approval_code: string; trace: string }>(
      'select approval_code, trace from authorizations where message like $1',
      [`%${advice.get(37)}%`],
    );
    expect(row!.approval_code).toBe('A1B2C3');
    expect(JSON.parse(row!.trace).at(-1)).toEqual(['NETWORK_ADVICE', '00', 'A1B2C3']);
    // the advice is reversed, not a request with the same values
    await client.exchange(variant(advice, '0420', { 90: originalOf(advice) }));
    expect(await funds()).toEqual([10_000, 0]);
  });

  it('a reversal before its advice is stored, and the advice then reserves nothing', async () => {
    const advice = variant(isoAuthorization(card, { 38: 'A1B2C3', 39: '00' }), '0120');
    const reversal = variant(advice, '0420', { 90: originalOf(advice) });
    expect((await client.exchange(reversal)).get(39)).toBe('00');
    const response = await client.exchange(advice);
    expect([response.mti, response.get(39)]).toEqual(['0130', '00']);
    expect(await funds()).toEqual([10_000, 0]);
    const [row] = await server.db.sql<{ trace: string }>('select trace from authorizations where message like $1', [
      `%${advice.get(37)}%`,
    ]);
    expect(JSON.parse(row!.trace).at(-1)).toEqual(['REVERSED_BEFORE', expect.stringMatching(/^2026-/)]);
    expect((await client.exchange(variant(reversal, '0421'))).get(39)).toBe('00');
    expect(await funds()).toEqual([10_000, 0]);
  });

  it('a reversal of a request that never arrived leaves the advice of the same payment as it is', async () => {
    const request = isoAuthorization(card, { 4: '000000001500' });
    expect((await client.exchange(variant(request, '0420', { 90: originalOf(request) }))).get(39)).toBe('00');
    await client.exchange(variant(request, '0120', { 38: 'A1B2C3', 39: '00' }));
    expect(await funds()).toEqual([8_500, 1_500]);
    // a reversal of an advice that never arrived leaves the request of the same payment as it is
    const advised = variant(isoAuthorization(card, { 4: '000000000500' }), '0120');
    await client.exchange(variant(advised, '0420', { 90: originalOf(advised) }));
    expect((await client.exchange(variant(advised, '0100'))).get(39)).toBe('00');
    expect(await funds()).toEqual([8_000, 2_000]);
  });

  it('reversals of a request and of its advice both wait, although they have the same fields', async () => {
    const request = isoAuthorization(card);
    const advice = variant(request, '0120');
    for (const one of [request, advice]) await client.exchange(variant(one, '0420', { 90: originalOf(one) }));
    const declined = await client.exchange(request);
    expect([declined.get(39), declined.get(44)]).toEqual(['94', 'REVERSED_BEFORE']);
    await client.exchange(advice);
    expect(await funds()).toEqual([10_000, 0]);
  });

  it('an advice of a decline reserves nothing', async () => {
    expect((await client.exchange(variant(isoAuthorization(card, { 39: '61' }), '0120'))).get(39)).toBe('00');
    expect(await funds()).toEqual([10_000, 0]);
  });

  it('no HTTP message can be an advice', async () => {
    const answer = await authorize(server, ecommerceMessage(card, { Message_Type: 'Network_Advice' }));
    expect(answer.status).toBe(400);
  });

  it('network management is answered, and sign-ons are audited', async () => {
    const one = await IsoClient.connect(port);
    for (const code of ['001', '301', '002']) {
      const response = await one.exchange(new Message('0800', { 7: '1120080000', 11: `00${code}0`, 70: code }));
      expect(response.mti).toBe('0810');
      expect(response.toObject()).toEqual({ 7: '1120080000', 11: `00${code}0`, 39: '00', 70: code });
    }
    const exchange = await one.exchange(new Message('0800', { 7: '1120080000', 11: '000161', 70: '161' }));
    expect(exchange.get(39)).toBe('40');
    one.close();
    await expect
      .poll(async () => {
        const rows = await server.db.sql<{ outcome: string }>(
          "select outcome from audit_log where operation = 'iso8583.sign-on' and subject = 'network:demo-network' order by audit_id",
        );
        return rows.map(({ outcome }) => outcome);
      })
      .toEqual(['signed_on', 'signed_off']);
  });

  it('no sensitive field is stored', async () => {
    const secrets = {
      35: `${card.cardNumber}=3012SECRET`,
      45: 'B^SECRET/TRACK^3012',
      48: 'SECRETS48',
      55: 'SECRETS55',
    };
    const { 35: _, ...sent } = secrets;
    const request = isoAuthorization(card, { ...sent, 52: 'fedcba9876543210' });
    await client.exchange(request);
    await client.exchange(variant(request, '0420', { 90: originalOf(request) }));
    const rows = await server.db.sql<{ message: string }>('select message from authorizations');
    const stored = JSON.stringify(rows) + server.logs.join('');
    for (const secret of ['SECRET', 'fedcba9876543210', card.cardNumber]) expect(stored).not.toContain(secret);
  });
});
