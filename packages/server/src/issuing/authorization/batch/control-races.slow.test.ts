import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Server } from '../../../host/assembly/server.ts';
import { anotherServer } from '../../../testing/another-server.ts';
import {
  amountFields,
  CHANNELS,
  controlsOf,
  reasonOf,
  restrict,
  reverse,
  setControls,
  use,
} from '../../../testing/cards/card-control.ts';
import { balances, type IssuedCard, issueCard, type Sender } from '../../../testing/cards/issued-cards.ts';
import { fileResource } from '../../../testing/file-resources.ts';
import { sendEnvelope, testServer } from '../../../testing/test-server.ts';

describe.each([
  ['two servers of one database', false],
  ['two workers of one server', true],
])('messages at once, on %s', (_name, areWorkers) => {
  let second: Server;
  /** Sends requests to the second server or worker. */
  let other: Sender;
  const first = fileResource(() =>
    testServer({ CARDWRIGHT_AUTHORIZATION_LANES: '3' }, { workers: areWorkers ? 2 : 1 }),
  );
  beforeAll(async () => {
    second = first.workers[1] ?? (await anotherServer(first, { CARDWRIGHT_AUTHORIZATION_LANES: '2' }));
    const request: Sender['request'] = async ({ as, ...options }) => {
      const authorization = `Bearer ${await first.token(as ?? 'demo-bank')}`;
      const { statusCode, headers, body } = await second.app.inject({ ...options, headers: { authorization } });
      return { status: statusCode, headers, text: body, json: JSON.parse(body) };
    };
    other = { request, envelope: (id, body, more) => sendEnvelope(request, id, body, more) };
  });
  afterAll(async () => {
    if (!areWorkers) await second?.close();
  });

  /** The server that gets the message at a position. */
  type Where = (at: number) => Sender;
  const one: Where = () => first;
  const both: Where = (at) => (at % 2 === 0 ? first : other);

  /** Sends messages at once, and counts the reasons of their responses. */
  async function useConcurrently(card: IssuedCard, fields: Record<string, unknown>[], where: Where) {
    const reasons = await Promise.all(fields.map((message, at) => reasonOf(where(at), card, message)));
    const counts: Record<string, number> = {};
    for (const reason of reasons) counts[reason] = (counts[reason] ?? 0) + 1;
    return counts;
  }
  const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

  const WHERE = [
    ['one server', one],
    ['both servers', both],
  ] as const;

  describe.each(WHERE)('on %s', (_name, where) => {
    it.each([
      ['dailyLimit', 'DAILY_LIMIT', 'dailyCounter'],
      ['monthlyLimit', 'MONTHLY_LIMIT', 'monthlyCounter'],
      ['limit3', 'LIMIT3', 'counter3'],
    ])('a %s for 7 messages approves 7 of 50 and refuses 43, ten times over', async (field, reason, counter) => {
      for (let turn = 0; turn < 10; turn++) {
        const card = await issueCard(first, { available: '5000.00' });
        // the limit admits seven times 25.00
        await setControls(first, card, { [field]: '199.99' });
        expect(await useConcurrently(card, times(50, {}), where)).toEqual({ APPROVED: 7, [reason]: 43 });
        expect((await controlsOf(first, card))[counter]).toBe('175.00');
        expect(await balances(first, card.accountNumber)).toBe('4825.00 175.00 5000.00');
      }
    });

    it('a switch that is ON_FOR_ONE approves one of 20 messages and refuses 19, ten times over', async () => {
      for (let turn = 0; turn < 10; turn++) {
        const card = await issueCard(first, { available: '5000.00' });
        await setControls(first, card, { ecomStatus: 'ON_FOR_ONE' });
        expect(await useConcurrently(card, times(20, {}), where)).toEqual({ APPROVED: 1, ECOM_OFF: 19 });
        expect(await controlsOf(first, card)).toMatchObject({ ecomStatus: 'OFF', dailyCounter: '25.00' });
      }
    });

    it('one of 40 messages of different channels spends the switch that covers all of them', async () => {
      const card = await issueCard(first, { available: '5000.00' });
      await setControls(first, card, {
        masterStatus: 'ON_FOR_ONE',
        ecomStatus: 'ON_FOR_ONE',
        motoStatus: 'ON_FOR_ONE',
      });
      const channels = [CHANNELS.ECOM, CHANNELS.MOTO, CHANNELS.CHIP, CHANNELS.CASH];
      const messages = Array.from({ length: 40 }, (_, at) => channels[at % 4]!);
      expect(await useConcurrently(card, messages, where)).toEqual({ APPROVED: 1, MASTER_OFF: 39 });
      expect(await balances(first, card.accountNumber)).toBe('4975.00 25.00 5000.00');
    });

    it('a reversal during 30 messages returns what it counted, never more', async () => {
      for (let turn = 0; turn < 5; turn++) {
        const card = await issueCard(first, { available: '5000.00' });
        await setControls(first, card, { dailyLimit: '100.00' });
        const filling = await use(first, card, amountFields(10_000));
        expect(filling.reason).toBe('APPROVED');
        const [counts] = await Promise.all([
          useConcurrently(card, times(30, {}), where),
          reverse(first, filling.reference, '50.00'),
        ]);
        // the reversal makes room for two; messages that were decided before it found none
        const approved = counts.APPROVED ?? 0;
        expect(approved).toBeLessThanOrEqual(2);
        const remaining = 2 - approved;
        expect((await useConcurrently(card, times(3, {}), where)).APPROVED ?? 0).toBe(remaining);
        expect((await controlsOf(first, card)).dailyCounter).toBe('100.00');
      }
    });
  });

  it('an update on either server is in force for the next message on both', async () => {
    const card = await issueCard(first, { available: '5000.00' });
    const reasons = async () => [await reasonOf(first, card), await reasonOf(other, card)];
    expect(await reasons()).toEqual(['APPROVED', 'APPROVED']);
    for (let turn = 0; turn < 10; turn++) {
      await setControls(both(turn), card, { ecomStatus: 'OFF' });
      expect(await reasons()).toEqual(['ECOM_OFF', 'ECOM_OFF']);
      await setControls(both(turn), card, { ecomStatus: 'ON' });
      await restrict(both(turn), card, { restriction_type: 'ECOM' });
      expect(await reasons()).toEqual(['RESTRICTED_ECOM', 'RESTRICTED_ECOM']);
      await restrict(both(turn + 1), card, { restriction_type: 'ECOM', isAllowed: true });
      expect(await reasons()).toEqual(['APPROVED', 'APPROVED']);
    }
  });

  /** The traces of a card's approvals in the order in which they took effect, as the values that each rule saw. */
  async function traces(card: IssuedCard): Promise<Record<string, unknown[]>[]> {
    const rows = await first.db.sql<{ trace: string }>(
      `select z.trace from authorizations z join accounts a using (account_id)
        where a.account_number = $1 and z.action_code = '00' order by z.account_sequence`,
      [card.accountNumber],
    );
    return rows.map(({ trace }) =>
      Object.fromEntries((JSON.parse(trace) as [string, ...unknown[]][]).map(([rule, ...saw]) => [rule, saw])),
    );
  }

  it('each message is decided on the settings before an update or after it, never on a mixture, ten times over', async () => {
    for (let turn = 0; turn < 10; turn++) {
      const card = await issueCard(first, { available: '50000.00' });
      // all limits of one version are equal, and none is ever reached
      const version = (number: number) => {
        const limit = `${20_000 + number}.00`;
        return {
          cardNotPresentTransactionLimit: limit,
          dailyLimit: limit,
          monthlyLimit: limit,
          limit1: limit,
          limit2: limit,
          limit3: limit,
        };
      };
      await setControls(first, card, version(0));
      const updates = async () => {
        for (let number = 1; number <= 8; number++) await setControls(both(number), card, version(number));
      };
      const messages = async () => {
        for (let wave = 0; wave < 4; wave++) {
          expect(await useConcurrently(card, times(10, {}), both)).toEqual({ APPROVED: 10 });
        }
      };
      await Promise.all([updates(), messages()]);
      const limits = (await traces(card)).map((saw) =>
        [
          saw.TRANSACTION_LIMITS![1],
          ...['DAILY_LIMIT', 'MONTHLY_LIMIT', 'LIMIT1', 'LIMIT2', 'LIMIT3'].map((rule) => saw[rule]![0]),
        ].join(' '),
      );
      const versions = Array.from({ length: 9 }, (_, number) =>
        Array(6)
          .fill(`${2_000_000 + number * 100}`)
          .join(' '),
      );
      const positions = limits.map((limit) => versions.indexOf(limit));
      expect(positions).toHaveLength(40);
      expect(positions).not.toContain(-1);
      // after a version was seen, no earlier one is seen again
      expect(positions).toEqual(positions.toSorted((one, right) => one - right));
    }
  });

  it('a spent switch does not undo a concurrent update, and each update allows one transaction at most', async () => {
    for (let turn = 0; turn < 10; turn++) {
      const card = await issueCard(first, { available: '50000.00' });
      const update = (number: number) =>
        setControls(both(number), card, { ecomStatus: 'ON_FOR_ONE', dailyLimit: `${20_000 + number}.00` });
      await update(0);
      const updates = async () => {
        for (let number = 1; number <= 6; number++) await update(number);
      };
      const messages = async () => {
        const counts = { APPROVED: 0, ECOM_OFF: 0 };
        for (let wave = 0; wave < 4; wave++) {
          const { APPROVED = 0, ECOM_OFF = 0, ...others } = await useConcurrently(card, times(10, {}), both);
          expect(others).toEqual({});
          counts.APPROVED += APPROVED;
          counts.ECOM_OFF += ECOM_OFF;
        }
        return counts;
      };
      const [, { APPROVED }] = await Promise.all([updates(), messages()]);
      const limits = (await traces(card)).map((saw) => saw.DAILY_LIMIT![0]);
      expect(limits).toHaveLength(APPROVED);
      // each approval saw another version
      expect(new Set(limits).size).toBe(APPROVED);
      expect((await controlsOf(first, card)).dailyLimit).toBe('20006.00');
    }
  });

  it('no message that is sent after a switch or restriction refuses it is approved, whatever else is under way', async () => {
    for (let turn = 0; turn < 10; turn++) {
      const card = await issueCard(first, { available: '50000.00' });
      const before = useConcurrently(card, times(30, {}), both);
      if (turn % 2 === 0) await setControls(first, card, { cardNotPresentStatus: 'OFF' });
      else await restrict(first, card, { restriction_type: 'ECOM' });
      const reason = turn % 2 === 0 ? 'CNP_OFF' : 'RESTRICTED_ECOM';
      expect(await useConcurrently(card, times(20, {}), both)).toEqual({ [reason]: 20 });
      const { APPROVED = 0, [reason]: declines = 0, ...others } = await before;
      expect([APPROVED + declines, others]).toEqual([30, {}]);
    }
  });
});
