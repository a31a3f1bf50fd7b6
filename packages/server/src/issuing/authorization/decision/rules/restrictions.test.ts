import { RESTRICTION_TYPES, type RestrictionType } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import {
  decideWith,
  ENTRIES,
  type FactsChange,
  NOW,
  withChanges,
} from '../../../../testing/decisions/authorization-facts.ts';
import type { Restriction } from '../../../restrictions/restriction.ts';
import { decide } from '../decide.ts';

/** What each type refuses at home, by entry in the order above: p purchases only, c cash only, b both, - neither. */
const AT_HOME: Record<RestrictionType, string> = {
  MOTO: '- b - - - - - - -',
  ECOM: 'b - - - - - - - -',
  SWIPE: '- - - - - - b - -',
  PERS_RESTR_CONTACTLESS: '- - - - - - - b -',
  NFC: '- - - - - - - p -',
  ATM: 'c c c c c c c c c',
  PURCHASE: 'p p p p p p p p p',
  ANY: 'b b b b b b b b b',
  INTERNATIONAL: '- - - - - - - - -',
  INTERNATIONAL_SPECIFIC_COUNTRIES: '- - - - - - - - -',
};
/** What a type refuses abroad, if that differs from home. */
const ABROAD: Partial<Record<RestrictionType, string>> = {
  INTERNATIONAL: 'b b b b b b b b b',
  INTERNATIONAL_SPECIFIC_COUNTRIES: 'b b b b b b b b b',
};

const reasonOf = (...changes: FactsChange[]) => decideWith(...changes).reason;
const lastLine = (...changes: FactsChange[]) =>
  decideWith(...changes)
    .trace.find(([rule]) => rule === 'RESTRICTIONS')!
    .slice(1);
const restrict = (...restrictions: Restriction[]): FactsChange => ({ restrictions });
const countries = (isAllowed: boolean, ...codes: string[]): Restriction => ({
  type: 'INTERNATIONAL_SPECIFIC_COUNTRIES',
  isAllowed,
  countries: codes,
});
const merchant = (country: string | undefined, transactionCurrency = '784'): FactsChange => ({
  message: { country, transactionCurrency },
});

const byCurrency: FactsChange = { control: { unreadableCountry: 'by_currency' } };

describe('a type', () => {
  it.each(RESTRICTION_TYPES)('%s refuses what it covers, by entry, cash and country, and nothing else', (type) => {
    const refusing: Restriction =
      type === 'INTERNATIONAL_SPECIFIC_COUNTRIES' ? countries(false, 'DE') : { type, isAllowed: false };
    for (const [country, table] of [
      ['AE', AT_HOME[type]],
      ['DE', ABROAD[type] ?? AT_HOME[type]],
    ] as const) {
      const coverage = ENTRIES.map((entry) => {
        const isRefused = (isCash: boolean) =>
          reasonOf(restrict(refusing), merchant(country), { entry, isCash }) !== 'APPROVED';
        if (isRefused(true)) return isRefused(false) ? 'b' : 'c';
        return isRefused(false) ? 'p' : '-';
      });
      expect(coverage.join(' '), country).toBe(table);
    }
  });

  it('that allows refuses nothing', () => {
    for (const type of RESTRICTION_TYPES) {
      if (type === 'INTERNATIONAL_SPECIFIC_COUNTRIES') continue;
      for (const entry of ENTRIES) {
        for (const isCash of [true, false]) {
          const allowing = restrict({ type, isAllowed: true });
          expect(reasonOf(allowing, merchant('DE'), { entry, isCash }), `${type} ${entry}`).toBe('APPROVED');
        }
      }
    }
  });

  it('that allows does not undo another one that refuses', () => {
    const both = restrict({ type: 'ANY', isAllowed: true }, { type: 'ECOM', isAllowed: false });
    expect(reasonOf(both)).toBe('RESTRICTED_ECOM');
    expect(lastLine(both)).toEqual(['ECOM', false, 'AE', false, 'ECOM- ANY+']);
  });
});

describe('the trace', () => {
  it('names every type that covers the message and is in force, in the order of evaluation, with its state', () => {
    const all = restrict(
      { type: 'INTERNATIONAL', isAllowed: true },
      countries(true, 'DE', 'FR'),
      { type: 'ANY', isAllowed: true },
      { type: 'ATM', isAllowed: false },
      { type: 'NFC', isAllowed: true },
      { type: 'PURCHASE', isAllowed: true },
      { type: 'MOTO', isAllowed: false },
      { type: 'PERS_RESTR_CONTACTLESS', isAllowed: true },
    );
    expect(lastLine(all, merchant('DE'), { entry: 'CONTACTLESS' })).toEqual([
      'CONTACTLESS',
      false,
      'DE',
      true,
      'PERS_RESTR_CONTACTLESS+ NFC+ PURCHASE+ ANY+ INTERNATIONAL+ INTERNATIONAL_SPECIFIC_COUNTRIES+',
    ]);
  });

  it('reports a country that could not be read', () => {
    expect(lastLine(merchant(undefined, '978'))).toEqual(['ECOM', false, null, true, '']);
    expect(lastLine(merchant(undefined, '784'))).toEqual(['ECOM', false, null, true, '']);
    expect(lastLine(merchant(undefined, '784'), byCurrency)).toEqual(['ECOM', false, null, false, '']);
  });
});

describe('abroad', () => {
  const closed = restrict({ type: 'INTERNATIONAL', isAllowed: false });

  it.each([
    ["the bank's own country", 'AE', '978', 'APPROVED'],
    ['another country', 'DE', '784', 'RESTRICTED_INTERNATIONAL'],
    ['a country that ISO does not know', 'XX', '784', 'RESTRICTED_INTERNATIONAL'],
    ["no country, in the account's currency", undefined, '784', 'RESTRICTED_INTERNATIONAL'],
    ['no country, in another currency', undefined, '978', 'RESTRICTED_INTERNATIONAL'],
  ])('is every country that is not known to be home: %s', (_what, country, currency, reason) => {
    expect(reasonOf(closed, merchant(country, currency))).toBe(reason);
  });

  it.each([
    ["the bank's own country", 'AE', '978', 'APPROVED'],
    ['another country', 'DE', '784', 'RESTRICTED_INTERNATIONAL'],
    ['a country that ISO does not know', 'XX', '784', 'RESTRICTED_INTERNATIONAL'],
    ["no country, in the account's currency", undefined, '784', 'APPROVED'],
    ['no country, in another currency', undefined, '978', 'RESTRICTED_INTERNATIONAL'],
  ])(
    'depends on the currency if the bank configures that and the message has no country: %s',
    (_what, country, currency, reason) => {
      expect(reasonOf(closed, byCurrency, merchant(country, currency))).toBe(reason);
    },
  );

  it.each([
    ['allowed', countries(true, 'DE', 'FR'), 'DE', 'APPROVED'],
    ['the other one allowed', countries(true, 'DE', 'FR'), 'FR', 'APPROVED'],
    ['none of those allowed', countries(true, 'DE', 'FR'), 'US', 'RESTRICTED_COUNTRY'],
    ['one of those refused', countries(false, 'DE', 'FR'), 'FR', 'RESTRICTED_COUNTRY'],
    ['none of those refused', countries(false, 'DE', 'FR'), 'US', 'APPROVED'],
    ['home, which is none of those allowed', countries(true, 'DE', 'FR'), 'AE', 'APPROVED'],
    ['home, though it is refused', countries(false, 'AE'), 'AE', 'APPROVED'],
  ])('a country that is %s', (_what, entry, country, reason) => {
    expect(reasonOf(restrict(entry), merchant(country, '978'))).toBe(reason);
  });

  it('a country that cannot be read is not one of those listed', () => {
    expect(reasonOf(restrict(countries(true, 'DE')), merchant(undefined, '978'))).toBe('RESTRICTED_COUNTRY');
    expect(reasonOf(restrict(countries(false, 'DE')), merchant(undefined, '978'))).toBe('APPROVED');
    expect(reasonOf(restrict(countries(true, 'DE')), merchant(undefined, '784'))).toBe('RESTRICTED_COUNTRY');
    expect(reasonOf(restrict(countries(true, 'DE')), byCurrency, merchant(undefined, '784'))).toBe('APPROVED');
  });

  it.each([
    ['allows it', countries(true, 'DE'), 'DE', 'APPROVED', 'INTERNATIONAL- INTERNATIONAL_SPECIFIC_COUNTRIES+'],
    [
      'allows others',
      countries(true, 'DE'),
      'FR',
      'RESTRICTED_INTERNATIONAL',
      'INTERNATIONAL- INTERNATIONAL_SPECIFIC_COUNTRIES-',
    ],
    [
      'allows others, for nobody can read it',
      countries(true, 'DE'),
      undefined,
      'RESTRICTED_INTERNATIONAL',
      'INTERNATIONAL- INTERNATIONAL_SPECIFIC_COUNTRIES-',
    ],
    [
      'refuses others',
      countries(false, 'DE'),
      'FR',
      'RESTRICTED_INTERNATIONAL',
      'INTERNATIONAL- INTERNATIONAL_SPECIFIC_COUNTRIES+',
    ],
    [
      'was lifted',
      { type: 'INTERNATIONAL_SPECIFIC_COUNTRIES', isAllowed: true } as const,
      'DE',
      'RESTRICTED_INTERNATIONAL',
      'INTERNATIONAL- INTERNATIONAL_SPECIFIC_COUNTRIES+',
    ],
  ])(
    'a country that a list names as allowed is an exception to a refused INTERNATIONAL: one that %s',
    (_what, list, country, reason, detail) => {
      const both = [restrict(list, { type: 'INTERNATIONAL', isAllowed: false }), merchant(country)];
      expect(reasonOf(...both)).toBe(reason);
      expect(lastLine(...both).at(-1)).toBe(detail);
    },
  );

  it('an exception to INTERNATIONAL is not an exception to any other type', () => {
    const all = restrict(
      countries(true, 'DE'),
      { type: 'INTERNATIONAL', isAllowed: false },
      { type: 'ECOM', isAllowed: false },
    );
    expect(reasonOf(all, merchant('DE'))).toBe('RESTRICTED_ECOM');
  });

  it('a list that was lifted refuses no country', () => {
    const change = restrict({ type: 'INTERNATIONAL_SPECIFIC_COUNTRIES', isAllowed: true }, countries(true, 'DE'));
    for (const country of ['DE', 'FR', undefined]) expect(reasonOf(change, merchant(country))).toBe('APPROVED');
  });
});

describe('of two entries for one type', () => {
  const ENDS = Date.parse('2026-11-20T20:00:00.000Z');
  const at = (ms: number, ...restrictions: Restriction[]) => {
    const { facts, message } = withChanges(restrict(...restrictions));
    return decide(facts, message, new Date(ms)).reason;
  };

  it('the newer one applies while it is in force', () => {
    expect(at(NOW.getTime(), { type: 'ECOM', isAllowed: true }, { type: 'ECOM', isAllowed: false })).toBe('APPROVED');
    expect(at(NOW.getTime(), { type: 'ECOM', isAllowed: false }, { type: 'ECOM', isAllowed: true })).toBe(
      'RESTRICTED_ECOM',
    );
  });

  it('the older one applies again from the millisecond in which the newer one ends', () => {
    const entries: Restriction[] = [
      { type: 'ECOM', isAllowed: true, endsAtMs: ENDS },
      { type: 'ECOM', isAllowed: false },
    ];
    expect(at(ENDS - 1, ...entries)).toBe('APPROVED');
    expect(at(ENDS, ...entries)).toBe('RESTRICTED_ECOM');
  });

  it('neither applies when both have ended: the type is allowed again', () => {
    const entries: Restriction[] = [
      { type: 'ECOM', isAllowed: false, endsAtMs: ENDS },
      { type: 'ECOM', isAllowed: false, endsAtMs: ENDS + 1 },
    ];
    expect(at(ENDS - 1, ...entries)).toBe('RESTRICTED_ECOM');
    expect(at(ENDS, ...entries)).toBe('RESTRICTED_ECOM');
    expect(at(ENDS + 1, ...entries)).toBe('APPROVED');
  });
});
