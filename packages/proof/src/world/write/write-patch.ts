import { FLAG_FIELDS, LIMIT_FIELDS, SWITCHES, type Switch } from '@cardwright/contract';
import type { Random } from '@cardwright/server/internal/testing/random';
import type { ModelAccount } from '../model/model-account.ts';
import { localTime, offsetTime } from '../model/model-calendar.ts';
import { type Patch, switchState } from '../model/model-settings.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const OFFSETS = ['+04:00', '+00:00', '+01:00', '-05:00', '+05:30'];
const AMOUNTS = ['10', '25.5', '50.00', '99.99', '100', '150.00', '220', '400.00', '000300', '0', '0.01', '7.1250'];
export const COUNTRY_LISTS = ['AE', 'DE, FR', 'FRA,USA', '840', 'GB , 276,ARE', 'US', 'GBR'];

type Draft = Record<string, string>;

interface Scene {
  readonly dice: Random;
  readonly model: ModelAccount;
  readonly atMs: number;
  readonly theme: Theme;
}

/** The subjects of an account's changes. */
export const THEMES = [
  'all',
  'switch',
  'limits',
  'abroad',
  'group',
  'restrictions',
  'cards',
  'tokens',
  'questions',
] as const;
export type Theme = (typeof THEMES)[number];

/** The fields of an update: mostly a few that belong together, sometimes an invalid one. */
export function writePatch(dice: Random, model: ModelAccount, atMs: number, theme: Theme = 'all'): Patch {
  const scene = { dice, model, atMs, theme };
  const patch: Draft = {};
  const count = dice.from(1, 3);
  const writers = OF_THEME[theme] ?? WRITERS;
  for (let at = 0; at < count; at++) dice.pick(writers)(patch, scene);
  if (dice.oneIn(12)) Object.assign(patch, dice.pick(BAD_FIELDS));
  return patch;
}

/** Each breaks a rule, so that its update must not take effect at all. */
const BAD_FIELDS: readonly Patch[] = [
  { limit2: '1.00001' },
  { dailyLimit: '12.3456', limit1: '0.00001' },
  { cardPresentAllowSpecificForeignCountries: 'DE,XX' },
  { cardPresentAllowSpecificForeignCountries: 'DE,,FR' },
  { cardPresentAllowSpecificForeignCountries: '40' },
  { masterOnUntil: '2026-12-31T23:59:00.000+04:00' },
  { ecomStatus: 'ON', ecomOnUntil: '2026-12-31T23:59:00.000+04:00' },
  { cardPresentAllowForeignStart: '1999-12-31T12:00:00.000+00:00' },
  { cardPresentAllowForeignStart: '2000-01-01T00:00:00.000+00:00' },
  { cardPresentAllowForeignEnd: '9999-12-31T23:59:59.999-05:00' },
  {
    cardPresentAllowForeignStart: '2027-06-01T00:00:00.000+00:00',
    cardPresentAllowForeignEnd: '1999-12-31T12:00:00.000+00:00',
  },
  { masterOnUntil: '9999-12-31T12:00:00.000+00:00' },
  { merchantGroupProfileId: 'NOBODY' },
  { merchantGroupProfileName: 'Group NOBODY' },
];

type Writer = (patch: Draft, scene: Scene) => void;

const writeLimit: Writer = (patch, { dice }) => {
  patch[dice.pick(LIMIT_FIELDS)] = dice.oneIn(8) ? '' : dice.pick(AMOUNTS);
};

const writeSwitch: Writer = (patch, scene) => {
  const { dice, model, atMs, theme } = scene;
  // Switches that cover few messages are more frequent than the broad ones, which would hide them.
  const name = theme === 'switch' ? dice.pick(FEW) : dice.pick(dice.oneIn(3) ? SWITCHES : NARROW);
  const [status, time] = [`${name}Status`, `${name}OnUntil`];
  const current = switchState(model.settings.switches[name], atMs);
  const rolled = theme === 'switch' && dice.oneIn(2) ? dice.from(9, 23) : dice.below(24);
  if (rolled < 5) patch[status] = 'OFF';
  else if (rolled < 9) patch[status] = 'ON_FOR_ONE';
  else if (rolled < 11) patch[status] = dice.pick(name === 'cash' ? ['ON', '999', ''] : ['ON']);
  else if (rolled < 13) patch[status] = 'ON_UNTIL';
  else if (rolled < 16) patch[time] = soon(scene);
  else if (rolled < 19) {
    patch[status] = dice.pick(['ON_UNTIL', 'ON_UNTIL', 'OFF', 'ON', 'ON_FOR_ONE', name === 'cash' ? '7' : 'ON']);
    patch[time] = soon(scene);
  } else if (rolled < 20) patch[time] = '';
  else if (rolled < 21) {
    patch[status] = dice.pick(['ON', 'ON_UNTIL']);
    patch[time] = '';
  } else {
    // Writes back the values of an answer, unchanged or with another status.
    if (current.untilMs !== undefined) patch[time] = offsetTime(current.untilMs, dice.pick(OFFSETS));
    if (rolled < 22 && current.status !== undefined) patch[status] = current.status;
    else if (rolled < 23) patch[status] = dice.pick(['ON', 'OFF', 'ON_FOR_ONE', 'ON_UNTIL']);
  }
};

/** Only two switches, so that each changes again before its time is over. */
const FEW: readonly Switch[] = ['cash', 'ecom'];

const NARROW: readonly Switch[] = [
  'ecom',
  'moto',
  'recurring',
  'fallback',
  'cash',
  'function1',
  'function2',
  'function3',
  'cardPresent',
];

/** Allows small amounts while cards are off. */
const writeBelow: Writer = (patch, { dice }) => {
  patch.cardPresentStatus = 'OFF';
  if (dice.below(4) > 0) patch.cardPresentAllowBelow = dice.pick(['true', 'true', 'true', 'false']);
  patch.cardPresentAllowBelowLimit = dice.pick(['30', '60.00', '90.5']);
};

/** Two switches that one message uses up together. */
const writeTwoForOne: Writer = (patch, { dice }) => {
  patch.masterStatus = 'ON_FOR_ONE';
  patch[dice.pick(['purchaseStatus', 'cardPresentStatus', 'cardNotPresentStatus'])] = 'ON_FOR_ONE';
};

const writeAbroad: Writer = (patch, { dice }) => {
  if (dice.oneIn(2)) patch[dice.pick(FLAG_FIELDS)] = dice.pick(['false', 'false', 'true', '']);
  else patch.cardPresentAllowSpecificForeignCountries = dice.oneIn(6) ? '' : dice.pick(COUNTRY_LISTS);
  if (dice.oneIn(3)) patch.cardPresentAllowSpecificForeign = dice.pick(['false', 'true']);
};

const writeForeignWindow: Writer = (patch, scene) => {
  const { dice, model, atMs } = scene;
  const { foreignStartMs, foreignEndMs } = model.settings;
  const start = 'cardPresentAllowForeignStart';
  const end = 'cardPresentAllowForeignEnd';
  const rolled = dice.below(10);
  if (rolled < 5) {
    patch[start] = offsetTime(atMs - dice.pick([0, dice.below(2 * MINUTE_MS)]), dice.pick(OFFSETS));
    patch[end] = soon(scene);
  } else if (rolled < 6) patch[start] = soon(scene);
  else if (rolled < 7) patch[end] = soon(scene);
  else if (rolled < 8) patch[dice.pick([start, end])] = '';
  // One period ends at the start of the other, or a millisecond before it.
  else if (foreignStartMs !== undefined) patch[end] = offsetTime(foreignStartMs + dice.below(2), '+00:00');
  else if (foreignEndMs !== undefined) patch[start] = offsetTime(foreignEndMs - dice.below(2), '+00:00');
};

const writeGroup: Writer = (patch, { dice, model }) => {
  const id = dice.pick(['STAPLES', 'VICES', '']);
  const { group, groupName = 'Group GONE' } = model.settings;
  const stored = dice.oneIn(2) ? groupName : `Group ${group}`;
  if (dice.below(4) > 0) patch.merchantGroupProfileId = dice.oneIn(4) ? 'GONE' : id;
  if (dice.oneIn(2)) patch.merchantGroupProfileName = dice.pick([`Group ${id}`, '', stored, stored]);
};

const WRITERS: readonly Writer[] = [
  ...Array.from({ length: 7 }, () => writeSwitch),
  ...Array.from({ length: 6 }, () => writeLimit),
  writeBelow,
  writeTwoForOne,
  writeAbroad,
  writeAbroad,
  writeForeignWindow,
  writeForeignWindow,
  writeGroup,
  writeGroup,
];

const OF_THEME: Readonly<Partial<Record<Theme, readonly Writer[]>>> = {
  switch: [writeSwitch],
  limits: [writeLimit, writeLimit, writeBelow],
  abroad: [writeAbroad, writeForeignWindow, writeForeignWindow, writeForeignWindow],
  group: [writeGroup],
};

/** An instant that the clock is likely to reach. */
function soon({ dice, model, atMs }: Scene): string {
  const { endMs } = dice.pick(model.openWindows(atMs));
  const ms = dice.pick([1, 1, 2, 3, dice.below(MINUTE_MS), dice.below(DAY_MS), (endMs ?? atMs + 1) - atMs, 0]);
  const at = Math.max(atMs + ms, atMs);
  return dice.oneIn(4) ? localTime(at, model.bank.zone) : offsetTime(at, dice.pick(OFFSETS));
}
