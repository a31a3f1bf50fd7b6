import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { anotherServer } from '../../../testing/another-server.ts';
import { authorize, balances, ecommerceMessage, issueCard } from '../../../testing/cards/issued-cards.ts';
import { lockAccountOf } from '../../../testing/database/lock-account.ts';
import { waitsForLocks } from '../../../testing/database/waits-for-locks.ts';
import { fileServer } from '../../../testing/test-server.ts';
import { WITHIN } from '../../../testing/within.ts';

const DAY_MS = 86_400_000;

describe('a reservation that nobody completes', () => {
  const server = fileServer();

  async function reserve() {
    const card = await issueCard(server, { available: '100.00' });
    const message = ecommerceMessage(card);
    expect((await authorize(server, message)).json.Action_Code).toBe('00');
    return { account: card.accountNumber, reference: String(message.Retrieval_Reference_Number), message };
  }
  const end = (kind: string, reference: string, payload: object = {}) =>
    server.request({ method: 'POST', url: `/V2/authorizations/${reference}/${kind}`, as: 'demo-network', payload });
  const read = async (reference: string) =>
    (await server.request({ method: 'GET', url: `/V2/authorizations/${reference}`, as: 'demo-bank' })).json;

  it('lasts for seven days to the millisecond, and is then released once, however many servers run the job', async () => {
    const { account, reference } = await reserve();
    const decisionMs = server.clock.now().getTime();
    server.clock.advance(7 * DAY_MS);
    await server.server.periodicJobs.runDue();
    expect(await balances(server, account)).toBe('75.00 25.00 100.00');
    server.clock.advance(1);
    const others = await Promise.all([anotherServer(server), anotherServer(server)]);
    await Promise.all([server.server, ...others].map(({ periodicJobs }) => periodicJobs.runDue()));
    await Promise.all(others.map((other) => other.close()));
    expect(await balances(server, account)).toBe('100.00 0.00 100.00');
    const { state, reserved_amount, events } = await read(reference);
    expect([state, reserved_amount]).toEqual(['EXPIRED', '0.00']);
    const at = new Date(decisionMs + 7 * DAY_MS + 1).toISOString();
    expect(events).toEqual([{ kind: 'EXPIRY', amount: '25.00', at }]);
  });

  // whichever of the two banks comes first, a fault in it does not stop the other
  it.each([
    ['demo-bank', '784', 'other-bank', '978'],
    ['other-bank', '978', 'demo-bank', '784'],
  ])('is released in %s even if the job fails in another bank', async (as, currency, other, otherCurrency) => {
    const reserveFor = async (bank: string, number: string) => {
      const card = await issueCard(server, { available: '100.00', as: bank });
      const fields = { Currency_Code_Transaction: number, Currency_Code_Cardholder_Billing: number };
      expect((await authorize(server, ecommerceMessage(card, fields))).json.Action_Code).toBe('00');
      return card.accountNumber;
    };
    const [account, broken] = [await reserveFor(as, currency), await reserveFor(other, otherCurrency)];
    const setCurrency = (code: string) =>
      server.db.sql('update accounts set currency = $2 where account_number = $1', [broken, code]);
    server.clock.advance(7 * DAY_MS + 1);
    await setCurrency('QQQ');
    await expect(server.server.periodicJobs.runDue()).rejects.toThrow('QQQ');
    await setCurrency(other === 'demo-bank' ? 'AED' : 'EUR');
    expect(await balances(server, account, as)).toBe('100.00 0.00 100.00');
  });

  it('waits for the next run if its account is locked, and delays no other reservation', async () => {
    const lockedReservation = await reserve();
    const others = await Promise.all(Array.from({ length: 30 }, reserve));
    const session = new pg.Client(server.db.connection);
    await session.connect();
    await session.query('begin');
    await lockAccountOf(session, lockedReservation.account);
    server.clock.advance(7 * DAY_MS + 1);
    await server.server.periodicJobs.runDue();
    const states = await Promise.all(others.map(async ({ reference }) => (await read(reference)).state));
    expect(new Set(states)).toEqual(new Set(['EXPIRED']));
    expect((await read(lockedReservation.reference)).state).toBe('RESERVED');
    await session.query('rollback');
    await session.end();
    await server.server.periodicJobs.runDue();
    expect((await read(lockedReservation.reference)).state).toBe('EXPIRED');
  });

  it('releases only the amount that a partial reversal left reserved, and skips ended reservations', async () => {
    const [partly, reversedCard, completedCard] = [await reserve(), await reserve(), await reserve()];
    await end('reversal', partly.reference, { amount: '10.00' });
    await end('reversal', reversedCard.reference);
    await end('completion', completedCard.reference);
    server.clock.advance(7 * DAY_MS + 1);
    await server.server.periodicJobs.runDue();
    expect(await balances(server, partly.account)).toBe('100.00 0.00 100.00');
    expect(await balances(server, reversedCard.account)).toBe('100.00 0.00 100.00');
    expect(await balances(server, completedCard.account)).toBe('75.00 0.00 75.00');
    const states = [partly, reversedCard, completedCard].map(async ({ reference }) => (await read(reference)).state);
    expect(await Promise.all(states)).toEqual(['EXPIRED', 'REVERSED', 'COMPLETED']);
  });

  it('cannot be reversed afterwards, but can be completed from the available amount if the request names the amount', async () => {
    const { account, reference, message } = await reserve();
    server.clock.advance(7 * DAY_MS + 1);
    await server.server.periodicJobs.runDue();
    const reversal = await end('reversal', reference);
    expect(reversal.status).toBe(409);
    expect(reversal.json).toMatchObject({
      error_code: '420',
      detail: 'A reservation that is expired cannot be reversed',
    });
    const answer = await end('completion', reference);
    expect(answer.json.detail).toBe('The reservation has expired: the completion must name its amount');
    expect((await end('completion', reference, { amount: '25.00' })).json).toMatchObject({
      state: 'COMPLETED',
      amount: '25.00',
      available_amount: '75.00',
    });
    expect(await balances(server, account)).toBe('75.00 0.00 75.00');
    const again = await authorize(server, message);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(await balances(server, account)).toBe('75.00 0.00 75.00');
  });

  it('is released with hundreds of others in one run', async () => {
    const card = await issueCard(server, { available: '10000.00' });
    const messages = Array.from({ length: 300 }, () => ecommerceMessage(card));
    await Promise.all(messages.map((message) => authorize(server, message)));
    expect(await balances(server, card.accountNumber)).toBe('2500.00 7500.00 10000.00');
    server.clock.advance(7 * DAY_MS + 1);
    await server.server.periodicJobs.runDue();
    expect(await balances(server, card.accountNumber)).toBe('10000.00 0.00 10000.00');
  });

  it('is not released twice if a reversal commits between the read and the lock', async () => {
    const { account, reference } = await reserve();
    server.clock.advance(7 * DAY_MS + 1);
    const holder = await server.db.database.connect({});
    await holder.query('begin');
    await lockAccountOf(holder, account);
    const reversal = end('reversal', reference);
    await untilQueryCount(1);
    // skips the locked account and does not wait
    await server.server.periodicJobs.runDue();
    await untilQueryCount(1);
    await holder.query('commit');
    await holder.end();
    expect((await reversal).json).toMatchObject({ state: 'REVERSED', amount: '25.00' });
    await server.server.periodicJobs.runDue();
    expect(await balances(server, account)).toBe('100.00 0.00 100.00');
    expect((await read(reference)).events).toMatchObject([{ kind: 'REVERSAL' }]);
  });

  /** Waits until `count` statements of this database wait for a lock. */
  async function untilQueryCount(count: number): Promise<void> {
    await expect.poll(() => waitsForLocks(server.db), WITHIN).toHaveLength(count);
  }
});
