import countries from 'i18n-iso-countries';

/** ISO 3166 alpha-2 of an alpha-2, alpha-3 or three-digit numeric code; undefined for anything else. */
export function countryOf(code: string): string | undefined {
  if (/^[A-Z]{2}$/.test(code)) return ALPHA_2.has(code) ? code : undefined;
  if (/^[A-Z]{3}$/.test(code)) return countries.alpha3ToAlpha2(code);
  return /^\d{3}$/.test(code) ? countries.numericToAlpha2(code) : undefined;
}

const ALPHA_2: ReadonlySet<string> = new Set(Object.keys(countries.getAlpha2Codes()));

/**
 * Returns the alpha-2 codes of a comma-separated list, blanks ignored; undefined if one of its entries is not a
 * country.
 */
export function readCountries(list: string): string[] | undefined {
  const codes: string[] = [];
  for (const entry of list.split(',')) {
    const code = countryOf(entry.replaceAll(' ', ''));
    if (code === undefined) return undefined;
    codes.push(code);
  }
  return codes;
}
