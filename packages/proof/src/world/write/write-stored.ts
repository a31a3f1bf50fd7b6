import { SWITCHES } from '@cardwright/contract';
import type { Random } from '@cardwright/server/internal/testing/random';
import type { Patch } from '../model/model-settings.ts';

const DAY_MS = 86_400_000;

/**
 * Earlier settings of an account: switches in forms that older versions stored, and a merchant group that its bank no
 * longer has.
 */
export function writeStoredSettings(dice: Random, atMs: number, hasGroup: boolean): Patch {
  const stored: Record<string, string> = { ...(hasGroup || dice.oneIn(2) ? dice.pick(GROUPS) : {}) };
  const names = Array.from({ length: dice.below(4) }, () => dice.pick(['cash', ...SWITCHES] as const));
  for (const name of names) {
    const [status, isTimed] = dice.pick(name === 'cash' ? [...FORMS, ['7', true], ['7', false]] : FORMS);
    const time = new Date(atMs + dice.pick([-1_000, 1, 60_000, DAY_MS])).toISOString();
    delete stored[`${name}Status`];
    delete stored[`${name}OnUntil`];
    if (status !== undefined) stored[`${name}Status`] = status;
    if (isTimed) stored[`${name}OnUntil`] = time;
  }
  return stored;
}

const FORMS: (readonly [status: string | undefined, isTimed: boolean])[] = [
  [undefined, true],
  ['ON', true],
  ['OFF', true],
  ['ON_FOR_ONE', true],
  ['ON_UNTIL', true],
  ['ON_UNTIL', false],
];

const GROUPS: readonly Patch[] = [
  { merchantGroupProfileId: 'GONE', merchantGroupProfileName: 'Group GONE' },
  { merchantGroupProfileId: 'GONE' },
  { merchantGroupProfileName: 'Group GONE' },
  { merchantGroupProfileId: 'VICES', merchantGroupProfileName: 'Group VICES' },
  { merchantGroupProfileId: 'VICES' },
];
