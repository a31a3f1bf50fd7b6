import type { JsonObject } from '@cardwright/contract';
import type { ConformanceCase } from '../conformance-case.ts';
import { newCardNumber } from '../made-values.ts';
import { amountOf } from '../message.ts';
import type { KnownCard } from '../target.ts';
import type { World } from '../world.ts';
import { makeCase } from './case-maker.ts';
import { balancesOf, chargeCard } from './use-card.ts';

const OPERATION = 'authorization.authorize-ecommerce';
const STATUSES = [
  ['BLOCKED', '62'],
  ['LOST', '41'],
  ['STOLEN', '43'],
  ['CLOSED', '14'],
] as const;

/** Reasons to decline a message, and the code of each. */
const REFUSALS: readonly (readonly [id: string, what: string, code: string, fields: (world: World) => JsonObject])[] = [
  [
    'a-card-that-nobody-has',
    'an unknown card number',
    '14',
    ({ target }) => ({ CARD_NUMBER: newCardNumber(target.bank.bin) }),
  ],
  ['another-expiry', 'a wrong expiry date', '54', () => ({ Card_Expiry_Date: '3011' })],
  ['another-sequence-number', 'a wrong sequence number', '05', () => ({ Card_Sequence_Number: '009' })],
  [
    'another-currency',
    'a currency other than that of the account',
    '12',
    () => ({ Currency_Code_Cardholder_Billing: '392' }),
  ],
  ['no-amount', 'an amount of zero', '13', () => amountOf(0)],
];

export function decisionCases(world: World): ConformanceCase[] {
  const about = { group: 'enforcement', operation: OPERATION } as const;
  return [
    makeCase({
      ...about,
      id: 'enforcement/decision/approved',
      title: 'Approves a message for an active card',
      about: 'decision.approved',
      run: async (trial) => {
        const code = await chargeCard(world, await world.freshCard());
        trial.check('decision.approved', code === '00', 'a message for an active card was declined');
      },
    }),
    ...REFUSALS.map(([id, what, expected, fields]) =>
      makeCase({
        ...about,
        id: `enforcement/decision/${id}`,
        title: `Declines ${what} with ${expected}`,
        about: 'decision.refused',
        run: async (trial) => {
          const code = await chargeCard(world, await world.freshCard(), fields(world));
          trial.check('decision.refused', code !== '00', `${what} was approved`);
          trial.check(
            'decision.code',
            code === expected || code === '00',
            `${what} was declined, but not with ${expected}`,
          );
        },
      }),
    ),
    ...STATUSES.map(([status, expected]) =>
      makeCase({
        id: `enforcement/status/${status}`,
        title: `Declines a card whose status is ${status} with ${expected}`,
        group: 'enforcement',
        operation: 'cards.change-status',
        about: 'card.status',
        run: async (trial) => {
          const card = await world.freshCard();
          const statusChange = await change(world, card, status);
          trial.check('card.status', !statusChange.isRefused, `the change to ${status} was refused`);
          const code = await chargeCard(world, card);
          trial.check('card.status', code !== '00', `a card whose status is ${status} was approved`);
          trial.check(
            'decision.code',
            code === expected || code === '00',
            `a card whose status is ${status} was declined, but not with ${expected}`,
          );
          const back = await change(world, card, 'ACTIVE');
          const isFinal = status !== 'BLOCKED';
          trial.check(
            'card.status',
            back.isRefused === isFinal,
            `a card whose status was ${status} ${isFinal ? 'became' : 'did not become'} ACTIVE again`,
          );
        },
      }),
    ),
    completion(world),
  ];
}

function change(world: World, { exid }: KnownCard, value: string) {
  const body = { card_identifier_id: exid, card_identifier_type: 'EXID', status: { type: 'card_status', value } };
  return world.envelope('cards.change-status', body);
}

function completion(world: World): ConformanceCase {
  return makeCase({
    id: 'enforcement/completion',
    title: 'Debits the final amount on completion',
    group: 'enforcement',
    operation: 'authorization.complete-authorization',
    about: 'reservation.completion',
    run: async (trial) => {
      const card = await world.freshCard({ available: '100.00' });
      const message = world.message(card, amountOf(4_000));
      await world.authorize(message);
      const path = `/authorizations/${String(message.Retrieval_Reference_Number)}/completion`;
      const answer = await world.rest('authorization.complete-authorization', path, { amount: '30.00' });
      trial.check(
        'reservation.completion',
        !answer.isRefused,
        'the completion of an approved authorization was refused',
      );
      const { AVAILABLE, BLOCKED, TOTAL_BALANCE } = await balancesOf(world, card);
      const balances = `${AVAILABLE} ${BLOCKED} ${TOTAL_BALANCE}`;
      trial.check(
        'reservation.completion',
        balances === '70.00 0.00 70.00',
        'the balances do not reflect the debited amount',
      );
    },
  });
}
