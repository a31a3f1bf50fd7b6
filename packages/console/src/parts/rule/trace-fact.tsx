import type { WordKey } from '../../words/en.ts';
import { useWords } from '../../words/language.ts';
import { CalendarDay } from '../value/calendar-day.tsx';
import { Category } from '../value/category.tsx';
import { CHANNEL_WORDS } from '../value/channel-words.ts';
import { countryName } from '../value/countries.ts';
import { formatAmount } from '../value/money.tsx';
import { SWITCH_WORDS } from '../value/setting-fields.ts';
import { STATUSES } from '../value/statuses.ts';
import { RESTRICTION_WORDS } from './restriction-words.ts';
import { isTracedAmount, traceValue } from './trace-value.ts';

interface FactParts {
  readonly label: string;
  readonly value: string | number | boolean;
  readonly digits: number;
}

/** Shows a value that a rule used, in words if it is a code that has words. */
export function TraceFact({ label, value, digits }: FactParts) {
  const { t, locale } = useWords();
  if (typeof value === 'boolean') return <>{t(value ? 'yes' : 'no')}</>;
  const text = String(value);
  if (label === 'merchant_category') return <Category code={text} />;
  if (label === 'local_date') return <CalendarDay of={text} />;
  if (label === 'country') return <bdi>{countryName(text, locale)}</bdi>;
  const words = wordsOf(label, text, t);
  if (words !== undefined) return <bdi>{words}</bdi>;
  const displayed = traceValue(label, value, digits);
  return <bdi dir="ltr">{isTracedAmount(label, displayed) ? formatAmount(displayed, locale) : displayed}</bdi>;
}

type Translate = (key: WordKey) => string;
type Words = Readonly<Record<string, WordKey>>;

const STATES: Words = {
  ...{ ON: 'switch.on', OFF: 'switch.off', ON_FOR_ONE: 'switch.onForOne' },
  ...{ '+': 'status.allowed', '-': 'status.forbidden' },
};

const NUMBER_FORMS: Words = { full: 'decision.fullNumber', masked: 'decision.maskedNumber' };

function wordsOf(label: string, text: string, t: Translate): string | undefined {
  if (label === 'entry') return wordIn(CHANNEL_WORDS, text, t);
  if (label === 'status' || label === 'state') return STATUSES[text] && t(STATUSES[text].word);
  if (label === 'number_form') return wordIn(NUMBER_FORMS, text, t);
  if (label === 'states') return statesIn(text, /^(\w+):(ON|OFF|ON_FOR_ONE)$/, SWITCH_WORDS, t);
  return label === 'in_force' ? statesIn(text, /^(\w+)([+-])$/, RESTRICTION_WORDS, t) : undefined;
}

/** Names with their states, or undefined if one of them is unknown. */
function statesIn(text: string, form: RegExp, words: Words, t: Translate): string | undefined {
  const states = text.split(' ').map((pair) => {
    const [, name = '', state = ''] = form.exec(pair) ?? [];
    const displayName = wordIn(words, name, t);
    return displayName && `${displayName}: ${wordIn(STATES, state, t)}`;
  });
  return states.includes(undefined) ? undefined : states.join(' · ');
}

function wordIn(words: Words, name: string, t: Translate): string | undefined {
  return words[name] && t(words[name]);
}
