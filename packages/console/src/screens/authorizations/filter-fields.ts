import { AUTHORIZATION_STATES, CARD_ENTRIES, LATE_ANSWER_FILTERS } from '@cardwright/contract';
import { displayFilter } from '../../parts/filter/display-filter.ts';
import type { FilterField } from '../../parts/filter/filter-field.ts';
import { describeRule } from '../../parts/rule/describe-rule.ts';
import { categoryName } from '../../parts/value/category-names.ts';
import { CHANNEL_WORDS } from '../../parts/value/channel-words.ts';
import { countryName } from '../../parts/value/countries.ts';
import { STATUSES } from '../../parts/value/statuses.ts';
import type { WordKey } from '../../words/en.ts';
import type { Language } from '../../words/translate.ts';
import type { Filters } from './filters.ts';
import { LATE_ANSWER_WORDS } from './late-answer-words.ts';

type FilterName = keyof Filters;

/** Every filter of the list, in the order of the menu. */
export const FILTER_FIELDS: Readonly<Record<FilterName, FilterField>> = {
  state: {
    word: 'decision.state',
    choices: AUTHORIZATION_STATES.map((state) => [state, STATUSES[state]?.word ?? 'decision.state']),
  },
  rule: { word: 'filter.rule', maxLength: 24 },
  merchant: { word: 'filter.merchant', maxLength: 15 },
  mcc: { word: 'filter.mcc', inputMode: 'numeric', maxLength: 4 },
  country: { word: 'filter.country', maxLength: 2 },
  channel: { word: 'filter.channel', choices: CARD_ENTRIES.map((channel) => [channel, CHANNEL_WORDS[channel]]) },
  from: { word: 'filter.from', type: 'date' },
  to: { word: 'filter.to', type: 'date' },
  min_amount: { word: 'filter.atLeast', inputMode: 'decimal', maxLength: 20 },
  max_amount: { word: 'filter.atMost', inputMode: 'decimal', maxLength: 20 },
  account_number: { word: 'filter.account', maxLength: 64 },
  card: { word: 'filter.card', inputMode: 'numeric', maxLength: 20 },
  bin: { word: 'filter.bin', inputMode: 'numeric', maxLength: 8 },
  action_code: { word: 'filter.actionCode', maxLength: 2 },
  acquirer: { word: 'filter.acquirer', inputMode: 'numeric', maxLength: 6 },
  late_partner_answer: {
    word: 'filter.lateAnswer',
    choices: LATE_ANSWER_FILTERS.map((answer) => [answer, LATE_ANSWER_WORDS[answer]]),
  },
};

interface DisplayWords {
  readonly language: Language;
  readonly locale: string;
  readonly zone: string;
  readonly t: (key: WordKey) => string;
}

/** Formats the value of a filter for people, a code with its name. */
export function displayDecisionFilter(name: FilterName, value: string, words: DisplayWords): string {
  if (name === 'rule') return describeRule(value, words.language);
  if (name === 'country') return countryName(value, words.locale);
  if (name === 'mcc') return [value, categoryName(value, words.language)].filter(Boolean).join(' ');
  return displayFilter(FILTER_FIELDS[name], value, words);
}
