import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../json/exact-number.ts';
import { CONFIGURATIONS, onboardingOf, POS_MERCHANT, withoutFurtherHelp } from '../../testing/onboarding.ts';
import { readOnboardingRequest } from '../read-onboarding-request.ts';

const MERCHANT = 'payload.applications[0].merchants[0]';
const RULES = { majorSchemes: new Set(['AAA', 'BBB']) };

function findingsOf(merchant: JsonObject) {
  return withoutFurtherHelp(readOnboardingRequest(onboardingOf([merchant]), RULES).findings);
}
function configured(changes: JsonObject): JsonObject {
  return { ...POS_MERCHANT, configurations: { ...CONFIGURATIONS, ...changes } };
}
function withScheme(scheme: JsonObject, more: JsonObject = {}): JsonObject {
  return configured({ acceptedCardSchemes: [{ cardScheme: 'AAA', ...scheme }], ...more });
}
const MODES = [{ modeName: 'ELECTRONIC', rate: '1.5' }];
const OVERRIDE = { dbaName: 'Souk', mcc: 5411 };
const COMPLEX = { acceptedCardModes: MODES };
const EXCESSIVE = ['EXCESSIVE_CHARGEBACK_FEE', 'EXCESSIVE_FRAUD_FEE', 'EXCESSIVE_REFUND_FEE'];

describe('a merchant that meets the conditions between fields has no finding', () => {
  it.each<[string, JsonObject]>([
    ['with nothing optional', POS_MERCHANT],
    ['e-commerce with a website', { ...POS_MERCHANT, merchantType: 'ECOM', website: 'https://souk.example' }],
    ['complex pricing', withScheme(COMPLEX, { refundControlValue: 'Z' })],
    ['simple pricing with a refund control value', configured({ refundControlValue: 'C' })],
    [
      'simple and complex schemes side by side',
      configured({
        refundControlValue: 'N',
        acceptedCardSchemes: [
          { cardScheme: 'AAA', ...COMPLEX },
          { cardScheme: 'CCC', tariffRate: '0' },
        ],
      }),
    ],
    ['a daily statement without a day', configured({ settlement: { statementFrequency: 'DAILY' } })],
    ['a weekly statement with one day', configured({ settlement: { statementFrequency: 'WEEKLY', statementDay: 1 } })],
    [
      'two days a month',
      configured({ settlement: { statementFrequency: 'SEMI_MONTHLY', statementDay: 1, statementSecondDay: 15 } }),
    ],
    ['cutoff by the operator-only fields', configured({ flexiCutoffTime: '2300', flexiCutoffDay: '1' })],
    [
      'cutoff enabled, with its time and day',
      configured({ flexiCutoff: { enableFlexiCutoff: true, flexiCutoffTime: '2300', flexiCutoffDay: '2' } }),
    ],
    ['an empty cutoff', configured({ flexiCutoff: {} })],
    [
      'another code in the scheme',
      withScheme({ tariffRate: '1', schemeOverrideValue: OVERRIDE }, { overrideDefaultSchemesMcc: true }),
    ],
    ['no other code if no code differs', configured({ overrideDefaultSchemesMcc: false })],
    [
      'acquirerRefund in a mode of a major network',
      withScheme({ acceptedCardModes: [{ ...MODES[0], acquirerRefund: true }] }, { refundControlValue: 'R' }),
    ],
    [
      'acquirerRefund with another scheme',
      configured({ acceptedCardSchemes: [{ cardScheme: 'CCC', tariffRate: '1', acquirerRefund: false }] }),
    ],
    ['any kind of acquirerChargebackDebit', configured({ acquirerChargebackDebit: { any: ['thing'] } })],
    ['no fees at all', configured({ fees: [] })],
    ...EXCESSIVE.map((feeTypeName): [string, JsonObject] => [
      `a classifier of ${feeTypeName}`,
      configured({ fees: [{ feeTypeName, reOccurrenceFrequency: 'DAILY', feeValue: 1, feeClassifier: 'COUNT' }] }),
    ]),
  ])('%s', (_what, merchant) => {
    expect(findingsOf(merchant)).toEqual([]);
  });

  it('accepts any acquirerRefund flags if the major networks are unknown', () => {
    const both = withScheme(
      { acceptedCardModes: [{ ...MODES[0], acquirerRefund: true }], acquirerRefund: true },
      { refundControlValue: 'R' },
    );
    expect(readOnboardingRequest(onboardingOf([both]), {}).findings).toEqual([]);
  });
});

const NO_PRICE = {
  place: 'configurations.acceptedCardSchemes[0].tariffRate',
  error: 'field_missing',
  message: 'is mandatory without acceptedCardModes',
  action:
    'add configurations.acceptedCardSchemes[0].tariffRate (simple pricing) or configurations.acceptedCardSchemes[0].acceptedCardModes (complex pricing)',
};
const mandatory = (place: string, message: string) => ({
  place,
  error: 'field_missing',
  message,
  action: `add ${place}`,
});
const FEE = 'configurations.fees[1].feeClassifier';
const SCHEME = 'configurations.acceptedCardSchemes[0]';

describe('an unmet condition is one finding with an action', () => {
  it.each<[string, JsonObject, { place: string; error: string; message: string; action: string }]>([
    [
      'e-commerce without a website',
      { ...POS_MERCHANT, merchantType: 'ECOM' },
      mandatory('website', 'is mandatory for e-commerce merchants'),
    ],
    ['a scheme without a price', withScheme({}), NO_PRICE],
    [
      'a scheme with both prices',
      withScheme({ tariffRate: '1', ...COMPLEX }, { refundControlValue: 'C' }),
      {
        place: `${SCHEME}.acceptedCardModes`,
        error: 'value_not_allowed',
        message: 'is not allowed together with tariffRate',
        action: `remove ${SCHEME}.tariffRate or ${SCHEME}.acceptedCardModes`,
      },
    ],
    [
      'complex pricing without refund control',
      withScheme(COMPLEX),
      mandatory('configurations.refundControlValue', 'is mandatory with complex pricing'),
    ],
    [
      'complex pricing without a mode',
      withScheme({ acceptedCardModes: [] }, { refundControlValue: 'C' }),
      {
        place: `${SCHEME}.acceptedCardModes`,
        error: 'field_missing',
        message: 'must contain at least 1',
        action: `add an entry to ${SCHEME}.acceptedCardModes`,
      },
    ],
    ...['WEEKLY', 'MONTHLY'].map((statementFrequency): [string, JsonObject, ReturnType<typeof mandatory>] => [
      `${statementFrequency} without a day`,
      configured({ settlement: { statementFrequency } }),
      mandatory('configurations.settlement.statementDay', `is mandatory with statementFrequency ${statementFrequency}`),
    ]),
    ...['SEMI_WEEKLY', 'FORTNIGHTLY', 'SEMI_MONTHLY'].flatMap(
      (statementFrequency): [string, JsonObject, ReturnType<typeof mandatory>][] => [
        [
          `${statementFrequency} without its first day`,
          configured({ settlement: { statementFrequency, statementSecondDay: 15 } }),
          mandatory(
            'configurations.settlement.statementDay',
            `is mandatory with statementFrequency ${statementFrequency}`,
          ),
        ],
        [
          `${statementFrequency} without its second day`,
          configured({ settlement: { statementFrequency, statementDay: 1 } }),
          mandatory(
            'configurations.settlement.statementSecondDay',
            `is mandatory with statementFrequency ${statementFrequency}`,
          ),
        ],
      ],
    ),
    ...['flexiCutoffTime', 'flexiCutoffDay'].map((name): [string, JsonObject, ReturnType<typeof mandatory>] => [
      `${name} without the switch`,
      configured({ flexiCutoff: { [name]: '0100' } }),
      mandatory('configurations.flexiCutoff.enableFlexiCutoff', 'is mandatory with a time or day of cutoff'),
    ]),
    [
      'a missing code although codes differ',
      configured({ overrideDefaultSchemesMcc: true }),
      mandatory(`${SCHEME}.schemeOverrideValue`, 'is mandatory with overrideDefaultSchemesMcc'),
    ],
    [
      'acquirerRefund with a major network',
      withScheme({ tariffRate: '1', acquirerRefund: true }),
      {
        place: `${SCHEME}.acquirerRefund`,
        error: 'value_not_allowed',
        message: 'is for schemes other than the two major networks',
        action: `move ${SCHEME}.acquirerRefund to the entries of ${SCHEME}.acceptedCardModes`,
      },
    ],
    [
      'acquirerRefund in a mode of another scheme',
      configured({
        refundControlValue: 'G',
        acceptedCardSchemes: [{ cardScheme: 'CCC', acceptedCardModes: [{ ...MODES[0], acquirerRefund: false }] }],
      }),
      {
        place: `${SCHEME}.acceptedCardModes[0].acquirerRefund`,
        error: 'value_not_allowed',
        message: 'is for the two major networks at the level of a mode',
        action: `move ${SCHEME}.acceptedCardModes[0].acquirerRefund to ${SCHEME}.acquirerRefund`,
      },
    ],
    ...['MIS', 'ACQ_MMBR_FEE', 'MFEE_STRT', 'MFEE_FRD_HND', 'TRANS_FEE', 'REFUND_FEE'].map(
      (feeTypeName): [string, JsonObject, ReturnType<typeof mandatory>] => [
        `a classifier of ${feeTypeName}`,
        configured({
          fees: [
            ...CONFIGURATIONS.fees,
            { feeTypeName, reOccurrenceFrequency: 'DAILY', feeValue: 1, feeClassifier: 'VOLUME' },
          ],
        }),
        { place: FEE, error: 'value_not_allowed', message: 'is for EXCESSIVE fees only', action: `remove ${FEE}` },
      ],
    ),
  ])('%s', (_what, merchant, { place, error, message, action }) => {
    expect(findingsOf(merchant)).toEqual([{ path: `${MERCHANT}.${place}`, error, message, action }]);
  });

  it('findings are reported at the entry that breaks the condition, and all at once', () => {
    const merchant = {
      ...POS_MERCHANT,
      merchantType: 'ECOM',
      configurations: {
        ...CONFIGURATIONS,
        overrideDefaultSchemesMcc: true,
        acceptedCardSchemes: [
          { cardScheme: 'CCC', tariffRate: '1', schemeOverrideValue: OVERRIDE },
          { cardScheme: 'AAA', ...COMPLEX },
          { cardScheme: 'BBB' },
        ],
        settlement: { statementFrequency: 'SEMI_WEEKLY' },
        flexiCutoff: { flexiCutoffDay: '1' },
      },
    };
    expect(findingsOf(merchant).map(({ path, error }) => `${error} ${path.slice(MERCHANT.length + 1)}`)).toEqual([
      'field_missing website',
      'field_missing configurations.settlement.statementDay',
      'field_missing configurations.settlement.statementSecondDay',
      'field_missing configurations.flexiCutoff.enableFlexiCutoff',
      'field_missing configurations.acceptedCardSchemes[2].tariffRate',
      'field_missing configurations.refundControlValue',
      'field_missing configurations.acceptedCardSchemes[1].schemeOverrideValue',
      'field_missing configurations.acceptedCardSchemes[2].schemeOverrideValue',
    ]);
  });
});

describe('a field with an invalid form is reported once, and no condition adds a finding', () => {
  it.each<[string, JsonObject, string]>([
    ['website', { ...POS_MERCHANT, merchantType: 'ECOM', website: 'souk' }, 'wrong_format website'],
    ['an empty website', { ...POS_MERCHANT, merchantType: 'ECOM', website: '' }, 'wrong_format website'],
    ['merchantType', { ...POS_MERCHANT, merchantType: 'SHOP' }, 'value_not_allowed merchantType'],
    ['configurations', { ...POS_MERCHANT, configurations: 'usual' }, 'wrong_format configurations'],
    [
      'the frequency',
      configured({ settlement: { statementFrequency: 'YEARLY' } }),
      'value_not_allowed configurations.settlement.statementFrequency',
    ],
    ['the settlement', configured({ settlement: [] }), 'wrong_format configurations.settlement'],
    [
      'the day',
      configured({ settlement: { statementFrequency: 'WEEKLY', statementDay: '1' } }),
      'wrong_format configurations.settlement.statementDay',
    ],
    [
      'the cutoff switch',
      configured({ flexiCutoff: { enableFlexiCutoff: 'Y', flexiCutoffDay: '1' } }),
      'wrong_format configurations.flexiCutoff.enableFlexiCutoff',
    ],
    ['a rate', withScheme({ tariffRate: 'free' }), `wrong_format ${SCHEME}.tariffRate`],
    ['an empty rate', withScheme({ tariffRate: '' }), `wrong_format ${SCHEME}.tariffRate`],
    [
      'the modes',
      withScheme({ acceptedCardModes: {} }, { refundControlValue: 'C' }),
      `wrong_format ${SCHEME}.acceptedCardModes`,
    ],
    [
      'the refund control',
      withScheme(COMPLEX, { refundControlValue: 'X' }),
      'value_not_allowed configurations.refundControlValue',
    ],
    [
      'the switch of other codes',
      configured({ overrideDefaultSchemesMcc: 'true' }),
      'wrong_format configurations.overrideDefaultSchemesMcc',
    ],
    [
      'the other code',
      withScheme({ tariffRate: '1', schemeOverrideValue: null }, { overrideDefaultSchemesMcc: true }),
      `wrong_format ${SCHEME}.schemeOverrideValue`,
    ],
    [
      'the scheme of a mode with acquirerRefund',
      configured({
        refundControlValue: 'C',
        acceptedCardSchemes: [{ cardScheme: 'x', acceptedCardModes: [{ ...MODES[0], acquirerRefund: true }] }],
      }),
      `wrong_format ${SCHEME}.cardScheme`,
    ],
    [
      'schemes that are not a list',
      configured({ acceptedCardSchemes: { cardScheme: 'AAA' } }),
      'wrong_format configurations.acceptedCardSchemes',
    ],
    ['unknown schemes', configured({ acceptedCardSchemes: [] }), 'field_missing configurations.acceptedCardSchemes'],
    [
      'the type of a fee with a classifier',
      configured({ fees: [{ feeTypeName: 'X', reOccurrenceFrequency: 'DAILY', feeValue: 1, feeClassifier: 'COUNT' }] }),
      'value_not_allowed configurations.fees[0].feeTypeName',
    ],
  ])('%s', (_what, merchant, finding) => {
    expect(findingsOf(merchant).map(({ path, error }) => `${error} ${path.slice(MERCHANT.length + 1)}`)).toEqual([
      finding,
    ]);
  });
});
