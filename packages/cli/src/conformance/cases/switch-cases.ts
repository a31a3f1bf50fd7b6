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
 * Checks that switches control card usage: OFF declines, ON approves, ON_FOR_ONE approves one payment, ON_UNTIL approves
 * until its time.
 */
export function switchCases(world: World): ConformanceCase[] {
  return COVERED.flatMap(([name, entry, other]) => [
    ofSwitch(`${name}/off`, `${name}Status OFF refuses`, 'settings.switch', world, async (trial, card) => {
      const refused = await uses(world, card, entry, { [`${name}Status`]: 'OFF' });
      trial.check('settings.switch', !refused, `with ${name}Status OFF, ${entry} was approved`);
      if (other !== undefined) {
        trial.check(
          'settings.switch-on',
          await isApproved(world, card, ENTRIES[other]),
          `${name}Status OFF refused ${other} too`,
        );
      }
    }),
    ofSwitch(`${name}/on`, `${name}Status ON does not refuse`, 'settings.switch-on', world, async (trial, card) => {
      await changeControls(world, card, { [`${name}Status`]: 'OFF' });
      const approved = await uses(world, card, entry, { [`${name}Status`]: 'ON' });
      trial.check('settings.switch-on', approved, `with ${name}Status ON again, ${entry} was refused`);
    }),
    ofSwitch(
      `${name}/on-for-one`,
      `${name}Status ON_FOR_ONE allows one`,
      'settings.one',
      world,
      async (trial, card) => {
        const first = await uses(world, card, entry, { [`${name}Status`]: 'ON_FOR_ONE' });
        trial.check('settings.one', first, `with ${name}Status ON_FOR_ONE, the first ${entry} was refused`);
        trial.check(
          'settings.one',
          !(await isApproved(world, card, ENTRIES[entry])),
          `${name}Status ON_FOR_ONE approved a second ${entry}`,
        );
        const shown = textIn(await readControls(world, card), `${name}Status`);
        trial.check('settings.one', shown === 'OFF', `a spent ${name}Status is not shown as OFF`);
      },
    ),
    ofSwitch(`${name}/until`, `${name}OnUntil switches on until then`, 'settings.until', world, async (trial, card) => {
      await changeControls(world, card, { [`${name}Status`]: 'OFF' });
      const end = `${dateIn(30, world.now())}T23:59:00.000+04:00`;
      const approved = await uses(world, card, entry, { [`${name}OnUntil`]: end });
      trial.check('settings.until', approved, `with a time ahead in ${name}OnUntil, ${entry} was refused`);
      const shown = textIn(await readControls(world, card), `${name}OnUntil`) ?? '';
      // Responses have no cashOnUntil.
      if (name !== 'cash')
        trial.check(
          'settings.kept',
          Date.parse(shown) === Date.parse(end),
          `${name}OnUntil is not shown as it was set`,
        );
    }),
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
