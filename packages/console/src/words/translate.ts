import type { WordKey } from './en.ts';
import type { Word } from './word.ts';

export const LANGUAGES = ['en', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** A language with the region whose dates, digits and months it is written with. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', ar: 'ar-AE' };

type Words = Readonly<Partial<Record<WordKey, Word>>>;

/** The words that words/load-language.ts has loaded. */
const wordsByLanguage = new Map<Language, Words>();

/** Adds the words of a screen to a language. */
export function registerWords(language: Language, words: Words): void {
  wordsByLanguage.set(language, { ...wordsByLanguage.get(language), ...words });
}

export type Values = Readonly<Record<string, string | number>>;

/**
 * Returns one text of the console. `{name}` stands for a value, and `{zone}` for the name of a time zone. If a text has
 * forms, the value `count` selects one.
 */
export function translate(language: Language, key: WordKey, values: Values = {}): string {
  const word = wordsByLanguage.get(language)?.[key] ?? key;
  const text = typeof word === 'string' ? word : formOf(language, word, values);
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name] ?? whole;
    return name === 'zone' ? zoneName(language, String(value)) : displayValue(language, value);
  });
}

function formOf(language: Language, forms: Exclude<Word, string>, { count = 0 }: Values): string {
  const form = new Intl.PluralRules(LOCALES[language]).select(Number(count));
  return forms[form] ?? forms.other;
}

/** Names a time zone: `Gulf Standard Time` instead of `Asia/Dubai`. */
function zoneName(language: Language, timeZone: string): string {
  // UTC has no long generic name without an offset.
  const timeZoneName = timeZone === 'UTC' ? 'long' : 'longGeneric';
  const format = new Intl.DateTimeFormat(LOCALES[language], { timeZone, timeZoneName });
  return format.formatToParts().find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

function displayValue(language: Language, value: string | number): string {
  return typeof value === 'number' ? new Intl.NumberFormat(LOCALES[language]).format(value) : value;
}
