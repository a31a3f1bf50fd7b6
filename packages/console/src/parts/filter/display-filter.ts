import type { WordKey } from '../../words/en.ts';
import { isTime } from '../value/day-range.ts';
import type { FilterField } from './filter-field.ts';

interface DisplayWords {
  readonly locale: string;
  readonly zone: string;
  readonly t: (key: WordKey) => string;
}

/** Formats the value of a filter for people: the word of a choice, or a day in the order of the language. */
export function displayFilter(field: FilterField, value: string, { locale, zone, t }: DisplayWords): string {
  const choice = field.choices?.find(([each]) => each === value);
  if (choice !== undefined) return t(choice[1]);
  const dateOf = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...options }).format(new Date(value));
  if (isTime(value)) return dateOf({ timeStyle: 'short', timeZone: zone });
  return field.type === 'date' && !Number.isNaN(Date.parse(value)) ? dateOf({ timeZone: 'UTC' }) : value;
}
