import {
  type COUNTER_FIELDS,
  COUNTRIES_FIELD,
  type INTERVAL_END_FIELDS,
  type LimitField,
  type SettingsField,
  type Switch,
} from '@cardwright/contract';
import type { WordKey } from '../../words/en.ts';

/** The switches with their names and coverage, in a familiar order. */
export const SWITCH_WORDS: Readonly<Record<Switch, WordKey>> = {
  master: 'switch.master',
  cardPresent: 'switch.cardPresent',
  cardNotPresent: 'switch.cardNotPresent',
  ecom: 'switch.ecom',
  moto: 'switch.moto',
  recurring: 'switch.recurring',
  fallback: 'switch.fallback',
  purchase: 'switch.purchase',
  cash: 'switch.cash',
  function1: 'switch.function1',
  function2: 'switch.function2',
  function3: 'switch.function3',
};

/** The limits for one transaction. */
export const TRANSACTION_LIMITS = [
  { field: 'cardPresentTransactionLimit', word: 'limit.cardPresent' },
  { field: 'cardNotPresentTransactionLimit', word: 'limit.cardNotPresent' },
  { field: 'cashTransactionLimit', word: 'limit.cash' },
] as const satisfies readonly { field: LimitField; word: WordKey }[];

interface WindowLimit {
  readonly field: LimitField;
  readonly counter: (typeof COUNTER_FIELDS)[number];
  readonly end: (typeof INTERVAL_END_FIELDS)[number];
  readonly word: WordKey;
}

/** The limits for a time window, with the field that counts usage and the field for when it returns to zero. */
export const PERIOD_LIMITS: readonly WindowLimit[] = [
  { field: 'dailyLimit', counter: 'dailyCounter', end: 'dailyLimitIntervalEnd', word: 'limit.daily' },
  { field: 'monthlyLimit', counter: 'monthlyCounter', end: 'monthlyLimitIntervalEnd', word: 'limit.monthly' },
  { field: 'limit1', counter: 'counter1', end: 'counter1IntervalEnd', word: 'limit.first' },
  { field: 'limit2', counter: 'counter2', end: 'counter2IntervalEnd', word: 'limit.second' },
  { field: 'limit3', counter: 'counter3', end: 'counter3IntervalEnd', word: 'limit.third' },
];

const OTHER_WORDS: Readonly<Partial<Record<SettingsField, WordKey>>> = {
  cardPresentAllowAnyForeign: 'abroad.anywhere',
  cardPresentAllowSpecificForeign: 'abroad.listed',
  [COUNTRIES_FIELD]: 'abroad.countries',
  cardPresentAllowForeignStart: 'abroad.from',
  cardPresentAllowForeignEnd: 'abroad.until',
  cardPresentAllowBelow: 'program.allowBelow',
  cardPresentAllowBelowLimit: 'program.belowLimit',
  merchantGroupProfileId: 'program.merchantGroup',
};

const LIMIT_WORDS: Readonly<Record<string, WordKey>> = Object.fromEntries(
  [...TRANSACTION_LIMITS, ...PERIOD_LIMITS].map(({ field, word }) => [field, word]),
);

/** The name of a settings field. The time of a switch has the name of its switch. */
export function fieldWord(field: SettingsField): WordKey | undefined {
  const name = field.replace(/(Status|OnUntil)$/, '') as Switch;
  return SWITCH_WORDS[name] ?? LIMIT_WORDS[field] ?? OTHER_WORDS[field];
}
