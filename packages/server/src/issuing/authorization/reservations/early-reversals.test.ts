import { describe, expect, it } from 'vitest';
import { authorize, balances, ecommerceMessage, issueCard } from '../../../testing/cards/issued-cards.ts';
import { backtest } from '../../../testing/decisions/backtests.ts';
import { fileServer } from '../../../testing/test-server.ts';

let references = 700_000_000;
const newReference = () => `632${references++}`;

describe('a reversal before its original', () => {
  const server = fileServer();

  const reverse = (reference: string, { body = {}, query = '', as = 'reading-network', key = '' } = {}) =>
    server.request({
      method: 'POST',
      url: `/V2/authorizations/${reference}/reversal${query}`,
      as,
      payload: body,
      ...(key !== '' && { headers: { 'idempotency-key': key } }),
    });
  const messageOf = async (reference: string, fields: Record<string, unknown> = {}) => {
    const card = await issueCard(server, { available: '100.00' });
    const message = ecommerceMessage(card, { Retrieval_Reference_Number: reference, ...fields });
    return { message, account: card.accountNumber };
  };
  const sendMessage = async (message: object, as = 'reading-network') => {
    const { json } = await authorize(server, message as never, as);
    return `${json.Action_Code} ${json.Additional_Response_Data}`;
  };
  const read = (reference: string, query = '') =>
    server.request({ method: 'GET', url: `/V2/authorizations/${reference}${query}`, as: 'demo-bank' });

  it('is stored, and its original is declined', async () => {
    const reference = newReference();
    const reversal = await reverse(reference);
    expect(reversal.status).toBe(200);
    expect(reversal.json).toEqual({ retrieval_reference_number: reference, state: 'AWAITING_ORIGINAL' });
    const { message, account } = await messageOf(reference);
    expect(await sendMessage(message)).toBe('94 REVERSED_BEFORE');
    expect(await balances(server, account)).toBe('100.00 0.00 100.00');
    // a repeat of the message gets the stored response, and so does a repeat of the reversal
    expect(await sendMessage(message)).toBe('94 REVERSED_BEFORE');
    expect((await reverse(reference)).json).toEqual(reversal.json);
  });

  it('is in the trace of the original and in its explanation', async () => {
    const reference = newReference();
    await reverse(reference, { body: { amount: '5.00' } });
    const { message } = await messageOf(reference);
    expect(await sendMessage(message)).toBe('94 REVERSED_BEFORE');
    const { json } = await read(reference, '?explain=en');
    expect(json).toMatchObject({ state: 'DECLINED', rule: 'REVERSED_BEFORE', action_code: '94' });
    expect((json.trace as object[]).at(-1)).toEqual({
      rule: 'REVERSED_BEFORE',
      verdict: 'REFUSE',
      saw: { reversed_at: expect.stringMatching(/^2026-11-20T/) },
    });
    expect(JSON.stringify(json.explanation)).toContain('The payment was reversed before this message arrived.');
  });

  it('declines only messages that its keys identify', async () => {
    const reference = newReference();
    await reverse(reference, { query: '?acquiring_institution_code=111111&system_trace_audit_number=000017' });
    const fields = { Acquiring_Institution_Code: '111111', System_Trace_Audit_Number: '000017' };
    const others = [
      { ...fields, Acquiring_Institution_Code: '222222' },
      { ...fields, System_Trace_Audit_Number: '000018' },
    ];
    for (const other of others) expect(await sendMessage((await messageOf(reference, other)).message)).toMatch(/^00/);
    expect(await sendMessage((await messageOf(reference, fields)).message)).toBe('94 REVERSED_BEFORE');
  });

  it('applies only to messages of its sender, or of its bank', async () => {
    const reference = newReference();
    for (const as of ['second-network', 'other-bank']) expect((await reverse(reference, { as })).status).toBe(200);
    expect(await sendMessage((await messageOf(reference)).message)).toMatch(/^00/);
    const ofBank = newReference();
    await reverse(ofBank, { as: 'demo-bank' });
    expect(await sendMessage((await messageOf(ofBank)).message)).toBe('94 REVERSED_BEFORE');
  });

  it('is refused with mustExist, and then declines nothing', async () => {
    const reference = newReference();
    expect((await reverse(reference, { body: { mustExist: true } })).json).toMatchObject({ error_code: '311' });
    expect(await sendMessage((await messageOf(reference)).message)).toMatch(/^00/);
  });

  it('appears in a preview of the original', async () => {
    const reference = newReference();
    await reverse(reference);
    const { message } = await messageOf(reference);
    const { json } = await server.request({
      method: 'POST',
      url: '/V2/authorizations/preview',
      as: 'demo-bank',
      payload: { message },
    });
    expect(json).toMatchObject({ action_code: '94', rule: 'REVERSED_BEFORE' });
  });

  it('is stored for as long as a reservation lasts, and then deleted', async () => {
    const reference = newReference();
    await reverse(reference);
    const rows = () =>
      server.db.sql<{ days: number }>(
        'select extract(day from expires_at - arrived_at)::int as days from early_reversals where retrieval_reference = $1',
        [reference],
      );
    expect(await rows()).toEqual([{ days: 7 }]);
    await server.db.sql(
      `update early_reversals set expires_at = expires_at - interval '8 days' where retrieval_reference = $1`,
      [reference],
    );
    expect(await sendMessage((await messageOf(reference)).message)).toMatch(/^00/);
    await server.server.periodicJobs.runDue();
    expect(await rows()).toEqual([]);
  });

  it('is replayed exactly by a backtest', async () => {
    const card = await issueCard(server, { available: '100.00' });
    const reference = newReference();
    await reverse(reference);
    const message = ecommerceMessage(card, { Retrieval_Reference_Number: reference });
    expect(await sendMessage(message)).toBe('94 REVERSED_BEFORE');
    expect(await sendMessage(ecommerceMessage(card))).toMatch(/^00/);
    const { json } = await backtest(server, card.accountNumber);
    expect(json).toMatchObject({ decisions: 2, identical: 2, changed: 0 });
  });

  it('leaves no amount reserved, whichever of the two is first', async () => {
    const pairs = await Promise.all(Array.from({ length: 60 }, async () => await messageOf(newReference())));
    const ends = await Promise.all(
      pairs.map(async ({ message, account }, at) => {
        const reference = String(message.Retrieval_Reference_Number);
        const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));
        const [answer, reversal] = await Promise.all([
          pause(at % 3 === 0 ? (at % 7) * 2 : 0).then(() => sendMessage(message)),
          pause(at % 3 === 1 ? (at % 7) * 2 : 0).then(() => reverse(reference)),
        ]);
        expect(reversal.status).toBe(200);
        expect(await balances(server, account)).toBe('100.00 0.00 100.00');
        return `${answer.slice(0, 2)} ${reversal.json.state}`;
      }),
    );
    expect(new Set(ends).size).toBeGreaterThan(0);
    for (const end of ends) expect(['00 REVERSED', '94 AWAITING_ORIGINAL']).toContain(end);
  }, 60_000);
});
