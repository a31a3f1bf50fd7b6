import { RESTRICTION_TYPES } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { countryFindings, endDateFindings } from './restriction-order.ts';

const findings = (restriction: unknown) => countryFindings({ restriction });
const path = 'body.restriction.allowed_values';
const COUNTRIES = 'INTERNATIONAL_SPECIFIC_COUNTRIES';

describe('the countries of a restriction order', () => {
  it.each(['AE', 'ARE', '784', 'AE,DEU,250', ' A E , D E ', 'AE,AE'])('may be %j', (allowed_values) => {
    expect(findings({ restriction_type: COUNTRIES, allowed_values })).toEqual([]);
  });

  it.each([',', 'AE,', ',AE', 'AE,,DE', 'AE;DE', 'AE DE', 'XX', 'ae', 'ZZZ', '000', '78', '7840', 'UAE', 'Ａ'])(
    'are refused with 106: %j',
    (allowed_values) => {
      expect(findings({ restriction_type: COUNTRIES, allowed_values })).toEqual([
        { path, error: 'value_not_allowed', message: 'must be ISO 3166 country codes, comma separated' },
      ]);
    },
  );

  it.each([{}, { allowed_values: '' }, { allowed_values: '  ' }])('lift the list if allowed and empty: %j', (none) => {
    expect(findings({ restriction_type: COUNTRIES, ...none })).toEqual([]);
    expect(findings({ restriction_type: COUNTRIES, isAllowed: true, ...none })).toEqual([]);
  });

  it.each([{}, { allowed_values: '' }, { allowed_values: '  ' }])(
    'are mandatory if they are refused: 103 for %j',
    (none) => {
      expect(findings({ restriction_type: COUNTRIES, isAllowed: false, ...none })).toEqual([
        {
          path,
          error: 'field_missing',
          message: 'is mandatory for INTERNATIONAL_SPECIFIC_COUNTRIES with isAllowed false',
        },
      ]);
    },
  );

  it.each(RESTRICTION_TYPES.filter((type) => type !== COUNTRIES))('are refused for %s with 106', (type) => {
    expect(findings({ restriction_type: type })).toEqual([]);
    for (const allowed_values of ['AE', '']) {
      expect(findings({ restriction_type: type, allowed_values })).toEqual([
        { path, error: 'value_not_allowed', message: 'is for INTERNATIONAL_SPECIFIC_COUNTRIES only' },
      ]);
    }
  });

  it.each([undefined, null, 'text', [], {}, { restriction_type: 7, allowed_values: 'AE' }, { restriction_type: 'ZZ' }])(
    'are not checked if the order itself is invalid: %j',
    (restriction) => {
      expect(findings(restriction)).toEqual([]);
    },
  );
});

describe('the last day of a restriction order', () => {
  const ofDay = (end_date: unknown) => endDateFindings({ restriction: { end_date } }, '2026-11-20');

  it.each(['2026-11-20', '2026-11-21', '2027-01-01', '9999-12-31', undefined, null])('may be %j', (day) => {
    expect(ofDay(day)).toEqual([]);
  });

  it.each(['2026-11-19', '2025-12-31', '0000-01-01'])('is refused as %s with 106', (day) => {
    const message = 'must not lie in the past';
    expect(ofDay(day)).toEqual([{ path: 'body.restriction.end_date', error: 'value_not_allowed', message }]);
  });

  it.each([null, 'text', [], {}, { restriction: null }, { restriction: 'text' }])('is not checked in %j', (body) => {
    expect(endDateFindings(body, '2026-11-20')).toEqual([]);
  });
});
