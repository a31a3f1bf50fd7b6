import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../json/exact-number.ts';
import {
  ADDRESS,
  amendmentOf,
  CHAIN,
  CONFIGURATIONS,
  onboardingOf,
  TERMINAL,
  withoutFurtherHelp,
} from '../../testing/onboarding.ts';
import { AMENDMENT_TYPES, type AmendmentType } from '../merchant-values.ts';
import { readOnboardingRequest } from '../read-onboarding-request.ts';

const MERCHANT = 'payload.applications[0].merchants[0]';
const MCP = { serviceType: 'MCP' };
const OVERRIDDEN = { cardScheme: 'AAA', schemeOverrideValue: { dbaName: 'Souk', mcc: 5411 } };

/** The minimum that each type needs according to docs/interface/merchant-amendments.md#types. */
const ENOUGH: Record<AmendmentType, JsonObject> = {
  MERCHANT_NAME: { merchantName: 'Souk Two', merchantType: 'ECOM' },
  LINKED_CHAIN: { chain: { chainId: 'C-1' } },
  MCC: { mcc: '5812' },
  SCHEMES_OVERRIDING: { configurations: { overrideDefaultSchemesMcc: true, acceptedCardSchemes: [OVERRIDDEN] } },
  ADDRESS: { addresses: [ADDRESS] },
  ACCEPTED_CARDS: {
    merchantCurrency: 'AED',
    configurations: { acceptedCardSchemes: [{ cardScheme: 'AAA', tariffRate: '2' }] },
  },
  FEES: { configurations: { fees: CONFIGURATIONS.fees } },
  SERVICES: { services: [MCP] },
  HOLD: {},
  RELEASE: {},
  CLOSURE: {},
  ADDING_TERMINALS: { terminals: [TERMINAL] },
  ACCOUNT: { creditAccountNumOrIban: '001000000002' },
};

function findingsOf(types: readonly string[], fields: JsonObject, more: JsonObject = {}) {
  const merchant = { merchantId: 'M-1', ...fields, amendmentList: [...types] };
  return withoutFurtherHelp(readOnboardingRequest(onboardingOf([merchant], more), {}).findings);
}
/** Shortens findings to their code and their place within the merchant. */
function shortly(findings: ReturnType<typeof findingsOf>): string[] {
  return findings.map(({ path, error }) => `${error} ${path.replace(`${MERCHANT}.`, '')}`);
}

describe('an amendment', () => {
  it.each(AMENDMENT_TYPES)('%s is valid with the fields that it needs', (type) => {
    expect(findingsOf([type], ENOUGH[type])).toEqual([]);
    const named = amendmentOf([type], [{ merchantId: 'M-1', ...ENOUGH[type] }]);
    expect(readOnboardingRequest(named, {})).toMatchObject({
      findings: [],
      merchants: [{ kind: 'AMENDMENT', types: [type], path: 'payload.applications[1].merchants[0]' }],
    });
  });

  it.each<[AmendmentType, string, string[]]>([
    ['MERCHANT_NAME', 'nothing', ['merchantName', 'merchantType']],
    ['LINKED_CHAIN', 'nothing', ['chain.chainId']],
    ['MCC', 'nothing', ['mcc']],
    ['SCHEMES_OVERRIDING', 'nothing', ['configurations.overrideDefaultSchemesMcc']],
    ['ADDRESS', 'nothing', ['addresses']],
    ['ACCEPTED_CARDS', 'nothing', ['merchantCurrency', 'configurations.acceptedCardSchemes']],
    ['FEES', 'nothing', ['configurations.fees']],
    ['SERVICES', 'nothing', ['services']],
    ['ADDING_TERMINALS', 'nothing', ['terminals']],
  ])('%s with %s lacks each required field', (type, _what, places) => {
    expect(findingsOf([type], {})).toEqual(
      places.map((place) => ({
        path: `${MERCHANT}.${place}`,
        error: 'field_missing',
        message: `is mandatory with the amendment ${type}`,
        action: `add ${place}`,
      })),
    );
  });

  it.each(AMENDMENT_TYPES)('%s requires the merchantId', (type) => {
    const merchant = { ...ENOUGH[type], amendmentList: [type] };
    expect(readOnboardingRequest(onboardingOf([merchant]), {}).findings).toEqual([
      { path: `${MERCHANT}.merchantId`, error: 'field_missing', message: 'is mandatory', action: 'add merchantId' },
    ]);
  });

  it('of several types requires the fields of each type', () => {
    const types = ['MCC', 'FEES', 'LINKED_CHAIN', 'HOLD'];
    expect(shortly(findingsOf(types, {}))).toEqual([
      'field_missing chain.chainId',
      'field_missing mcc',
      'field_missing configurations.fees',
    ]);
    expect(findingsOf(types, { ...ENOUGH.MCC, ...ENOUGH.FEES, ...ENOUGH.LINKED_CHAIN })).toEqual([]);
  });

  it.each([
    ['HOLD', 'RELEASE'],
    ['HOLD', 'CLOSURE'],
    ['RELEASE', 'CLOSURE'],
    ['HOLD', 'RELEASE', 'CLOSURE'],
  ])('cannot be %s and %s', (...types) => {
    const named = types.filter((type) => type !== undefined).join(' and ');
    const at = `${MERCHANT}.amendmentList`;
    expect(findingsOf(types.filter(Boolean), {})).toEqual([
      {
        path: at,
        error: 'value_not_allowed',
        message: `must not contain ${named} together`,
        action: `send only one of ${named} in amendmentList`,
      },
    ]);
    expect(
      readOnboardingRequest(amendmentOf(types.filter(Boolean), [{ merchantId: 'M-1' }]), {}).findings,
    ).toMatchObject([
      {
        path: 'payload.applications',
        error: 'value_not_allowed',
        action: `send only one of ${named} in payload.applications`,
      },
    ]);
  });
});

describe('the fields that an amendment requires, in detail', () => {
  it.each<[string, AmendmentType, JsonObject, string[]]>([
    ['an empty name', 'MERCHANT_NAME', { ...ENOUGH.MERCHANT_NAME, merchantName: '' }, ['field_missing merchantName']],
    [
      'an unknown type',
      'MERCHANT_NAME',
      { ...ENOUGH.MERCHANT_NAME, merchantType: 'X' },
      ['value_not_allowed merchantType'],
    ],
    ['an empty legal name', 'MERCHANT_NAME', { ...ENOUGH.MERCHANT_NAME, legalName: '' }, ['field_missing legalName']],
    ['a chain without its id', 'LINKED_CHAIN', { chain: {} }, ['field_missing chain.chainId']],
    ['a chain that is a string', 'LINKED_CHAIN', { chain: 'C-1' }, ['wrong_format chain']],
    ['a chain that is null', 'LINKED_CHAIN', { chain: null }, ['wrong_format chain']],
    ['an unknown category', 'MCC', { mcc: '54' }, ['wrong_format mcc']],
    ['an unknown category in another spelling', 'MCC', { mmc: '54' }, ['wrong_format mmc']],
    [
      'no schemes although codes differ',
      'SCHEMES_OVERRIDING',
      { configurations: { overrideDefaultSchemesMcc: true } },
      ['field_missing configurations.acceptedCardSchemes'],
    ],
    [
      'a scheme without a value',
      'SCHEMES_OVERRIDING',
      { configurations: { overrideDefaultSchemesMcc: true, acceptedCardSchemes: [OVERRIDDEN, { cardScheme: 'BBB' }] } },
      ['field_missing configurations.acceptedCardSchemes[1].schemeOverrideValue'],
    ],
    ['no schemes if no code differs', 'SCHEMES_OVERRIDING', { overrideDefaultSchemesMcc: false }, []],
    ['no address', 'ADDRESS', { addresses: [] }, ['field_missing addresses']],
    [
      'an address without a city',
      'ADDRESS',
      { addresses: [ADDRESS, { ...ADDRESS, city: '' }] },
      ['field_missing addresses[1].city'],
    ],
    [
      'a scheme without a price',
      'ACCEPTED_CARDS',
      { merchantCurrency: 'AED', configurations: { acceptedCardSchemes: [{ cardScheme: 'AAA' }] } },
      ['field_missing configurations.acceptedCardSchemes[0].tariffRate'],
    ],
    [
      'complex pricing without refund control, which may exist already',
      'ACCEPTED_CARDS',
      {
        merchantCurrency: 'AED',
        acceptedCardSchemes: [{ cardScheme: 'AAA', acceptedCardModes: [{ modeName: 'MANUAL', rate: '1' }] }],
      },
      [],
    ],
    ['no fees', 'FEES', { configurations: { fees: [] } }, ['field_missing configurations.fees']],
    [
      'a classifier of another fee',
      'FEES',
      { fees: [{ ...CONFIGURATIONS.fees[0]!, feeClassifier: 'COUNT' }] },
      ['value_not_allowed fees[0].feeClassifier'],
    ],
    ['no services', 'SERVICES', { services: [] }, []],
    [
      'a service without fields',
      'SERVICES',
      { services: [MCP, { serviceType: 'SELF_SERVICE', firstName: 'A', lastName: 'B' }] },
      ['field_missing services[1].email'],
    ],
    ['no terminals', 'ADDING_TERMINALS', { terminals: [] }, ['field_missing terminals']],
    ['configurations that are a string', 'FEES', { configurations: 'x' }, ['wrong_format configurations']],
    [
      'configurations that are null',
      'ACCEPTED_CARDS',
      { merchantCurrency: 'AED', configurations: null },
      ['wrong_format configurations'],
    ],
    [
      'schemes that are null',
      'SCHEMES_OVERRIDING',
      { overrideDefaultSchemesMcc: true, acceptedCardSchemes: null },
      ['wrong_format acceptedCardSchemes'],
    ],
  ])('%s with %s', (_what, type, fields, findings) => {
    expect(shortly(findingsOf([type], fields))).toEqual(findings);
  });

  it('must conform to the forms of a boarding even in fields that its types do not name', () => {
    const findings = findingsOf(['HOLD'], { kyc: 'Y', trn: '', debitAccountNumOrIban: 'AE080331234567890123456' });
    expect(shortly(findings)).toEqual(['wrong_format debitAccountNumOrIban', 'wrong_format kyc', 'field_missing trn']);
  });

  it('explains how to correct a field that cannot be emptied', () => {
    expect(findingsOf(['MERCHANT_NAME'], { ...ENOUGH.MERCHANT_NAME, legalName: '' })).toEqual([
      {
        path: `${MERCHANT}.legalName`,
        error: 'field_missing',
        message: 'is mandatory and cannot be emptied',
        action: 'set legalName to a value, or remove it',
      },
    ]);
  });
});

describe('the chain of LINKED_CHAIN', () => {
  const read = (application: JsonObject) => readOnboardingRequest({ payload: { applications: [application] } }, {});
  const linked = { merchantId: 'M-1', amendmentList: ['LINKED_CHAIN'] };

  it.each([
    ["the application's", { merchants: [linked], chain: { chainId: 'C-1' } }, 'payload.applications[0].chain'],
    [
      "the application's, spelled Chain",
      { merchants: [linked], Chain: { chainId: 'C-1' } },
      'payload.applications[0].Chain',
    ],
    ["the merchant's own", { merchants: [{ ...linked, chain: { chainId: 'C-1' } }] }, `${MERCHANT}.chain`],
    [
      "the merchant's own, spelled Chain",
      { merchants: [{ ...linked, Chain: { chainId: 'C-1' } }] },
      `${MERCHANT}.Chain`,
    ],
  ])('is %s, identified only by its id', (_whose, application, path) => {
    const { findings, chains } = read(application);
    expect(findings).toEqual([]);
    expect(chains).toEqual([{ application: 0, path, value: { chainId: 'C-1' }, isReference: true }]);
  });

  it('is new, next to amendments, if all its fields are present', () => {
    const { findings, chains } = read({ merchants: [linked], chain: CHAIN });
    expect(findings).toEqual([]);
    expect(chains).toMatchObject([{ isReference: false, value: CHAIN }]);
  });

  it('has one finding if it is wrong', () => {
    expect(read({ merchants: [linked], chain: { chainId: ' ' } }).findings).toMatchObject([
      { path: 'payload.applications[0].chain.chainId', error: 'wrong_format' },
    ]);
    expect(read({ merchants: [linked], chain: 'C-1' }).findings).toMatchObject([
      { path: 'payload.applications[0].chain', error: 'wrong_format' },
    ]);
  });

  it('must be complete next to a boarding', () => {
    const { findings } = readOnboardingRequest(
      onboardingOf([linked, { merchantId: 'M-2' }], { chain: { chainId: 'C-1' } }),
      {},
    );
    expect(
      withoutFurtherHelp(findings)
        .slice(0, 4)
        .map(({ path, error, action }) => `${error} ${path}: ${action}`),
    ).toEqual([
      'field_missing payload.applications[0].chain.chainName: add chain.chainName',
      'field_missing payload.applications[0].chain.groupCode: add chain.groupCode',
      'field_missing payload.applications[0].chain.chainLevelReportRequired: add chain.chainLevelReportRequired',
      'field_missing payload.applications[0].chain.groupLevelReportingRequired: add chain.groupLevelReportingRequired',
    ]);
  });
});

describe('fields of the configurations next to the merchantId', () => {
  it.each<[AmendmentType, JsonObject, JsonObject, string[]]>([
    ['FEES', { fees: CONFIGURATIONS.fees }, { fees: CONFIGURATIONS.fees }, ['fees']],
    [
      'ACCEPTED_CARDS',
      { merchantCurrency: 'AED', acceptedCardSchemes: CONFIGURATIONS.acceptedCardSchemes },
      { acceptedCardSchemes: CONFIGURATIONS.acceptedCardSchemes },
      ['acceptedCardSchemes'],
    ],
    [
      'SCHEMES_OVERRIDING',
      { overrideDefaultSchemesMcc: true, acceptedCardSchemes: [OVERRIDDEN] },
      { overrideDefaultSchemesMcc: true, acceptedCardSchemes: [OVERRIDDEN] },
      ['overrideDefaultSchemesMcc', 'acceptedCardSchemes'],
    ],
  ])('%s move to their place in the table, with a warning', (type, fields, configurations, moved) => {
    const merchant = { merchantId: 'M-1', ...fields, amendmentList: [type] };
    const { findings, merchants } = readOnboardingRequest(onboardingOf([merchant]), {});
    expect(findings).toEqual([]);
    expect(merchants[0]?.value).toMatchObject({ configurations });
    expect(merchants[0]?.warnings).toEqual(moved.map((name) => ({ path: `${MERCHANT}.${name}`, rule: 'other-place' })));
    for (const name of moved) expect(Object.keys(merchants[0]?.value ?? {})).not.toContain(name);
  });

  it('are reported at the place where they were sent', () => {
    const findings = findingsOf(['FEES'], { fees: [{ feeTypeName: 'MIS', reOccurrenceFrequency: 'DAILY' }] });
    expect(findings).toEqual([
      {
        path: `${MERCHANT}.fees[0].feeValue`,
        error: 'field_missing',
        message: 'is mandatory',
        action: 'add fees[0].feeValue',
      },
    ]);
  });
});
