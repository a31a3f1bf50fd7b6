import { describe, expect, it } from 'vitest';
import { type FactsChange, withChanges } from '../../../../testing/decisions/authorization-facts.ts';
import type { StoredSettings } from '../../../card-settings/card-settings.ts';
import type { Entry } from '../channel.ts';
import { decide } from '../decide.ts';

const START = '2026-11-20T08:00:00.000Z';
const BEFORE_START = '2026-11-20T07:59:59.999Z';
const BEFORE_END = '2026-11-25T19:58:59.999Z';
const END = '2026-11-25T19:59:00.000Z';

/** Uses the card in Germany, and returns the reason and what allowed the use according to the trace. */
function abroad(settings: StoredSettings, instant = START, ...changes: FactsChange[]): string {
  const { facts, message } = withChanges({ settings, entry: 'CHIP', message: { country: 'DE' } }, ...changes);
  const { reason, trace } = decide(facts, message, new Date(instant));
  return `${reason} ${trace.find(([rule]) => rule === 'FOREIGN_USE')!.at(-1)}`;
}
const COUNTRIES = 'cardPresentAllowSpecificForeignCountries';
const WINDOW = { cardPresentAllowForeignStart: START, cardPresentAllowForeignEnd: END };

describe('the card abroad', () => {
  it.each([
    ['nothing was ever set', {}, 'APPROVED default'],
    ['everything is allowed', { cardPresentAllowAnyForeign: 'true' }, 'APPROVED any'],
    ['nothing is allowed', { cardPresentAllowAnyForeign: 'false' }, 'CP_FOREIGN_OFF null'],
    ['its country is listed', { [COUNTRIES]: 'FR,DE' }, 'APPROVED country'],
    ['its country is listed as alpha-3', { [COUNTRIES]: 'FRA, DEU' }, 'APPROVED country'],
    ['its country is listed as a number', { [COUNTRIES]: '250,276' }, 'APPROVED country'],
    ['its country is not listed', { [COUNTRIES]: 'FR,GB' }, 'CP_FOREIGN_OFF null'],
    [
      'its country is listed and lists are allowed',
      { cardPresentAllowSpecificForeign: 'true', [COUNTRIES]: 'DE' },
      'APPROVED country',
    ],
    [
      'its country is listed and lists are not allowed',
      { cardPresentAllowSpecificForeign: 'false', [COUNTRIES]: 'DE' },
      'CP_FOREIGN_OFF null',
    ],
    ['lists are allowed and there is none', { cardPresentAllowSpecificForeign: 'true' }, 'CP_FOREIGN_OFF null'],
    ['lists are not allowed, nothing else', { cardPresentAllowSpecificForeign: 'false' }, 'CP_FOREIGN_OFF null'],
    [
      'everything is allowed and its country is not listed',
      { cardPresentAllowAnyForeign: 'true', [COUNTRIES]: 'FR' },
      'APPROVED any',
    ],
    [
      'nothing is allowed but its country',
      { cardPresentAllowAnyForeign: 'false', [COUNTRIES]: 'DE' },
      'APPROVED country',
    ],
    [
      'nothing is allowed but a window that is open',
      { cardPresentAllowAnyForeign: 'false', ...WINDOW },
      'APPROVED window',
    ],
    ['its country is not listed and a window is open', { [COUNTRIES]: 'FR', ...WINDOW }, 'APPROVED window'],
  ])('if %s: %s', (_what, settings: StoredSettings, expectedReasons) => {
    expect(abroad(settings)).toBe(expectedReasons);
  });

  it.each([
    ['from its first millisecond to the last before its end', WINDOW, 'null', 'window', 'window', 'null'],
    ['without a start, until its end', { cardPresentAllowForeignEnd: END }, 'window', 'window', 'window', 'null'],
    [
      'without an end, from its start on',
      { cardPresentAllowForeignStart: START },
      'null',
      'window',
      'window',
      'window',
    ],
  ])('is allowed by a window %s', (_what, settings: StoredSettings, ...allowedBy) => {
    const reasons = [BEFORE_START, START, BEFORE_END, END].map((instant) => abroad(settings, instant).split(' ')[1]);
    expect(reasons).toEqual(allowedBy);
  });

  it('counts as abroad if the country cannot be read, unless the bank decides by the currency; no list can name that country', () => {
    const byCurrency: FactsChange = { control: { unreadableCountry: 'by_currency' } };
    const unknown = (transactionCurrency: string): FactsChange => ({
      message: { country: undefined, transactionCurrency },
    });
    expect(abroad({ [COUNTRIES]: 'DE' }, START, unknown('978'))).toBe('CP_FOREIGN_OFF null');
    expect(abroad({ cardPresentAllowAnyForeign: 'true' }, START, unknown('978'))).toBe('APPROVED any');
    expect(abroad({ [COUNTRIES]: 'DE' }, START, unknown('784'))).toBe('CP_FOREIGN_OFF null');
    expect(abroad({ [COUNTRIES]: 'DE' }, START, byCurrency, unknown('978'))).toBe('CP_FOREIGN_OFF null');
    expect(abroad({ [COUNTRIES]: 'DE' }, START, byCurrency, unknown('784'))).toBe('APPROVED null');
  });
});

it('applies only to the present card abroad: not without the card, and not at home', () => {
  const nothing = { cardPresentAllowAnyForeign: 'false' };
  const reasons = (
    ['ECOM', 'MOTO', 'RECURRING', 'KEYED', 'UNKNOWN', 'CHIP', 'SWIPE', 'CONTACTLESS', 'FALLBACK'] satisfies Entry[]
  ).map((entry) => `${entry} ${abroad(nothing, START, { entry })}`);
  expect(reasons).toEqual([
    'ECOM APPROVED null',
    'MOTO APPROVED null',
    'RECURRING APPROVED null',
    'KEYED APPROVED null',
    'UNKNOWN APPROVED null',
    'CHIP CP_FOREIGN_OFF null',
    'SWIPE CP_FOREIGN_OFF null',
    'CONTACTLESS CP_FOREIGN_OFF null',
    'FALLBACK CP_FOREIGN_OFF null',
  ]);
  expect(abroad(nothing, START, { message: { country: 'AE' } })).toBe('APPROVED null');
  expect(abroad(nothing, START, { isCash: true })).toBe('CP_FOREIGN_OFF null');
});
