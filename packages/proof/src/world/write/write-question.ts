import { RESTRICTION_TYPES } from '@cardwright/contract';
import type { Random } from '@cardwright/server/internal/testing/random';
import type { ModelAccount } from '../model/model-account.ts';
import { hasRightCheckDigit } from '../model/model-kernel.ts';
import type { RareQuestion, StoredCounter } from '../question.ts';
import { COUNTRY_LISTS, writePatch } from './write-patch.ts';

const DAY_MS = 86_400_000;

export function writeQuestion(dice: Random, model: ModelAccount, atMs: number): RareQuestion {
  return dice.pick(WRITERS)(dice, model, atMs);
}

type Writer = (dice: Random, model: ModelAccount, atMs: number) => RareQuestion;

const writeUpdate: Writer = (dice, model, atMs) => {
  const patch: Record<string, string | null> = { ...writePatch(dice, model, atMs), ...dice.pick(SENT_BADLY) };
  for (const field of Object.keys(patch)) if (dice.oneIn(5)) patch[field] = null;
  return { about: 'update', patch, isKnown: dice.oneIn(2) };
};

/** Parts of an update that the rest is checked against when some fields, or the account, are unknown. */
const SENT_BADLY: readonly Readonly<Record<string, string | null>>[] = [
  {},
  {},
  { merchantGroupProfileName: 'Group VICES' },
  { merchantGroupProfileId: null, merchantGroupProfileName: 'Group VICES' },
  { merchantGroupProfileId: 'NOBODY', merchantGroupProfileName: 'Group NOBODY' },
  { merchantGroupProfileId: 'STAPLES', merchantGroupProfileName: 'Group VICES' },
  { merchantGroupProfileId: '', merchantGroupProfileName: 'Group STAPLES' },
  { masterStatus: 'ON_UNTIL' },
  { ecomStatus: 'ON_UNTIL', ecomOnUntil: '' },
  { ecomStatus: null, ecomOnUntil: '' },
  { ecomStatus: 'ON_UNTIL', ecomOnUntil: null },
  { limit1: '0.00001' },
];

const writeOrder: Writer = (dice) => {
  const type = dice.pick([...RESTRICTION_TYPES, ...LISTS, ...LISTS, 'TAXI', 7, undefined]);
  const order = {
    restriction_type: type,
    isAllowed: dice.pick([undefined, true, false]),
    allowed_values: dice.pick([undefined, undefined, '', ' ', 'DE,XX', 7, null, ...COUNTRY_LISTS]),
    end_date: dice.pick([undefined, '1999-12-31', '2999-12-31', 7, null]),
  };
  const body = dice.pick([{ restriction: order }, { restriction: order }, { restriction: order }, ...NO_ORDERS]);
  return { about: 'order', body };
};

const LISTS = Array.from({ length: 4 }, () => 'INTERNATIONAL_SPECIFIC_COUNTRIES' as const);
const NO_ORDERS: readonly unknown[] = [undefined, null, 'ATM', {}, { restriction: null }, { restriction: 'ATM' }];

const writeOldPatch: Writer = (dice) => ({
  about: 'old patch',
  stored: dice.pick([{}, { ecomStatus: 'ON_UNTIL', ecomOnUntil: '2027-01-01T00:00:00.000Z' }]),
  patch: dice.pick<Record<string, string>>([
    { ecomStatus: 'ON_UNTIL' },
    { ecomStatus: 'OFF' },
    { ecomOnUntil: '' },
    { masterStatus: 'OFF', ecomOnUntil: '2028-01-01T00:00:00.000Z' },
  ]),
});

const writeAmount: Writer = (dice) => {
  const exponent = dice.pick([0, 2, 2, 3, 4]);
  if (dice.oneIn(4)) return { about: 'amount', text: dice.pick(BOUNDS), exponent: 4 };
  if (dice.oneIn(2)) return { about: 'written amount', minor: dice.pick(MINORS), exponent };
  return { about: 'amount', text: dice.pick(AMOUNT_TEXTS), exponent };
};

const MINORS = ['0', '1', '-1', '10', '99', '-100', '12345', '-123456', '9223372036854775807'];
const AMOUNT_TEXTS = [
  ...['0', '1', '1.5', '1.50', '1.500', '1.2345', '1.2300', '007', '', '-1', '1.', '.5', '1,5', ' 1', '1e3'],
  ...['999999999999999', '1000000000000000'],
];
/** The largest stored value, one more, and much more. */
const BOUNDS = ['922337203685477.5807', '922337203685477.5808', '999999999999999.9999'];

const writePlastic: Writer = (dice) => ({
  about: 'plastic',
  sequence: dice.pick(['001', '008', '009', '099', '500', '997', '998', '999']),
  date: `${dice.pick(['2026', '2027', '2098', '2099', '2005'])}-${dice.pick(['01', '02', '06', '11', '12'])}-15`,
  months: dice.pick([0, 1, 2, 11, 12, 13, 36, 60]),
});

const writeExid: Writer = (dice) => {
  const body = Array.from({ length: 17 }, () => dice.below(10)).join('');
  const all = Array.from({ length: 10 }, (_, last) => `${body}${last}`);
  const right = dice.oneIn(2) ? all.find((digits) => hasRightCheckDigit(`9${digits}`)) : undefined;
  // There are more digits than needed, as there always are.
  return { about: 'EXID', digits: `${right ?? dice.pick(all)}123` };
};

const writeTrace: Writer = (dice) => ({
  about: 'trace',
  steps: [['FORMAT', 0], dice.pick([['VELOCITY', 3, 'card'], ['CARD_STATUS', 'ACTIVE', 'surplus'], ['VELOCITY']])],
});

const writeCounters: Writer = (dice) => ({
  about: 'counters',
  counters: Array.from(
    { length: dice.oneIn(4) ? dice.pick([0, 4, 6]) : 5 },
    (): StoredCounter => ({
      minor: dice.pick([0, 100, 5_000]),
      ends: dice.pick(['never', 'with its window', 'with its window', -1, 0, 1, DAY_MS, 400 * DAY_MS] as const),
    }),
  ),
  backMinor: dice.pick([0, 1, 100, 101, 6_000]),
});

const STATUSES = ['ACTIVE', 'BLOCKED', 'LOST', 'STOLEN', 'CLOSED', 'REPLACED'] as const;

const WRITERS: readonly Writer[] = [
  ...Array.from({ length: 8 }, () => writeUpdate),
  ...Array.from({ length: 5 }, () => writeOrder),
  ...Array.from({ length: 4 }, () => writeAmount),
  ...[writeExid, writeExid, writePlastic, writePlastic, writeCounters, writeCounters],
  writeOldPatch,
  writeTrace,
  (dice) => ({ about: 'currency', code: dice.pick(['AED', '784', 'KWD', '414', 'XYZ', '']) }),
  (dice) => ({ about: 'statuses', from: dice.pick(STATUSES), to: dice.pick(STATUSES) }),
  (dice) => ({ about: 'facts', hasCard: dice.oneIn(2), hasAccount: dice.oneIn(2) }),
  (dice) => ({ about: 'missing', value: dice.pick([0, '', null, undefined] as const) }),
];
