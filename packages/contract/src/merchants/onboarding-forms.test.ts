import { describe, expect, it } from 'vitest';
import { type JsonObject, type JsonValue, parseJson, writeJson } from '../index.ts';
import {
  ADDRESS,
  CHAIN,
  CONFIGURATIONS,
  onboardingOf,
  POS_MERCHANT,
  TERMINAL,
  withoutFurtherHelp,
} from '../testing/onboarding.ts';
import { FEE_TYPES } from './merchant-values.ts';
import { readOnboardingRequest } from './read-onboarding-request.ts';

const MERCHANT = 'payload.applications[0].merchants[0]';
const read = (request: JsonValue) => readOnboardingRequest(request as JsonObject, {});
function json(text: string): JsonObject {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value as JsonObject;
}
const shortly = (request: JsonValue) =>
  withoutFurtherHelp(read(request).findings).map(({ path, error }) => `${error} ${path.replace(`${MERCHANT}.`, '')}`);
const USER = { firstName: 'Amina', lastName: 'Saleh', email: 'amina@souk.example' };

describe('other deviations are refused', () => {
  it.each<[string, JsonObject, string]>([
    ['another spelling of a key', { merchantID: 'M-1', merchantId: '' }, 'field_missing merchantId'],
    ['a value in other letters', { merchantType: 'pos' }, 'value_not_allowed merchantType'],
    ['a value with a blank', { paymentMode: 'EFT ' }, 'value_not_allowed paymentMode'],
    ['a boolean as a string', { kyc: 'true' }, 'wrong_format kyc'],
    ['a boolean as a number', { vatEnabled: 1 }, 'wrong_format vatEnabled'],
    ['a day as a string', { statementDay: '1' }, 'wrong_format statementDay'],
    ['a day with a fraction', { statementDay: 1.5 }, 'wrong_format statementDay'],
    ['an account as a number', { creditAccountNumOrIban: 1000000001 }, 'wrong_format creditAccountNumOrIban'],
    [
      'an IBAN with a wrong checksum',
      { debitAccountNumOrIban: 'AE080331234567890123456' },
      'wrong_format debitAccountNumOrIban',
    ],
    ['a currency by its number', { merchantCurrency: '784' }, 'wrong_format merchantCurrency'],
    ['one address instead of a list', { addresses: ADDRESS }, 'wrong_format addresses'],
    ['no address', { addresses: [] }, 'field_missing addresses'],
    [
      'a country of two letters',
      { addresses: [{ ...ADDRESS, countryCode: 'AE' }] },
      'wrong_format addresses[0].countryCode',
    ],
    [
      'a state beyond 100 characters',
      { addresses: [{ ...ADDRESS, state: 'x'.repeat(101) }] },
      'wrong_length addresses[0].state',
    ],
    [
      'address lines in one string',
      { addresses: [{ ...ADDRESS, addressLines: 'x' }] },
      'wrong_format addresses[0].addressLines',
    ],
    [
      'an address line that is a number',
      { addresses: [{ ...ADDRESS, addressLines: ['a', 1] }] },
      'wrong_format addresses[0].addressLines[1]',
    ],
    ['null for an optional string', { relationshipManager: null }, 'wrong_format relationshipManager'],
    ['null for an optional list', { terminals: null }, 'wrong_format terminals'],
    ['null for an optional flag', { vatEnabled: null }, 'wrong_format vatEnabled'],
    ['null for a mandatory string', { trn: null }, 'wrong_format trn'],
    ['one terminal instead of a list', { terminals: TERMINAL }, 'wrong_format terminals'],
    [
      'a terminal without fees',
      { terminals: [{ ...TERMINAL, fees: undefined as never }] },
      'field_missing terminals[0].fees',
    ],
    [
      'a terminal name with a sign',
      { terminals: [{ ...TERMINAL, terminalName: 'Till #1' }] },
      'wrong_format terminals[0].terminalName',
    ],
    [
      'a fee in words',
      { terminals: [{ ...TERMINAL, fees: [{ feeType: 'SIM_FEE', feeValue: 'ten' }] }] },
      'wrong_format terminals[0].fees[0].feeValue',
    ],
    [
      'a negative fee',
      { terminals: [{ ...TERMINAL, fees: [{ feeType: 'SIM_FEE', feeValue: -1 }] }] },
      'wrong_format terminals[0].fees[0].feeValue',
    ],
    ['a service without a type', { services: [{}] }, 'field_missing services[0].serviceType'],
    [
      'DCC of another provider',
      {
        services: [
          { serviceType: 'DCC', dccProvider: 'XX', dccAcquirerRate: 1, dccMerchantMarkupRate: 1, dccMarkupRate: 1 },
        ],
      },
      'value_not_allowed services[0].dccProvider',
    ],
    [
      'SELF_SERVICE without a person',
      { services: [{ serviceType: 'SELF_SERVICE', firstName: 'A', lastName: '', email: 'a@b' }] },
      'field_missing services[0].lastName',
    ],
    ['NGO without a user', { services: [{ serviceType: 'NGO' }] }, 'field_missing services[0].user'],
    [
      'NGO with a limit in words',
      { services: [{ serviceType: 'NGO', user: USER, currencyLimits: { AED: 'many' } }] },
      'wrong_format services[0].currencyLimits.AED',
    ],
    [
      'NGO with an unknown currency',
      { services: [{ serviceType: 'NGO', user: USER, currencyLimits: { dirham: 1 } }] },
      'wrong_format services[0].currencyLimits.dirham',
    ],
    [
      'NGO with an unknown channel',
      { services: [{ serviceType: 'NGO', user: USER, channels: 'POS' }] },
      'value_not_allowed services[0].channels',
    ],
    [
      'NGO with limits as a list',
      { services: [{ serviceType: 'NGO', user: USER, currencyLimits: [1] }] },
      'wrong_format services[0].currencyLimits',
    ],
    [
      'NGO with a method of one currency',
      { services: [{ serviceType: 'NGO', user: USER, paymentMethodCurrenciesMap: { CARDS: 'AED' } }] },
      'wrong_format services[0].paymentMethodCurrenciesMap.CARDS',
    ],
    [
      'a cutoff day as a number',
      { configurations: { ...CONFIGURATIONS, flexiCutoffDay: 1 } },
      'wrong_format configurations.flexiCutoffDay',
    ],
    [
      'a date that does not exist',
      { configurations: { ...CONFIGURATIONS, creationDate: '2026-02-30' } },
      'wrong_format configurations.creationDate',
    ],
  ])('%s', (_what, changes, finding) => {
    const sent = json(writeJson({ ...POS_MERCHANT, ...changes }));
    expect(shortly(onboardingOf([sent]))).toEqual([finding]);
  });
});

describe('submitted values are returned unchanged', () => {
  it('numbers retain their digits in each written form', () => {
    const fees = ['1', '1.1', '1.10', '"1.10"', '0.00', '"0"', '1234567890'].map(
      (value, at) => `{"feeTypeName":"${FEE_TYPES[at]}","reOccurrenceFrequency":"DAILY","feeValue":${value}}`,
    );
    const rates = ['1.1', '1.10', '"1.10"', '2', '"2.000"'].map(
      (rate, at) => `{"cardScheme":"AA${'ABCDE'[at]}","tariffRate":${rate}}`,
    );
    const text = writeJson(POS_MERCHANT)
      .replace(/"fees":\[.*?\]/, `"fees":[${fees.join()}]`)
      .replace(/"acceptedCardSchemes":\[.*?\]/, `"acceptedCardSchemes":[${rates.join()}]`);
    const { findings, merchants } = read(onboardingOf([json(text)]));
    expect(findings).toEqual([]);
    expect(writeJson(merchants[0]!.value)).toBe(text);
  });

  it('strings retain their letters: Arabic, emoji, combining marks', () => {
    const sent = { ...POS_MERCHANT, merchantName: 'سوق الذهب للتجارة', legalName: 'Zoe\u0308 😀', trn: '١٢٣' };
    const { findings, merchants } = read(onboardingOf([sent]));
    expect(findings).toEqual([]);
    expect(merchants[0]?.value).toEqual(sent);
  });

  it('a maximum length counts characters, not bytes', () => {
    expect(
      shortly(onboardingOf([{ ...POS_MERCHANT, merchantName: 'ق'.repeat(100), legalName: '😀'.repeat(100) }])),
    ).toEqual([]);
    expect(
      shortly(onboardingOf([{ ...POS_MERCHANT, merchantName: 'ق'.repeat(101), legalName: '😀'.repeat(101) }])),
    ).toEqual(['wrong_length merchantName', 'wrong_length legalName']);
  });
});

describe('hostile shapes', () => {
  it('members with the names of prototype members are ordinary members at every level', () => {
    const text = writeJson(POS_MERCHANT).replace('"settlement":{', '"settlement":{"__proto__":{"statementDay":1},');
    const request = json(
      `{"__proto__":{"requestId":"R-9"},"payload":{"applications":[{"__proto__":{"chain":1},"merchants":[${text}]}]}}`,
    );
    const { findings, warnings, merchants } = read(request);
    expect(findings).toMatchObject([{ path: 'requestId', error: 'field_missing' }]);
    expect(warnings).toEqual([
      { path: '__proto__', rule: 'unknown-field' },
      { path: 'payload.applications[0].__proto__', rule: 'unknown-field' },
    ]);
    expect(merchants[0]?.warnings).toEqual([
      { path: `${MERCHANT}.configurations.settlement.__proto__`, rule: 'unknown-field' },
    ]);
    expect(writeJson(merchants[0]!.value)).toContain('"__proto__":{"statementDay":1}');
    expect(({} as { requestId?: string }).requestId).toBeUndefined();
  });

  it('an amendment retains them too', () => {
    const merchant = json(
      '{"merchantId":"M-1","amendmentList":["FEES"],"configurations":{"__proto__":{"fees":[]}},"__proto__":{"fees":[]}}',
    );
    const { findings, merchants } = read(onboardingOf([merchant]));
    expect(withoutFurtherHelp(findings)).toMatchObject([
      { path: `${MERCHANT}.configurations.fees`, error: 'field_missing' },
    ]);
    expect(Object.getPrototypeOf(merchants[0]?.value)).toBe(Object.prototype);
  });

  it.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    'a serviceType with the value %s is only a name',
    (serviceType) => {
      expect(shortly(onboardingOf([{ ...POS_MERCHANT, services: [{ serviceType }] }]))).toEqual([]);
    },
  );

  it.each<[string, JsonValue]>([
    ['a list', [[], [[]]]],
    ['an object', { a: {} }],
    ['null', null],
    ['a number', 7],
    ['a string', 'x'],
  ])('%s instead of each member is reported there and nowhere else', (_what, wrong) => {
    for (const [name, right] of Object.entries({
      ...POS_MERCHANT,
      terminals: [TERMINAL],
      services: [{ serviceType: 'MCP' }],
    })) {
      const fits = typeof wrong === typeof right && Array.isArray(wrong) === Array.isArray(right) && wrong !== null;
      if (fits) continue;
      if (name === 'mcc' && typeof wrong === 'number') continue;
      expect(shortly(onboardingOf([{ ...POS_MERCHANT, [name]: wrong }])), name).toEqual([`wrong_format ${name}`]);
    }
  });

  it('keys of the caller are reported shortened and without card numbers', () => {
    const { payload } = onboardingOf([{ ...POS_MERCHANT, '4000001234567899': 1 }]);
    const { warnings, merchants } = read({
      requestId: 'R-1',
      payload: payload!,
      '4000 0012 3456 7899': 1,
      [`k${'x'.repeat(500)}`]: 1,
    });
    expect(warnings).toEqual([
      { path: '#', rule: 'unknown-field' },
      { path: `k${'x'.repeat(59)}`, rule: 'unknown-field' },
    ]);
    expect(merchants[0]?.warnings).toEqual([{ path: `${MERCHANT}.#`, rule: 'unknown-field' }]);
  });

  it('lists of findings and unknown members are capped, and the rest is counted', () => {
    const unknown = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`k${at}`, 1]));
    const terminals = Array.from({ length: 200 }, () => 7);
    const more = Array.from({ length: 24 }, () => ({ ...POS_MERCHANT, terminals }));
    const merchants = [{ ...POS_MERCHANT, ...unknown, terminals }, ...more];
    const checked = read({ ...onboardingOf(merchants, unknown), ...unknown });
    expect(checked.warnings).toHaveLength(50);
    expect(checked.merchants[0]?.warnings).toHaveLength(50);
    expect(checked.findings).toHaveLength(200);
    expect(checked.omittedCount).toBe(4_800);
  });

  it('findings of all merchants together are capped at 200', () => {
    const checked = read(
      onboardingOf(Array.from({ length: 30 }, () => ({ ...POS_MERCHANT, terminals: Array(10).fill(7) }))),
    );
    expect([checked.findings.length, checked.omittedCount]).toEqual([200, 100]);
  });

  it('faults outside the schemas are counted with all others', () => {
    const fee = { feeTypeName: 'MIS', reOccurrenceFrequency: 'DAILY', feeValue: 1, feeClassifier: 'COUNT' };
    const configurations = { ...CONFIGURATIONS, fees: Array(50).fill(fee) };
    const checked = read(onboardingOf(Array(100).fill({ ...POS_MERCHANT, configurations })));
    // Each fee has a classifier, and each fee but the first is a duplicate.
    expect([checked.findings.length, checked.omittedCount]).toEqual([200, 9_700]);
  });

  it('no further merchant is checked after ten thousand findings', () => {
    const terminals = Array.from({ length: 200 }, () => 7);
    const checked = read(onboardingOf(Array(1_000).fill({ ...POS_MERCHANT, terminals })));
    expect([checked.merchants.length, checked.findings.length, checked.omittedCount]).toEqual([50, 200, 9_800]);
  });

  it.each([
    ['addresses', 20, (list: unknown[]) => ({ addresses: list })],
    ['terminals', 200, (list: unknown[]) => ({ terminals: list })],
    ['services', 50, (list: unknown[]) => ({ services: list })],
    ['configurations.fees', 50, (list: unknown[]) => ({ configurations: { ...CONFIGURATIONS, fees: list } })],
    [
      'configurations.acceptedCardSchemes',
      50,
      (list: unknown[]) => ({ configurations: { ...CONFIGURATIONS, acceptedCardSchemes: list } }),
    ],
  ])('%s hold at most %i entries, and a longer list is one finding', (name, most, withList) => {
    const findingsOf = (count: number) =>
      read(onboardingOf([{ ...POS_MERCHANT, ...(withList(Array(count).fill(7)) as JsonObject) }])).findings.filter(
        ({ error }) => error === 'wrong_length',
      );
    expect(findingsOf(most)).toEqual([]);
    const path = `${MERCHANT}.${name}`;
    expect(findingsOf(most + 1)).toEqual([
      {
        path,
        error: 'wrong_length',
        message: `must contain at most ${most}`,
        action: expect.stringContaining(`at most ${most}`),
      },
    ]);
  });

  const ONE_LIST = ['must contain at most 100', 'take entries out of payload.applications: at most 100'] as const;
  const TOGETHER = ['must contain at most 10000 merchants', 'send the merchants in several requests'] as const;

  it.each([
    [100, 'applications', ONE_LIST, (many: JsonObject[]) => many.map((merchant) => ({ merchants: [merchant] }))],
    [
      100,
      'applications and names of amendments',
      ONE_LIST,
      (many: JsonObject[]) => [...many.slice(1).map(() => 'HOLD'), { merchants: [POS_MERCHANT] }],
    ],
    [10_000, 'merchants of one application', TOGETHER, (many: JsonObject[]) => [{ merchants: many }]],
    [
      10_000,
      'merchants of several applications',
      TOGETHER,
      (many: JsonObject[]) => [{ merchants: many.slice(0, 5_000) }, { merchants: many.slice(5_000) }],
    ],
  ])('more than %d %s are not checked', (most, _what, [message, action], applicationsOf) => {
    const hold = { merchantId: 'M-1', amendmentList: ['HOLD'] };
    const requestWith = (count: number) => ({
      requestId: 'R-1',
      payload: { applications: applicationsOf(Array(count).fill(hold)) },
    });
    expect(shortly(requestWith(most))).toEqual([]);
    const tooMany = read(requestWith(most + 1));
    expect(tooMany.merchants).toEqual([]);
    expect(tooMany.findings).toEqual([{ path: 'payload.applications', error: 'wrong_length', message, action }]);
  });

  it('a chain is checked against its schema regardless of its siblings', () => {
    expect(
      shortly(onboardingOf([POS_MERCHANT], { chain: { ...CHAIN, alreadyExist: 'no', organizationName: 5 } })),
    ).toEqual([
      'wrong_format payload.applications[0].chain.organizationName',
      'wrong_format payload.applications[0].chain.alreadyExist',
    ]);
  });
});
