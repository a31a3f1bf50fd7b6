import type { ExplainableDecision, LanguageCode } from './explainable-decision.ts';
import { isolate, leftToRight, plainName } from './plain-name.ts';

export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };

/** Formats figures and names for a language and the country of a bank. */
export interface Figures {
  amount(minor: bigint): string;
  /** Day and time of day in the bank's time zone, as two parts of a sentence. */
  time(iso: string): { readonly day: string; readonly clock: string };
  /** YYYY-MM-DD. */
  day(date: string): string;
  /** YYMM. */
  month(expiry: string): string;
  /** For an ISO 3166 alpha-2 code; any other text is returned unchanged. */
  country(code: string): string;
  /** For an ISO 4217 code, numeric or alphabetic. */
  currency(code: string): string;
  /** For 1 (Monday) to 7. */
  weekday(day: number): string;
  name(text: string): string;
  number(count: number | string): string;
  /** Returns the plural form for the count. `#` in a form is the count itself. */
  plural(count: number, forms: PluralForms): string;
  and(items: readonly string[]): string;
  or(items: readonly string[]): string;
  /** Name of the bank's time zone. */
  readonly zone: string;
}

/** Dates in any other form are shown as they were sent. */
const DAY = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;
const MONTH = /^\d\d(0[1-9]|1[0-2])$/;

type FigureSource = Pick<ExplainableDecision, 'currency' | 'bank' | 'currency_codes' | 'decided_at'>;

export function figuresOf(
  language: LanguageCode,
  { currency, bank, currency_codes, decided_at }: FigureSource,
): Figures {
  const locale = localeOf(language, bank.country);
  const within = language === 'ar' ? 'rtl' : 'ltr';
  const digits = digitsOf(locale);
  const plurals = new Intl.PluralRules(locale);
  const dated = (zone: string) => {
    const options = { timeZone: zone, day: 'numeric', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const;
    const month = language === 'ar' ? 'long' : 'short';
    return new Intl.DateTimeFormat(`${locale}-u-ca-gregory-nu-latn`, { ...options, month, hourCycle: 'h23' });
  };
  const inZone = dated(bank.time_zone);
  const utc = dated('UTC');
  // 1 January 2024 was a Monday.
  const weekdays = new Intl.DateTimeFormat(locale, { timeZone: 'UTC', weekday: 'long' });
  const dayOf = (parts: Record<string, string>) => digits(`${parts.day} ${parts.month} ${parts.year}`);
  const joined = (type: 'conjunction' | 'disjunction') => new Intl.ListFormat(locale, { type, style: 'long' });
  return {
    amount(minor) {
      const figure = withSeparators(minor, currency?.digits ?? 0, digits);
      const isolated = minor < 0n ? leftToRight(figure, within) : figure;
      return currency === null ? isolated : `${isolated} ${currencyName(language, locale, currency.code)}`;
    },
    time(iso) {
      const parts = partsOf(inZone, new Date(iso));
      return { day: dayOf(parts), clock: digits(`${parts.hour}:${parts.minute}`) };
    },
    day: (date) =>
      DAY.test(date) ? dayOf(partsOf(utc, new Date(`${date}T00:00:00Z`))) : isolate(plainName(date), within),
    month(expiry) {
      if (!MONTH.test(expiry)) return isolate(plainName(expiry), within);
      const { month, year } = partsOf(utc, new Date(`20${expiry.slice(0, 2)}-${expiry.slice(2)}-01T00:00:00Z`));
      return digits(`${month} ${year}`);
    },
    country: (code) => nameOf(locale, 'region', code) ?? isolate(plainName(code), within),
    currency: (code) =>
      nameOf(locale, 'currency', currency_codes[code] ?? code) ?? leftToRight(plainName(code), within),
    weekday: (day) => weekdays.format(new Date(Date.UTC(2024, 0, day))),
    name: (text) => isolate(plainName(text), within),
    number: (count) => digits(String(count)),
    plural: (count, forms) => (forms[plurals.select(count)] ?? forms.other).replaceAll('#', digits(String(count))),
    and: (items) => joined('conjunction').format(items),
    or: (items) => joined('disjunction').format(items),
    zone: zoneName(locale, bank.time_zone, decided_at),
  };
}

/** Returns the locale. Arabic text has the digits, separators and month names of the bank's country. */
function localeOf(language: LanguageCode, country: string): string {
  if (language === 'en') return 'en-GB';
  return /^[A-Z]{2}$/.test(country) ? `ar-${country}` : 'ar';
}

/** Converts the digits 0 to 9 into those of a locale. */
function digitsOf(locale: string): (text: string) => string {
  const format = new Intl.NumberFormat(locale, { useGrouping: false });
  const own = Array.from({ length: 10 }, (_, digit) => format.format(digit));
  return (text) => text.replace(/\d/g, (digit) => own[Number(digit)] ?? digit);
}

function withSeparators(minor: bigint, decimals: number, digits: (text: string) => string): string {
  const sign = minor < 0n ? '-' : '';
  const text = (minor < 0n ? -minor : minor).toString().padStart(decimals + 1, '0');
  const whole = decimals === 0 ? text : text.slice(0, -decimals);
  const [point, comma] = digits('0') === '٠' ? ['٫', '٬'] : ['.', ','];
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, comma);
  return digits(decimals === 0 ? `${sign}${grouped}` : `${sign}${grouped}${point}${text.slice(-decimals)}`);
}

/** Returns the name of a currency. English uses its code, as bank statements do. Arabic uses its name. */
function currencyName(language: LanguageCode, locale: string, code: string): string {
  return language === 'en' ? code : (nameOf(locale, 'currency', code) ?? code);
}

function nameOf(locale: string, type: 'region' | 'currency', code: string): string | undefined {
  const isCode = type === 'region' ? /^[A-Z]{2}$/ : /^[A-Z]{3}$/;
  return isCode.test(code) ? new Intl.DisplayNames(locale, { type }).of(code) : undefined;
}

function zoneName(locale: string, timeZone: string, at: string): string {
  const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'long' });
  return partsOf(format, new Date(at)).timeZoneName ?? timeZone;
}

function partsOf(format: Intl.DateTimeFormat, at: Date): Record<string, string> {
  return Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]));
}
