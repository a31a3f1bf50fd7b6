import type { JsonObject } from '@cardwright/contract';
import type { ConformanceCase } from '../conformance-case.ts';
import { ABROAD, amountOf, ENTRIES } from '../message.ts';
import type { World } from '../world.ts';
import { makeCase } from './case-maker.ts';
import { changeControls, isApproved } from './use-card.ts';

const UPDATE = 'card-settings.update-settings';

/** Settings that allow a card to be used abroad, or while a switch is off. */
export function abroadCases(world: World): ConformanceCase[] {
  return [below(world), abroad(world), abroadSpecific(world)];
}

function below(world: World): ConformanceCase {
  return makeCase({
    id: 'enforcement/below',
    title: 'Approves amounts up to cardPresentAllowBelowLimit while cardPresentStatus is OFF',
    group: 'enforcement',
    operation: UPDATE,
    about: 'settings.below',
    run: async (trial) => {
      const card = await world.freshCard();
      const controls = { cardPresentStatus: 'OFF', cardPresentAllowBelow: 'true', cardPresentAllowBelowLimit: '30.00' };
      await changeControls(world, card, controls);
      const small = await isApproved(world, card, { ...ENTRIES.chip, ...amountOf(3_000) });
      trial.check('settings.below', small, 'an amount equal to the limit was declined');
      const large = await isApproved(world, card, { ...ENTRIES.chip, ...amountOf(3_001) });
      trial.check('settings.switch', !large, 'an amount above the limit was approved while the switch is OFF');
    },
  });
}

const IN_GERMANY: JsonObject = { ...ENTRIES.chip, ...ABROAD.DE };
const IN_FRANCE: JsonObject = { ...ENTRIES.chip, ...ABROAD.FR };

function abroad(world: World): ConformanceCase {
  return makeCase({
    id: 'enforcement/abroad/any',
    title: 'Declines use abroad unless cardPresentAllowAnyForeign is true',
    group: 'enforcement',
    operation: UPDATE,
    about: 'settings.abroad',
    run: async (trial) => {
      const card = await world.freshCard();
      await changeControls(world, card, { cardPresentAllowAnyForeign: 'false' });
      trial.check(
        'settings.abroad',
        !(await isApproved(world, card, IN_GERMANY)),
        'use abroad was approved although no setting allows it',
      );
      trial.check(
        'settings.abroad-allowed',
        await isApproved(world, card, ENTRIES.chip),
        'use in the home country was declined',
      );
      await changeControls(world, card, { cardPresentAllowAnyForeign: 'true' });
      trial.check(
        'settings.abroad-allowed',
        await isApproved(world, card, IN_GERMANY),
        'use abroad was declined although every country is allowed',
      );
    },
  });
}

function abroadSpecific(world: World): ConformanceCase {
  return makeCase({
    id: 'enforcement/abroad/specific',
    title: 'Approves use in the countries of cardPresentAllowSpecificForeignCountries only',
    group: 'enforcement',
    operation: UPDATE,
    about: 'settings.abroad',
    run: async (trial) => {
      const card = await world.freshCard();
      await changeControls(world, card, {
        cardPresentAllowAnyForeign: 'false',
        cardPresentAllowSpecificForeign: 'true',
        cardPresentAllowSpecificForeignCountries: 'DE',
      });
      trial.check(
        'settings.abroad-allowed',
        await isApproved(world, card, IN_GERMANY),
        'use in a listed country was declined',
      );
      trial.check(
        'settings.abroad',
        !(await isApproved(world, card, IN_FRANCE)),
        'use in a country that is not listed was approved',
      );
    },
  });
}
