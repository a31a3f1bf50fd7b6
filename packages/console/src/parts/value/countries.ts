const LETTERS = Array.from({ length: 26 }, (_, at) => String.fromCharCode(65 + at));

export interface Country {
  readonly code: string;
  readonly name: string;
}

/**
 * Lists all countries that the browser can name, sorted by name. The browser returns no name for other letter pairs.
 */
export function countriesIn(locale: string): readonly Country[] {
  const names = new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' });
  return LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
    .filter((code) => !NO_COUNTRIES.has(code))
    .flatMap((code) => {
      const name = names.of(code);
      return name === undefined ? [] : [{ code, name }];
    })
    .sort((one, other) => one.name.localeCompare(other.name, locale));
}

/** Codes with names that are not ISO 3166 countries: unions, outlying islands, withdrawn codes, and test regions. */
const NO_COUNTRIES: ReadonlySet<string> = new Set([
  ...['AC', 'AN', 'BU', 'CP', 'CQ', 'CS', 'DD', 'DG', 'DY', 'EA', 'EU', 'EZ', 'FX', 'HV', 'IC', 'NH', 'NT', 'QO', 'QU'],
  ...['RH', 'SU', 'TA', 'TP', 'UK', 'UN', 'VD', 'XA', 'XB', 'XK', 'YD', 'YU', 'ZR', 'ZZ'],
]);

export function countryName(code: string, locale: string): string {
  if (!/^[A-Z]{2}$/.test(code)) return code;
  return new Intl.DisplayNames(locale, { type: 'region' }).of(code) ?? code;
}

/** Splits a list of the interface: comma-separated, spaces ignored. */
export function splitCountries(text: string): readonly string[] {
  return text.split(',').flatMap((code) => code.trim() || []);
}
