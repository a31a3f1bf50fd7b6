import { describe, expect, it } from 'vitest';
import { compile } from '../schema/compile.ts';
import { tableOf } from '../testing/table.ts';
import { getSettings } from './get-settings.ts';
import { updateSettings } from './update-settings.ts';

/** Fields of update and enquiry. A server test checks which column of the table has which field. */
const LIMITS = [
  ...['cardNotPresentTransactionLimit', 'cardPresentAllowBelowLimit', 'cardPresentTransactionLimit'],
  ...['cashTransactionLimit', 'dailyLimit', 'monthlyLimit', 'limit1', 'limit2', 'limit3'],
];
const FLAGS = ['cardPresentAllowAnyForeign', 'cardPresentAllowBelow', 'cardPresentAllowSpecificForeign'];
const STATUSES = [
  ...['cardNotPresentStatus', 'ecomStatus', 'fallbackStatus', 'function1Status', 'function2Status', 'function3Status'],
  ...['masterStatus', 'motoStatus', 'purchaseStatus', 'recurringStatus', 'cashStatus'],
];
const TIMES = [
  ...['cardNotPresentOnUntil', 'cardPresentOnUntil', 'ecomOnUntil', 'fallbackOnUntil', 'function1OnUntil'],
  ...['function2OnUntil', 'function3OnUntil', 'masterOnUntil', 'motoOnUntil', 'purchaseOnUntil', 'recurringOnUntil'],
  ...['cashOnUntil', 'cardPresentAllowForeignStart', 'cardPresentAllowForeignEnd'],
];
const all = (fields: readonly string[], presence: string) =>
  Object.fromEntries(fields.map((field) => [field, presence]));

describe('the fields of the card settings', () => {
  it('of the requests match the tables', () => {
    const get = { accountNumber: 'required 16', appName: 'optional 100' };
    expect(tableOf(getSettings.requestBody)).toEqual(get);
    expect(tableOf(updateSettings.requestBody)).toEqual({
      ...get,
      cardSettings: 'optional',
      cardFeatureChecksum: 'optional 64',
    });
  });

  it('of the update match its table, including maximum lengths', () => {
    expect(tableOf(updateSettings.requestBody.properties.cardSettings)).toEqual({
      ...all(LIMITS, 'optional 20'),
      ...all(FLAGS, 'optional 10'),
      cardPresentAllowSpecificForeignCountries: 'optional 1000',
      ...all(STATUSES, 'optional 20'),
      cardPresentStatus: 'optional 12',
      ...all(TIMES, 'optional 30'),
      merchantGroupProfileId: 'optional 50',
      merchantGroupProfileName: 'optional 100',
      // The table lists cardFeatureChecksum next to cardSettings.
      cardFeatureChecksum: 'optional 64',
    });
  });

  it('of the responses match the tables', () => {
    expect(tableOf(updateSettings.responseBody)).toEqual({ cardSettings: 'required' });
    expect(tableOf(getSettings.responseBody)).toEqual({
      cardFeatureChecksum: 'required 64',
      cardSettings: 'required',
      // Cardwright adds this field. It is not in the table.
      inherited: 'optional',
      resourceStrings: 'optional',
      supportedFeatures: 'required 1000',
    });
    const [updated, read] = [updateSettings, getSettings].map((operation) =>
      tableOf(operation.responseBody.properties.cardSettings),
    );
    expect(updated).toMatchObject({ canActivate: 'required 5', permission5: 'required 10' });
    expect({ ...updated, cashStatus: 'optional 20' }).toEqual(read);
    expect(updated!.cashStatus).toBe('required 20');
  });
});

describe('tolerances of an update', () => {
  const check = compile(updateSettings.requestBody);
  const body = (cardSettings: object, accountNumber = '4000001234567899') => ({ accountNumber, cardSettings });

  it.each([
    ['400000XXXXXX7899'],
    ['40000*******7899'],
    ['400000xxxxx67899'],
    ['40000Xx*XXX67899'],
    ['400000XXXX7899'],
    ['40000XXXXX7899'],
    ['400000XXXXXXXXX7899'],
  ])('account number %s is accepted unchanged, with a warning', (number) => {
    expect(check(body({}, number) as never, 'body')).toEqual({
      value: body({}, number),
      findings: [],
      omittedCount: 0,
      warnings: [{ path: 'body.accountNumber', rule: 'masked-number' }],
    });
  });

  it.each([
    ['cashStatus', '999', '999', 'number-as-status'],
    ['cashStatus', '000000000000', '000000000000', 'number-as-status'],
    [
      'cardPresentAllowForeignStart',
      '2026-11-20T23:59:00.000- 05:00',
      '2026-11-20T23:59:00.000-05:00',
      'blank-in-offset',
    ],
    [
      'cardPresentAllowForeignEnd',
      '2026-11-20T23:59:00.000+ 04:00',
      '2026-11-20T23:59:00.000+04:00',
      'blank-in-offset',
    ],
    ['ecomOnUntil', '2026-11-20T23:59:00- 05:00', '2026-11-20T23:59:00.000-05:00', 'blank-in-offset'],
    ['ecomOnUntil', '2026-11-20T23:59:00.000Z', '2026-11-20T23:59:00.000+00:00', 'other-time-form'],
    ['ecomOnUntil', '2026-11-20T23:59:00Z', '2026-11-20T23:59:00.000+00:00', 'other-time-form'],
    ['cardPresentAllowForeignEnd', '2026-11-20T23:59:00+14:00', '2026-11-20T23:59:00.000+14:00', 'other-time-form'],
    ['cardFeatureChecksum', 'a'.repeat(64), 'a'.repeat(64), 'other-place'],
  ])('%s %s is used as %s', (field, sent, used, rule) => {
    expect(check(body({ [field]: sent }) as never, 'body')).toEqual({
      value: body({ [field]: used }),
      findings: [],
      omittedCount: 0,
      warnings: [{ path: `body.cardSettings.${field}`, rule }],
    });
  });

  it.each([
    ['cardPresentAllowForeignEnd', '2026-11-20T23:59:00.000-  05:00', 'wrong_length'],
    ['cardPresentAllowForeignEnd', '2026-11-20T23:59:00.000 -05:00', 'wrong_format'],
    ['cardPresentAllowForeignEnd', '2026-11-31T23:59:00.000- 05:00', 'wrong_format'],
    ['cardPresentAllowForeignEnd', '2026-11-20T23:59:00.000- 25:00', 'wrong_format'],
    ['ecomOnUntil', '2026-11-20T23:59Z', 'wrong_format'],
    ['ecomOnUntil', '2026-11-20T23:59:00.00Z', 'wrong_format'],
    ['ecomOnUntil', '2026-11-20T23:59:00.000+15:00', 'wrong_format'],
    ['ecomOnUntil', '2026-11-20T23:59:00+14:15', 'wrong_format'],
    ['ecomOnUntil', '2026-11-20T23:59:00.000-12:15', 'wrong_format'],
    ['ecomOnUntil', '2026-11-20T23:59:00.000+04:01', 'wrong_format'],
    ['cashStatus', '1234567890123', 'value_not_allowed'],
    ['ecomStatus', '999', 'value_not_allowed'],
    ['ecomStatus', '', 'value_not_allowed'],
  ])('%s %j is refused with %s', (field, sent, error) => {
    const { findings } = check(body({ [field]: sent }) as never, 'body');
    expect(findings).toMatchObject([{ path: `body.cardSettings.${field}`, error }]);
  });
});
