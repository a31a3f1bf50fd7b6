import type { Configuration } from '../../configuration/configuration-schema.ts';
import { DEMO_CONFIGURATION } from '../../sandbox/index.ts';
import type { ModelWindow } from './model-calendar.ts';

/** Merchant categories from and to, both included. */
export type CategoryRange = readonly [first: string, last: string];

/** A bank as the model knows it. */
export interface ModelBank {
  readonly id: 'DEMO' | 'OTHR';
  readonly caller: string;
  readonly country: string;
  readonly zone: string;
  readonly currency: string;
  readonly currencyNumber: string;
  readonly bin: string;
  readonly product: string;
  /** How a merchant counts whose message names no country. */
  readonly unreadableCountry: 'foreign' | 'by_currency';
  /** Of limits 1 to 3. */
  readonly windows: readonly [ModelWindow, ModelWindow, ModelWindow];
}

export const DEMO: ModelBank = {
  id: 'DEMO',
  caller: 'demo-bank',
  country: 'AE',
  zone: 'Asia/Dubai',
  currency: 'AED',
  currencyNumber: '784',
  bin: '400000',
  product: 'DEBIT-CLASSIC',
  unreadableCountry: 'foreign',
  windows: ['WEEKLY', 'YEARLY', 'LIFETIME'],
};

export const OTHR: ModelBank = {
  id: 'OTHR',
  caller: 'other-bank',
  country: 'DE',
  zone: 'Europe/Berlin',
  currency: 'EUR',
  currencyNumber: '978',
  bin: '420000',
  product: 'OTHER-DEBIT',
  unreadableCountry: 'by_currency',
  windows: ['QUARTERLY', 'MONTHLY', 'DAILY'],
};

/** What function1 to function3 cover, in both banks. The second and the third share a category. */
export const FUNCTION_CATEGORIES: readonly (readonly CategoryRange[])[] = [
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

/** Merchant groups of both banks. */
export const MERCHANT_GROUPS: Readonly<
  Record<string, { effect: 'ALLOW' | 'REFUSE'; ranges: readonly CategoryRange[] }>
> = {
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

const written = ([first, last]: CategoryRange) => (first === last ? first : `${first}-${last}`);

/** DEMO says nothing, which means foreign. */
const cardControl = (bank: ModelBank) => ({
  ...(bank.unreadableCountry === 'by_currency' && { unreadable_country: bank.unreadableCountry }),
  limit_windows: [...bank.windows],
  functions: FUNCTION_CATEGORIES.map((ranges, at) => ({
    function: (['1', '2', '3'] as const)[at]!,
    merchant_categories: ranges.map(written),
  })),
  merchant_groups: Object.entries(MERCHANT_GROUPS).map(([id, { effect, ranges }]) => ({
    id,
    name: `Group ${id}`,
    effect,
    merchant_categories: ranges.map(written),
  })),
});

/** The two banks in the form of the server's configuration. */
export const MODEL_CONFIGURATION: Configuration = {
  banks: [
    { ...DEMO_CONFIGURATION.banks[0]!, ...cardControl(DEMO) },
    {
      bank_id: 'OTHR',
      bank_code: '002',
      name: 'Other Bank',
      country: 'DE',
      currency: 'EUR',
      time_zone: 'Europe/Berlin',
      cut_off: '18:00',
      products: [{ product_code: 'OTHER-DEBIT', name: 'Other Debit', card_type: 'DEBIT', bin: '420000' }],
      ...cardControl(OTHR),
    },
  ],
  oauth_clients: [],
};
