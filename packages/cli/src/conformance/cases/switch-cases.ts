import type { JsonObject } from '@cardwright/contract';
import type { ConformanceCase, Trial } from '../conformance-case.ts';
import { textIn } from '../exchange.ts';
import { dateIn } from '../made-values.ts';
import { type CardEntry, ENTRIES } from '../message.ts';
import type { KnownCard } from '../target.ts';
import type { World } from '../world.ts';
import { makeCase } from './case-maker.ts';
import { changeControls, isApproved, readControls } from './use-card.ts';

/** Each switch, with an entry mode that it covers and one that it does not cover. */
const COVERED: readonly (readonly [name: string, entry: CardEntry, other: CardEntry | undefined])[] = [
  ['master', 'ecom', undefined],
  ['cardNotPresent', 'ecom', 'chip'],
  ['cardPresent', 'chip', 'ecom'],
  ['ecom', 'ecom', 'moto'],
  ['moto', 'moto', 'ecom'],
  ['recurring', 'recurring', 'ecom'],
  ['purchase', 'chip', 'cash'],
  ['cash', 'cash', 'chip'],
  ['fallback', 'fallback', 'chip'],
];
const SETTINGS = 'card-settings.update-settings';

/**
 * Checks that switches control card usage: OFF declines, ON approves, ON_FOR_ONE approves one payment, ON_UNTIL
 * approves until its time.
 */
export function switchCases(world: World): ConformanceCase[] {
  return COVERED.flatMap(([name, entry, other]) => [
    ofSwitch(`${name}/off`, `Declines while ${name}Status is OFF`, 'settings.switch', world, async (trial, card) => {
      const isDeclined = await uses(world, card, entry, { [`${name}Status`]: 'OFF' });
      trial.check('settings.switch', !isDeclined, `${entry} was approved although ${name}Status is OFF`);
      if (other !== undefined) {
        trial.check(
          'settings.switch-on',
          await isApproved(world, card, ENTRIES[other]),
          `${other} was declined although ${name}Status does not cover it`,
        );
      }
    }),
    ofSwitch(`${name}/on`, `Approves while ${name}Status is ON`, 'settings.switch-on', world, async (trial, card) => {
      await changeControls(world, card, { [`${name}Status`]: 'OFF' });
      const approved = await uses(world, card, entry, { [`${name}Status`]: 'ON' });
      trial.check('settings.switch-on', approved, `${entry} was declined although ${name}Status is ON again`);
    }),
    ofSwitch(
      `${name}/on-for-one`,
      `Approves one payment while ${name}Status is ON_FOR_ONE`,
      'settings.one',
      world,
      async (trial, card) => {
        const first = await uses(world, card, entry, { [`${name}Status`]: 'ON_FOR_ONE' });
        trial.check('settings.one', first, `the first ${entry} was declined although ${name}Status is ON_FOR_ONE`);
        trial.check(
          'settings.one',
          !(await isApproved(world, card, ENTRIES[entry])),
          `a second ${entry} was approved although ${name}Status was ON_FOR_ONE`,
        );
        const status = textIn(await readControls(world, card), `${name}Status`);
        trial.check('settings.one', status === 'OFF', `${name}Status is not OFF after its one payment`);
      },
    ),
    ofSwitch(
      `${name}/until`,
      `Approves until the time in ${name}OnUntil`,
      'settings.until',
      world,
      async (trial, card) => {
        await changeControls(world, card, { [`${name}Status`]: 'OFF' });
        const end = `${dateIn(30, world.now())}T23:59:00.000+04:00`;
        const approved = await uses(world, card, entry, { [`${name}OnUntil`]: end });
        trial.check('settings.until', approved, `${entry} was declined before the time in ${name}OnUntil`);
        const time = textIn(await readControls(world, card), `${name}OnUntil`) ?? '';
        // Responses have no cashOnUntil.
        if (name !== 'cash')
          trial.check(
            'settings.kept',
            Date.parse(time) === Date.parse(end),
            `${name}OnUntil does not have the value that was set`,
          );
      },
    ),
  ]);
}

type About = 'settings.switch' | 'settings.switch-on' | 'settings.one' | 'settings.until';

function ofSwitch(
  id: string,
  title: string,
  about: About,
  world: World,
  run: (trial: Trial, card: KnownCard) => Promise<void>,
): ConformanceCase {
  return makeCase({
    id: `enforcement/switch/${id}`,
    title,
    group: 'enforcement',
    operation: SETTINGS,
    about,
    run: async (trial) => run(trial, await world.freshCard()),
  });
}

async function uses(world: World, card: KnownCard, entry: CardEntry, controls: JsonObject): Promise<boolean> {
  await changeControls(world, card, controls);
  return await isApproved(world, card, ENTRIES[entry]);
}
