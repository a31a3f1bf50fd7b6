import type { JsonObject } from '@cardwright/contract';
import type { ConformanceCase } from '../conformance-case.ts';
import { dateIn } from '../made-values.ts';
import { ABROAD, ENTRIES } from '../message.ts';
import type { World } from '../world.ts';
import { makeCase } from './case-maker.ts';
import { chargeCard, isApproved, putRestriction } from './use-card.ts';

/** Each restriction type, with a message that it covers and one that it does not cover. */
const TYPES: readonly (readonly [type: string, covered: JsonObject, other: JsonObject | undefined])[] = [
  ['MOTO', ENTRIES.moto, ENTRIES.ecom],
  ['ECOM', ENTRIES.ecom, ENTRIES.moto],
  ['SWIPE', ENTRIES.swipe, ENTRIES.chip],
  ['PERS_RESTR_CONTACTLESS', ENTRIES.contactless, ENTRIES.chip],
  ['NFC', ENTRIES.contactless, ENTRIES.chip],
  ['ATM', ENTRIES.cash, ENTRIES.chip],
  ['PURCHASE', ENTRIES.chip, ENTRIES.cash],
  ['ANY', ENTRIES.chip, undefined],
  ['INTERNATIONAL', ABROAD.DE, ENTRIES.ecom],
];
const OPERATION = 'restrictions.set-restriction';

export function restrictionCases(world: World): ConformanceCase[] {
  return [...TYPES.flatMap(([type, covered, other]) => ofType(world, type, covered, other)), ofCountries(world)];
}

function ofType(world: World, type: string, covered: JsonObject, other: JsonObject | undefined): ConformanceCase[] {
  const about = { group: 'enforcement', operation: OPERATION } as const;
  return [
    makeCase({
      ...about,
      id: `enforcement/restriction/${type}`,
      title: `Declines ${type} while it is not allowed`,
      about: 'restriction.refuses',
      run: async (trial) => {
        const card = await world.freshCard();
        await putRestriction(world, card, { restriction_type: type, isAllowed: false });
        const code = await chargeCard(world, card, covered);
        trial.check('restriction.refuses', code !== '00', `a message that ${type} covers was approved`);
        trial.check(
          'decision.code',
          code === '62' || code === '00',
          `a message that ${type} covers was declined, but not with 62`,
        );
        if (other !== undefined) {
          trial.check(
            'restriction.allows',
            await isApproved(world, card, other),
            `a message that ${type} does not cover was declined`,
          );
        }
        await putRestriction(world, card, { restriction_type: type, isAllowed: true });
        trial.check(
          'restriction.allows',
          await isApproved(world, card, covered),
          `a message that ${type} covers was declined after it was allowed again`,
        );
      },
    }),
    makeCase({
      ...about,
      id: `enforcement/restriction/${type}/until`,
      title: `Enforces ${type} until its end date`,
      about: 'restriction.end',
      run: async (trial) => {
        const card = await world.freshCard();
        const end = dateIn(3, world.now());
        await putRestriction(world, card, { restriction_type: type, isAllowed: false, end_date: end });
        trial.check(
          'restriction.end',
          !(await isApproved(world, card, covered)),
          `a message that ${type} covers was approved before the end date`,
        );
      },
    }),
  ];
}

function ofCountries(world: World): ConformanceCase {
  return makeCase({
    id: 'enforcement/restriction/INTERNATIONAL_SPECIFIC_COUNTRIES',
    title: 'Allows only the listed countries',
    group: 'enforcement',
    operation: OPERATION,
    about: 'restriction.countries',
    run: async (trial) => {
      const card = await world.freshCard();
      const list = { restriction_type: 'INTERNATIONAL_SPECIFIC_COUNTRIES', isAllowed: true };
      await putRestriction(world, card, { ...list, allowed_values: 'DE, 840' });
      trial.check(
        'restriction.countries',
        await isApproved(world, card, ABROAD.DE),
        'use in a listed country was declined',
      );
      trial.check(
        'restriction.countries',
        !(await isApproved(world, card, ABROAD.FR)),
        'use in a country that is not listed was approved',
      );
      trial.check('restriction.countries', await isApproved(world, card), 'use in the home country was declined');
    },
  });
}
