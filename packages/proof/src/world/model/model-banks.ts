import type { ModelWindow } from './model-calendar.ts';

/** The first and the last merchant category of a range, inclusive. */
export type CategoryRange = readonly [first: string, last: string];

interface ModelGroup {
  readonly effect: 'ALLOW' | 'REFUSE';
  readonly ranges: readonly CategoryRange[];
}

/** A bank in the model. */
export interface ModelBank {
  readonly id: 'DEMO' | 'OTHR' | 'NOON';
  readonly country: string;
  readonly zone: string;
  /** Local time HH:MM from which the business date is the next day. */
  readonly cutOff: string;
  readonly currency: string;
  readonly currencyNumber: string;
  /** Decimals of the currency. */
  readonly exponent: number;
  /** How a merchant counts if the message contains no country. */
  readonly unreadableCountry: 'foreign' | 'by_currency';
  /** The windows of limits 1 to 3. */
  readonly windows: readonly [ModelWindow, ModelWindow, ModelWindow];
  /** The merchant categories of function1 to function3. */
  readonly functions: readonly (readonly CategoryRange[] | undefined)[];
  readonly groups: Readonly<Record<string, ModelGroup>>;
}

/** The second and the third function share a category. */
const FUNCTIONS: ModelBank['functions'] = [
  [
    ['7800', '7802'],
    ['7995', '7995'],
  ],
  [['5813', '5813']],
  [
    ['4829', '4829'],
    ['5813', '5813'],
  ],
];

const GROUPS: ModelBank['groups'] = {
  STAPLES: {
    effect: 'ALLOW',
    ranges: [
      ['5411', '5411'],
      ['6010', '6011'],
    ],
  },
  VICES: {
    effect: 'REFUSE',
    ranges: [
      ['5813', '5813'],
      ['7800', '7995'],
    ],
  },
};

export const DEMO: ModelBank = {
  id: 'DEMO',
  country: 'AE',
  zone: 'Asia/Dubai',
  cutOff: '18:00',
  currency: 'AED',
  currencyNumber: '784',
  exponent: 2,
  unreadableCountry: 'foreign',
  windows: ['WEEKLY', 'YEARLY', 'LIFETIME'],
  functions: FUNCTIONS,
  groups: GROUPS,
};

export const OTHR: ModelBank = {
  id: 'OTHR',
  country: 'DE',
  zone: 'Europe/Berlin',
  cutOff: '18:00',
  currency: 'EUR',
  currencyNumber: '978',
  exponent: 2,
  unreadableCountry: 'by_currency',
  windows: ['QUARTERLY', 'MONTHLY', 'DAILY'],
  functions: FUNCTIONS,
  groups: GROUPS,
};

/**
 * A bank whose days begin at one o'clock when its clocks go forward. Its currency has three decimals, and most of card
 * control is not configured.
 */
export const NOON: ModelBank = {
  id: 'NOON',
  country: 'GB',
  zone: 'Asia/Beirut',
  cutOff: '00:00',
  currency: 'KWD',
  currencyNumber: '414',
  exponent: 3,
  unreadableCountry: 'by_currency',
  windows: ['LIFETIME', 'WEEKLY', 'YEARLY'],
  functions: [undefined, [['5813', '5813']], undefined],
  groups: {},
};

/** Formats minor units as a decimal amount. */
export function writtenAmount(minor: number, exponent: number): string {
  return (minor / 10 ** exponent).toFixed(exponent);
}
