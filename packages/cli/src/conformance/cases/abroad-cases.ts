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
    title: 'cardPresentAllowBelow lets small amounts pass while cardPresentStatus is OFF',
    group: 'enforcement',
    operation: UPDATE,
    about: 'settings.below',
    run: async (trial) => {
      const card = await world.freshCard();
      const controls = { cardPresentStatus: 'OFF', cardPresentAllowBelow: 'true', cardPresentAllowBelowLimit: '30.00' };
      await changeControls(world, card, controls);
      const small = await isApproved(world, card, { ...ENTRIES.chip, ...amountOf(3_000) });
      trial.check('settings.below', small, 'an amount of the limit was refused');
      const large = await isApproved(world, card, { ...ENTRIES.chip, ...amountOf(3_001) });
      trial.check('settings.switch', !large, 'an amount above the limit was approved while the switch is off');
    },
  });
}

const IN_GERMANY: JsonObject = { ...ENTRIES.chip, ...ABROAD.DE };
const IN_FRANCE: JsonObject = { ...ENTRIES.chip, ...ABROAD.FR };

function abroad(world: World): ConformanceCase {
  return makeCase({
    id: 'enforcement/abroad/any',
    title: 'cardPresentAllowAnyForeign decides use abroad',
    group: 'enforcement',
    operation: UPDATE,
    about: 'settings.abroad',
    run: async (trial) => {
      const card = await world.freshCard();
      await changeControls(world, card, { cardPresentAllowAnyForeign: 'false' });
      trial.check(
        'settings.abroad',
        !(await isApproved(world, card, IN_GERMANY)),
        'use abroad was approved where nothing allows it',
      );
      trial.check('settings.abroad-allowed', await isApproved(world, card, ENTRIES.chip), 'use at home was refused');
      await changeControls(world, card, { cardPresentAllowAnyForeign: 'true' });
      trial.check(
        'settings.abroad-allowed',
        await isApproved(world, card, IN_GERMANY),
        'use abroad was refused where any is allowed',
      );
    },
  });
}

function abroadSpecific(world: World): ConformanceCase {
  return makeCase({
    id: 'enforcement/abroad/specific',
    title: 'cardPresentAllowSpecificForeign allows the countries of its list',
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
        'a country of the list was refused',
      );
      trial.check(
        'settings.abroad',
        !(await isApproved(world, card, IN_FRANCE)),
        'a country that is not in the list was approved',
      );
    },
  });
}
