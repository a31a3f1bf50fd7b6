import type { ConformanceCase } from '../conformance-case.ts';
import { textIn } from '../exchange.ts';
import { amountOf, type CardEntry, ENTRIES } from '../message.ts';
import type { World } from '../world.ts';
import { makeCase } from './case-maker.ts';
import { balancesOf, changeControls, chargedCode, isApproved, readControls } from './use-card.ts';

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
        title: `${name} refuses what is above it, and allows what it names`,
        group: 'enforcement',
        operation: UPDATE,
        about: 'settings.limit',
        run: async (trial) => {
          const card = await world.freshCard();
          await changeControls(world, card, { [name]: '40.00' });
          const exact = await isApproved(world, card, { ...ENTRIES[entry], ...amountOf(4_000) });
          trial.check('settings.limit-exact', exact, `${name} of 40.00 refused 40.00`);
          const code = await chargedCode(world, card, { ...ENTRIES[entry], ...amountOf(4_001) });
          trial.check('settings.limit', code !== '00', `${name} of 40.00 approved 40.01`);
          trial.check('decision.code', code === '61' || code === '00', `above ${name} was refused without 61`);
          await changeControls(world, card, { [name]: '' });
          const lifted = await isApproved(world, card, { ...ENTRIES[entry], ...amountOf(4_001) });
          trial.check('settings.limit-exact', lifted, `${name} still refuses after it was cleared`);
        },
      }),
    ),
    ...OF_MANY.flatMap(([name, counter]) => [ofMany(world, name, counter), ofCounter(world, counter)]),
    givenBack(world),
    funds(world),
  ];
}

function ofMany(world: World, name: string, counter: string): ConformanceCase {
  return makeCase({
    id: `enforcement/limit/${name}`,
    title: `${name} counts what was approved, and refuses what is above it`,
    group: 'enforcement',
    operation: UPDATE,
    about: 'settings.limit',
    run: async (trial) => {
      const card = await world.freshCard();
      await changeControls(world, card, { [name]: '60.00' });
      const first = await isApproved(world, card, amountOf(3_500));
      const second = await isApproved(world, card, amountOf(2_500));
      trial.check('settings.limit-exact', first && second, `${name} of 60.00 refused 35.00 and 25.00`);
      const code = await chargedCode(world, card, amountOf(1));
      trial.check('settings.limit', code !== '00', `${name} of 60.00 approved 60.01`);
      trial.check('decision.code', code === '61' || code === '00', `above ${name} was refused without 61`);
      const shown = textIn(await readControls(world, card), counter);
      trial.check('settings.counter', Number(shown) === 60, `${counter} does not show 60.00 after that`);
    },
  });
}

function ofCounter(world: World, counter: string): ConformanceCase {
  return makeCase({
    id: `enforcement/counter/${counter}`,
    title: `${counter} follows what is approved, and nothing else`,
    group: 'enforcement',
    operation: 'card-settings.get-settings',
    about: 'settings.counter',
    run: async (trial) => {
      const card = await world.freshCard({ available: '100.00' });
      await isApproved(world, card, amountOf(1_050));
      const first = textIn(await readControls(world, card), counter);
      trial.check(
        'settings.counter',
        Number(first) === 10.5,
        `${counter} does not show 10.50 after an approval of 10.50`,
      );
      await isApproved(world, card, amountOf(99_900));
      const second = textIn(await readControls(world, card), counter);
      trial.check('settings.counter', first === second, `${counter} moved with a declined message`);
    },
  });
}

function givenBack(world: World): ConformanceCase {
  return makeCase({
    id: 'enforcement/counter/given-back',
    title: 'a reversal gives counters and funds back',
    group: 'enforcement',
    operation: 'authorization.reverse-authorization',
    about: 'reservation.reversal',
    run: async (trial) => {
      const card = await world.freshCard({ available: '100.00' });
      const message = world.message(card, amountOf(4_000));
      await world.authorize(message);
      const path = `/authorizations/${String(message.Retrieval_Reference_Number)}/reversal`;
      const answer = await world.rest('authorization.reverse-authorization', path, {});
      trial.check('reservation.reversal', !answer.isRefused, 'the reversal of an approved message was refused');
      const { dailyCounter } = await readControls(world, card);
      trial.check('reservation.reversal', Number(dailyCounter) === 0, 'dailyCounter was not given back');
      const { AVAILABLE } = await balancesOf(world, card);
      trial.check('account.funds', AVAILABLE === '100.00', 'what was reserved was not given back');
    },
  });
}

function funds(world: World): ConformanceCase {
  return makeCase({
    id: 'enforcement/funds',
    title: 'what is approved is reserved, and no more than there is',
    group: 'enforcement',
    operation: 'authorization.authorize-ecommerce',
    about: 'decision.funds',
    run: async (trial) => {
      const card = await world.freshCard({ available: '50.00' });
      trial.check('decision.approved', await isApproved(world, card, amountOf(5_000)), 'all that there is was refused');
      const { AVAILABLE, BLOCKED, TOTAL_BALANCE } = await balancesOf(world, card);
      const shown = `${AVAILABLE} ${BLOCKED} ${TOTAL_BALANCE}`;
      trial.check('account.funds', shown === '0.00 50.00 50.00', 'balances do not show what was reserved');
      const code = await chargedCode(world, card, amountOf(1));
      trial.check('decision.funds', code === '51', 'more than there is was not declined with 51');
    },
  });
}
