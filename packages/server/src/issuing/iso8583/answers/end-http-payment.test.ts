import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { authorize, ecommerceMessage, type IssuedCard, issueCard } from '../../../testing/cards/issued-cards.ts';
import { IsoClient, isoAuthorization, originalOf, variant } from '../../../testing/networks/iso-client.ts';
import { fileServer } from '../../../testing/test-server.ts';

describe('a payment of AED 25.00 over HTTP', () => {
  let client: IsoClient;
  let card: IssuedCard;

  const server = fileServer({ CARDWRIGHT_SANDBOX_ISO8583_PORT: '0' });
  beforeAll(async () => {
    const [address] = await server.server.openNetworks();
    client = await IsoClient.connect(address!.port);
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
  const storedCount = async () => {
    const [row] = await server.db.sql<{ count: string }>(
      'select count(*) from authorizations z join accounts a using (account_id) where a.account_number = $1',
      [card.accountNumber],
    );
    return Number(row!.count);
  };

  /** Sends the payment, and returns the same payment as a message of the network, with its approval code. */
  async function pay(as: string, fields: Record<string, unknown> = {}) {
    const message = ecommerceMessage(card, fields);
    const answer = await authorize(server, message, as);
    expect(answer.json.Action_Code).toBe('00');
    return isoAuthorization(card, {
      11: String(message.System_Trace_Audit_Number),
      32: String(message.Acquiring_Institution_Code),
      37: String(message.Retrieval_Reference_Number),
      38: String(answer.json.Approval_Code),
    });
  }

  it.each([
    ['by the network, with the time as DE7 has it', 'demo-network', {}],
    ['with the time in its long form', 'demo-network', { Transmission_Date_Time: '20/11/26 08:00:00' }],
    ['with a time without a date', 'demo-network', { Transmission_Date_Time: '08:00:00' }],
    ['by the client of the bank', 'demo-bank', {}],
  ])('%s is completed by a 0220 with fields 37, 38 and 90, once', async (_how, as, fields) => {
    const payment = await pay(as, fields);
    const completion = variant(payment, '0220', { 4: '000000002000', 90: originalOf(payment) });
    for (const mti of ['0220', '0221']) {
      const response = await client.exchange(variant(completion, mti));
      expect([response.mti, response.get(39)]).toEqual(['0230', '00']);
      expect(await funds()).toEqual([8_000, 0]);
    }
    expect(await storedCount()).toBe(1);
  });

  it('is completed even without field 90', async () => {
    const payment = await pay('demo-bank');
    await client.exchange(variant(payment, '0220', { 4: '000000002000' }));
    expect([await funds(), await storedCount()]).toEqual([[8_000, 0], 1]);
  });

  it('is reversed', async () => {
    const payment = await pay('demo-bank');
    await client.exchange(variant(payment, '0420', { 90: originalOf(payment) }));
    expect([await funds(), await storedCount()]).toEqual([[10_000, 0], 1]);
  });

  it.each([
    ['another approval code', { 38: '000000' }],
    ['no approval code', { 38: '      ' }],
    ['another acquirer', { 32: '654321' }],
    ['another trace number', { 90: '010099999911200800000000012345600000000000' }],
    ['another time', { 90: '' }],
  ])('of another client stays unchanged if the 0220 has %s', async (what, fields) => {
    const payment = await pay('demo-bank');
    const elsewhen = originalOf(variant(payment, '0100', { 7: '1120080001' }));
    const named = what === 'another time' ? { 90: elsewhen } : fields;
    // the completion is a debit that the network decided
    expect((await client.exchange(variant(payment, '0220', named))).get(39)).toBe('00');
    expect([await funds(), await storedCount()]).toEqual([[5_000, 2_500], 2]);
  });
});
