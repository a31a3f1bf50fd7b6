import type { ConformanceCase } from '../conformance-case.ts';
import { textIn } from '../exchange.ts';
import { amountOf, type CardEntry, ENTRIES } from '../message.ts';
import type { World } from '../world.ts';
import { makeCase } from './case-maker.ts';
import { balancesOf, changeControls, chargeCard, isApproved, readControls } from './use-card.ts';

/** Each limit for a single transaction, with an entry mode that it covers. */
const OF_ONE: readonly (readonly [name: string, entry: CardEntry])[] = [
  ['cardNotPresentTransactionLimit', 'ecom'],
  ['cardPresentTransactionLimit', 'chip'],
  ['cashTransactionLimit', 'cash'],
];
/** Each cumulative limit, with its counter. */
const OF_MANY: readonly (readonly [name: string, counter: string])[] = [
  ['dailyLimit', 'dailyCounter'],
  ['monthlyLimit', 'monthlyCounter'],
  ['limit1', 'counter1'],
  ['limit2', 'counter2'],
  ['limit3', 'counter3'],
];
const UPDATE = 'card-settings.update-settings';

export function limitCases(world: World): ConformanceCase[] {
  return [
    ...OF_ONE.map(([name, entry]) =>
      makeCase({
        id: `enforcement/limit/${name}`,
        title: `Approves an amount equal to ${name}, and declines a larger one`,
        group: 'enforcement',
        operation: UPDATE,
        about: 'settings.limit',
        run: async (trial) => {
          const card = await world.freshCard();
          await changeControls(world, card, { [name]: '40.00' });
          const exact = await isApproved(world, card, { ...ENTRIES[entry], ...amountOf(4_000) });
          trial.check('settings.limit-exact', exact, `an amount of 40.00 was declined although ${name} is 40.00`);
          const code = await chargeCard(world, card, { ...ENTRIES[entry], ...amountOf(4_001) });
          trial.check('settings.limit', code !== '00', `an amount of 40.01 was approved although ${name} is 40.00`);
          trial.check(
            'decision.code',
            code === '61' || code === '00',
            `an amount above ${name} was declined, but not with 61`,
          );
          await changeControls(world, card, { [name]: '' });
          const lifted = await isApproved(world, card, { ...ENTRIES[entry], ...amountOf(4_001) });
          trial.check('settings.limit-exact', lifted, `an amount was declined although ${name} was cleared`);
        },
      }),
    ),
    ...OF_MANY.flatMap(([name, counter]) => [ofMany(world, name, counter), ofCounter(world, counter)]),
    reversal(world),
    earlyReversal(world),
    funds(world),
  ];
}

function ofMany(world: World, name: string, counter: string): ConformanceCase {
  return makeCase({
    id: `enforcement/limit/${name}`,
    title: `Counts approved amounts against ${name}, and declines what exceeds it`,
    group: 'enforcement',
    operation: UPDATE,
    about: 'settings.limit',
    run: async (trial) => {
      const card = await world.freshCard();
      await changeControls(world, card, { [name]: '60.00' });
      const first = await isApproved(world, card, amountOf(3_500));
      const second = await isApproved(world, card, amountOf(2_500));
      trial.check(
        'settings.limit-exact',
        first && second,
        `amounts of 35.00 and 25.00 were declined although ${name} is 60.00`,
      );
      const code = await chargeCard(world, card, amountOf(1));
      trial.check('settings.limit', code !== '00', `a total of 60.01 was approved although ${name} is 60.00`);
      trial.check(
        'decision.code',
        code === '61' || code === '00',
        `an amount above ${name} was declined, but not with 61`,
      );
      const total = textIn(await readControls(world, card), counter);
      trial.check('settings.counter', Number(total) === 60, `${counter} is not 60.00 after approvals of 60.00`);
    },
  });
}

function ofCounter(world: World, counter: string): ConformanceCase {
  return makeCase({
    id: `enforcement/counter/${counter}`,
    title: `Counts only approved amounts in ${counter}`,
    group: 'enforcement',
    operation: 'card-settings.get-settings',
    about: 'settings.counter',
    run: async (trial) => {
      const card = await world.freshCard({ available: '100.00' });
      await isApproved(world, card, amountOf(1_050));
      const first = textIn(await readControls(world, card), counter);
      trial.check('settings.counter', Number(first) === 10.5, `${counter} is not 10.50 after an approval of 10.50`);
      await isApproved(world, card, amountOf(99_900));
      const second = textIn(await readControls(world, card), counter);
      trial.check('settings.counter', first === second, `${counter} changed after a declined message`);
    },
  });
}

function reversal(world: World): ConformanceCase {
  return makeCase({
    id: 'enforcement/counter/given-back',
    title: 'Restores counters and funds on reversal',
    group: 'enforcement',
    operation: 'authorization.reverse-authorization',
    about: 'reservation.reversal',
    run: async (trial) => {
      const card = await world.freshCard({ available: '100.00' });
      const message = world.message(card, amountOf(4_000));
      await world.authorize(message);
      const path = `/authorizations/${String(message.Retrieval_Reference_Number)}/reversal`;
      const answer = await world.rest('authorization.reverse-authorization', path, {});
      trial.check('reservation.reversal', !answer.isRefused, 'the reversal of an approved authorization was refused');
      const { dailyCounter } = await readControls(world, card);
      trial.check('reservation.reversal', Number(dailyCounter) === 0, 'dailyCounter is not 0 after the reversal');
      const { AVAILABLE } = await balancesOf(world, card);
      trial.check('account.funds', AVAILABLE === '100.00', 'the reserved amount is not available after the reversal');
    },
  });
}

function earlyReversal(world: World): ConformanceCase {
  return makeCase({
    id: 'enforcement/reversed-before',
    title: 'Accepts a reversal that arrives before its original, and declines the original',
    group: 'enforcement',
    operation: 'authorization.reverse-authorization',
    about: 'reservation.reversed-before',
    run: async (trial) => {
      const card = await world.freshCard({ available: '100.00' });
      const message = world.message(card, amountOf(4_000));
      const path = `/authorizations/${String(message.Retrieval_Reference_Number)}/reversal`;
      const answer = await world.rest('authorization.reverse-authorization', path, {});
      trial.check('reservation.reversed-before', !answer.isRefused, 'a reversal before its original was refused');
      const { code } = await world.authorize(message);
      trial.check('reservation.reversed-before', code === '94', 'the original of a reversal was not declined with 94');
      const { AVAILABLE } = await balancesOf(world, card);
      trial.check('account.funds', AVAILABLE === '100.00', 'the original of a reversal holds money');
    },
  });
}

function funds(world: World): ConformanceCase {
  return makeCase({
    id: 'enforcement/funds',
    title: 'Reserves approved amounts, and declines what exceeds the available balance',
    group: 'enforcement',
    operation: 'authorization.authorize-ecommerce',
    about: 'decision.funds',
    run: async (trial) => {
      const card = await world.freshCard({ available: '50.00' });
      trial.check(
        'decision.approved',
        await isApproved(world, card, amountOf(5_000)),
        'an amount equal to the available balance was declined',
      );
      const { AVAILABLE, BLOCKED, TOTAL_BALANCE } = await balancesOf(world, card);
      const balances = `${AVAILABLE} ${BLOCKED} ${TOTAL_BALANCE}`;
      trial.check('account.funds', balances === '0.00 50.00 50.00', 'the balances do not reflect the reserved amount');
      const code = await chargeCard(world, card, amountOf(1));
      trial.check('decision.funds', code === '51', 'an amount above the available balance was not declined with 51');
    },
  });
}
