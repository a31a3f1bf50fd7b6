import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json/exact-number.ts';
import { ADDRESS, amendmentOf, CHAIN, CONFIGURATIONS, onboardingOf, TERMINAL } from '../testing/onboarding.ts';
import { AMENDMENT_TYPES, type AmendmentType } from './merchant-values.ts';
import { readOnboardingRequest } from './read-onboarding-request.ts';

const MERCHANT = 'payload.applications[0].merchants[0]';
const MCP = { serviceType: 'MCP' };
const OVERRIDDEN = { cardScheme: 'AAA', schemeOverrideValue: { dbaName: 'Souk', mcc: 5411 } };

/** What docs/interface/merchant-amendments.md#types says that each type needs, and nothing else. */
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
};

function findingsOf(types: readonly string[], fields: JsonObject, more: JsonObject = {}) {
  const merchant = { merchantId: 'M-1', ...fields, amendmentList: [...types] };
  return readOnboardingRequest(onboardingOf([merchant], more), {}).findings;
}
/** The place within the merchant: code, place. */
function shortly(findings: ReturnType<typeof findingsOf>): string[] {
  return findings.map(({ path, code }) => `${code} ${path.replace(`${MERCHANT}.`, '')}`);
}

describe('an amendment', () => {
  it.each(AMENDMENT_TYPES)('%s is enough with what it needs', (type) => {
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
  ])('%s with %s lacks each thing that it needs', (type, _what, places) => {
    expect(findingsOf([type], {})).toEqual(
      places.map((place) => ({
        path: `${MERCHANT}.${place}`,
        code: '103',
        message: `is mandatory with the amendment ${type}`,
        action: `add ${place}`,
      })),
    );
  });

  it.each(AMENDMENT_TYPES)('%s needs the merchantId', (type) => {
    const merchant = { ...ENOUGH[type], amendmentList: [type] };
    expect(readOnboardingRequest(onboardingOf([merchant]), {}).findings).toEqual([
      { path: `${MERCHANT}.merchantId`, code: '103', message: 'is mandatory', action: 'add merchantId' },
    ]);
  });

  it('of several types needs what each of them needs', () => {
    const types = ['MCC', 'FEES', 'LINKED_CHAIN', 'HOLD'];
    expect(shortly(findingsOf(types, {}))).toEqual(['103 chain.chainId', '103 mcc', '103 configurations.fees']);
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
        code: '106',
        message: `must not hold ${named} together`,
        action: `keep one of ${named} in amendmentList`,
      },
    ]);
    expect(
      readOnboardingRequest(amendmentOf(types.filter(Boolean), [{ merchantId: 'M-1' }]), {}).findings,
    ).toMatchObject([
      { path: 'payload.applications', code: '106', action: `keep one of ${named} in payload.applications` },
    ]);
  });
});

describe('what an amendment needs, in detail', () => {
  it.each<[string, AmendmentType, JsonObject, string[]]>([
    ['an empty name', 'MERCHANT_NAME', { ...ENOUGH.MERCHANT_NAME, merchantName: '' }, ['103 merchantName']],
    ['a type of no list', 'MERCHANT_NAME', { ...ENOUGH.MERCHANT_NAME, merchantType: 'X' }, ['106 merchantType']],
    ['a legal name that is emptied', 'MERCHANT_NAME', { ...ENOUGH.MERCHANT_NAME, legalName: '' }, ['103 legalName']],
    ['a chain without its id', 'LINKED_CHAIN', { chain: {} }, ['103 chain.chainId']],
    ['a chain that is a text', 'LINKED_CHAIN', { chain: 'C-1' }, ['105 chain']],
    ['a chain that is null', 'LINKED_CHAIN', { chain: null }, ['105 chain']],
    ['a category that is none', 'MCC', { mcc: '54' }, ['105 mcc']],
    ['another spelling of the category that is none', 'MCC', { mmc: '54' }, ['105 mmc']],
    [
      'no schemes where codes differ',
      'SCHEMES_OVERRIDING',
      { configurations: { overrideDefaultSchemesMcc: true } },
      ['103 configurations.acceptedCardSchemes'],
    ],
    [
      'a scheme without its value',
      'SCHEMES_OVERRIDING',
      { configurations: { overrideDefaultSchemesMcc: true, acceptedCardSchemes: [OVERRIDDEN, { cardScheme: 'BBB' }] } },
      ['103 configurations.acceptedCardSchemes[1].schemeOverrideValue'],
    ],
    ['no schemes where none differs', 'SCHEMES_OVERRIDING', { overrideDefaultSchemesMcc: false }, []],
    ['no address', 'ADDRESS', { addresses: [] }, ['103 addresses']],
    [
      'an address without its city',
      'ADDRESS',
      { addresses: [ADDRESS, { ...ADDRESS, city: '' }] },
      ['103 addresses[1].city'],
    ],
    [
      'a scheme without a price',
      'ACCEPTED_CARDS',
      { merchantCurrency: 'AED', configurations: { acceptedCardSchemes: [{ cardScheme: 'AAA' }] } },
      ['103 configurations.acceptedCardSchemes[0].tariffRate'],
    ],
    [
      'complex pricing without refund control, which may be boarded already',
      'ACCEPTED_CARDS',
      {
        merchantCurrency: 'AED',
        acceptedCardSchemes: [{ cardScheme: 'AAA', acceptedCardModes: [{ modeName: 'MANUAL', rate: '1' }] }],
      },
      [],
    ],
    ['no fees', 'FEES', { configurations: { fees: [] } }, ['103 configurations.fees']],
    [
      'a classifier out of place',
      'FEES',
      { fees: [{ ...CONFIGURATIONS.fees[0]!, feeClassifier: 'COUNT' }] },
      ['106 fees[0].feeClassifier'],
    ],
    ['no services', 'SERVICES', { services: [] }, ['103 services']],
    [
      'a service without its fields',
      'SERVICES',
      { services: [MCP, { serviceType: 'SELF_SERVICE', firstName: 'A', lastName: 'B' }] },
      ['103 services[1].email'],
    ],
    ['no terminals', 'ADDING_TERMINALS', { terminals: [] }, ['103 terminals']],
    ['configurations that are a text', 'FEES', { configurations: 'x' }, ['105 configurations']],
    [
      'configurations that are null',
      'ACCEPTED_CARDS',
      { merchantCurrency: 'AED', configurations: null },
      ['105 configurations'],
    ],
    [
      'schemes that are null',
      'SCHEMES_OVERRIDING',
      { overrideDefaultSchemesMcc: true, acceptedCardSchemes: null },
      ['105 acceptedCardSchemes'],
    ],
  ])('%s with %s', (_what, type, fields, findings) => {
    expect(shortly(findingsOf([type], fields))).toEqual(findings);
  });

  it('is held to the forms of a boarding also in fields that its types do not name', () => {
    const found = findingsOf(['HOLD'], { kyc: 'Y', trn: '', debitAccountNumOrIban: 'AE080331234567890123456' });
    expect(shortly(found)).toEqual(['105 debitAccountNumOrIban', '105 kyc', '103 trn']);
  });

  it('says what to do with a field that cannot be emptied', () => {
    expect(findingsOf(['MERCHANT_NAME'], { ...ENOUGH.MERCHANT_NAME, legalName: '' })).toEqual([
      {
        path: `${MERCHANT}.legalName`,
        code: '103',
        message: 'is mandatory and cannot be emptied',
        action: 'give legalName a value, or remove it',
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
  ])('is %s, by its id alone', (_whose, application, path) => {
    const { findings, chains } = read(application);
    expect(findings).toEqual([]);
    expect(chains).toEqual([{ application: 0, path, value: { chainId: 'C-1' }, isReference: true }]);
  });

  it('is a new one beside amendments where it is given whole', () => {
    const { findings, chains } = read({ merchants: [linked], chain: CHAIN });
    expect(findings).toEqual([]);
    expect(chains).toMatchObject([{ isReference: false, value: CHAIN }]);
  });

  it('is told once where it is wrong', () => {
    expect(read({ merchants: [linked], chain: { chainId: ' ' } }).findings).toMatchObject([
      { path: 'payload.applications[0].chain.chainId', code: '105' },
    ]);
    expect(read({ merchants: [linked], chain: 'C-1' }).findings).toMatchObject([
      { path: 'payload.applications[0].chain', code: '105' },
    ]);
  });

  it('has to be whole beside a boarding', () => {
    const { findings } = readOnboardingRequest(
      onboardingOf([linked, { merchantId: 'M-2' }], { chain: { chainId: 'C-1' } }),
      {},
    );
    expect(findings.slice(0, 4).map(({ path, code, action }) => `${code} ${path}: ${action}`)).toEqual([
      '103 payload.applications[0].chain.chainName: add chain.chainName',
      '103 payload.applications[0].chain.groupCode: add chain.groupCode',
      '103 payload.applications[0].chain.chainLevelReportRequired: add chain.chainLevelReportRequired',
      '103 payload.applications[0].chain.groupLevelReportingRequired: add chain.groupLevelReportingRequired',
    ]);
  });
});

describe('fields of the configurations beside the merchantId', () => {
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
  ])('%s: go where the table has them, with a warning', (type, fields, configurations, moved) => {
    const merchant = { merchantId: 'M-1', ...fields, amendmentList: [type] };
    const { findings, merchants } = readOnboardingRequest(onboardingOf([merchant]), {});
    expect(findings).toEqual([]);
    expect(merchants[0]?.value).toMatchObject({ configurations });
    expect(merchants[0]?.warnings).toEqual(moved.map((name) => ({ path: `${MERCHANT}.${name}`, rule: 'other-place' })));
    for (const name of moved) expect(Object.keys(merchants[0]?.value ?? {})).not.toContain(name);
  });

  it('are told at the place where they stand', () => {
    const found = findingsOf(['FEES'], { fees: [{ feeTypeName: 'MIS', reOccurrenceFrequency: 'DAILY' }] });
    expect(found).toEqual([
      { path: `${MERCHANT}.fees[0].feeValue`, code: '103', message: 'is mandatory', action: 'add fees[0].feeValue' },
    ]);
  });
});
