import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../index.ts';
import { ADDRESS, amendmentOf, CHAIN, onboardingOf, POS_MERCHANT } from '../testing/onboarding.ts';
import { AMENDMENT_TYPES } from './merchant-values.ts';
import { readOnboardingRequest } from './read-onboarding-request.ts';

const MERCHANT = 'payload.applications[0].merchants[0]';
const read = (request: JsonValue) => readOnboardingRequest(request as JsonObject, {});

describe('both forms of the list of applications', () => {
  it('structures are boardings, each in its application', () => {
    const second = { ...POS_MERCHANT, merchantId: 'M-2' };
    const applications = [{ merchants: [POS_MERCHANT], chain: CHAIN }, { merchants: [second, POS_MERCHANT] }];
    expect(read({ requestId: 'R-1', payload: { applications } })).toEqual({
      requestId: 'R-1',
      applications: 2,
      merchants: [
        { application: 0, path: MERCHANT, kind: 'BOARDING', types: [], value: POS_MERCHANT, warnings: [] },
        {
          application: 1,
          path: 'payload.applications[1].merchants[0]',
          kind: 'BOARDING',
          types: [],
          value: second,
          warnings: [],
        },
        {
          application: 1,
          path: 'payload.applications[1].merchants[1]',
          kind: 'BOARDING',
          types: [],
          value: POS_MERCHANT,
          warnings: [],
        },
      ],
      chains: [{ application: 0, path: 'payload.applications[0].chain', value: CHAIN, isReference: false }],
      findings: [],
      omittedCount: 0,
      warnings: [],
    });
  });

  it('strings name the amendments of all merchants in the neighboring structures, at any position', () => {
    const applications = [
      'RELEASE',
      {
        merchants: [
          { merchantId: 'M-1', mcc: '5411' },
          { merchantId: 'M-2', mcc: '5412' },
        ],
      },
      'MCC',
      { merchants: [{ merchantId: 'M-3', mcc: '5413' }] },
    ];
    const { findings, merchants, applications: count } = read({ requestId: 'R-1', payload: { applications } });
    expect(findings).toEqual([]);
    expect(count).toBe(2);
    expect(merchants.map(({ application, path, kind, types }) => [application, path, kind, types])).toEqual([
      [0, 'payload.applications[1].merchants[0]', 'AMENDMENT', ['MCC', 'RELEASE']],
      [0, 'payload.applications[1].merchants[1]', 'AMENDMENT', ['MCC', 'RELEASE']],
      [1, 'payload.applications[3].merchants[0]', 'AMENDMENT', ['MCC', 'RELEASE']],
    ]);
  });

  it('a merchant with an amendmentList is an amendment among boardings, and its types add to those of the strings', () => {
    const amended = { merchantId: 'M-9', mcc: '5411', amendmentList: ['MCC', 'HOLD', 'MCC'] };
    expect(read(onboardingOf([POS_MERCHANT, amended])).merchants).toMatchObject([
      { kind: 'BOARDING', types: [] },
      { kind: 'AMENDMENT', types: ['MCC', 'HOLD'] },
    ]);
    expect(
      read(amendmentOf(['CLOSURE'], [{ merchantId: 'M-9', mcc: '5411', amendmentList: ['MCC'] }])).merchants,
    ).toMatchObject([{ types: ['MCC', 'CLOSURE'] }]);
  });

  it('strings without a structure are refused, because there is no merchant', () => {
    for (const applications of [['HOLD'], [...AMENDMENT_TYPES]]) {
      expect(read({ requestId: 'R-1', payload: { applications } }).findings).toEqual([
        {
          path: 'payload.applications',
          error: 'field_missing',
          message: 'must contain an application with merchants',
          action: 'add an application with merchants to payload.applications',
        },
      ]);
    }
  });

  it('a string that is not an amendment is refused with the list of amendments', () => {
    const names = AMENDMENT_TYPES.join(', ');
    for (const name of ['hold', 'BOARDING', '', ' HOLD']) {
      expect(read(amendmentOf([name], [{ merchantId: 'M-1' }])).findings).toEqual([
        {
          path: 'payload.applications[0]',
          error: 'value_not_allowed',
          message: `must be ${AMENDMENT_TYPES.join(' or ')}`,
          action: `use one of ${names} for payload.applications[0]`,
        },
      ]);
    }
    expect(read(onboardingOf([{ merchantId: 'M-1', amendmentList: ['HOLD', 'PAUSE'] }])).findings).toMatchObject([
      {
        path: `${MERCHANT}.amendmentList[1]`,
        error: 'value_not_allowed',
        action: `use one of ${names} for amendmentList[1]`,
      },
    ]);
  });
});

const AROUND_MERCHANTS: [string, JsonValue, [error: string, path: string, message: string, action: string]][] = [
  [
    'no payload',
    { requestId: 'R-1' },
    ['field_missing', 'payload.applications', 'is mandatory', 'add payload.applications'],
  ],
  [
    'a payload that is a list',
    { requestId: 'R-1', payload: [] },
    ['wrong_format', 'payload', 'must be an object', 'send payload as an object'],
  ],
  [
    'a payload that is null',
    { requestId: 'R-1', payload: null },
    ['wrong_format', 'payload', 'must be an object', 'send payload as an object'],
  ],
  [
    'no applications',
    { requestId: 'R-1', payload: {} },
    ['field_missing', 'payload.applications', 'is mandatory', 'add payload.applications'],
  ],
  [
    'applications that are one object',
    { requestId: 'R-1', payload: { applications: { merchants: [POS_MERCHANT] } } },
    ['wrong_format', 'payload.applications', 'must be an array', 'send payload.applications as an array'],
  ],
  [
    'an empty list of applications',
    { requestId: 'R-1', payload: { applications: [] } },
    ['field_missing', 'payload.applications', 'must contain at least 1', 'add an application to payload.applications'],
  ],
  ...[null, 7, true, [POS_MERCHANT]].map((entry): (typeof AROUND_MERCHANTS)[number] => [
    `an application that is ${JSON.stringify(entry).slice(0, 9)}`,
    { requestId: 'R-1', payload: { applications: [entry] } },
    [
      'wrong_format',
      'payload.applications[0]',
      'must be an application or the name of an amendment',
      'send payload.applications[0] as an application or the name of an amendment',
    ],
  ]),
  [
    'an application without merchants',
    { requestId: 'R-1', payload: { applications: [{ chain: CHAIN }] } },
    ['field_missing', 'payload.applications[0].merchants', 'is mandatory', 'add payload.applications[0].merchants'],
  ],
  [
    'an application with an empty list of merchants',
    onboardingOf([]),
    [
      'field_missing',
      'payload.applications[0].merchants',
      'must contain at least 1',
      'add a merchant to payload.applications[0].merchants',
    ],
  ],
  [
    'merchants that are one object',
    { requestId: 'R-1', payload: { applications: [{ merchants: POS_MERCHANT }] } },
    [
      'wrong_format',
      'payload.applications[0].merchants',
      'must be an array',
      'send payload.applications[0].merchants as an array',
    ],
  ],
  ...[null, 'M-1', 1, [POS_MERCHANT]].map((entry): (typeof AROUND_MERCHANTS)[number] => [
    `a merchant that is ${JSON.stringify(entry).slice(0, 9)}`,
    onboardingOf([POS_MERCHANT, entry]),
    [
      'wrong_format',
      'payload.applications[0].merchants[1]',
      'must be an object',
      'send payload.applications[0].merchants[1] as an object',
    ],
  ]),
  [
    'an amendment that is no object',
    amendmentOf([...AMENDMENT_TYPES.filter((type) => type !== 'HOLD' && type !== 'RELEASE')], ['M-1']),
    [
      'wrong_format',
      'payload.applications[11].merchants[0]',
      'must be an object',
      'send payload.applications[11].merchants[0] as an object',
    ],
  ],
  [
    'an empty amendmentList',
    onboardingOf([{ merchantId: 'M-1', amendmentList: [] }]),
    ['field_missing', `${MERCHANT}.amendmentList`, 'must contain at least 1', 'add an entry to amendmentList'],
  ],
  [
    'an amendmentList that is a text',
    onboardingOf([{ merchantId: 'M-1', amendmentList: 'HOLD' }]),
    ['wrong_format', `${MERCHANT}.amendmentList`, 'must be an array', 'send amendmentList as an array'],
  ],
  [
    'no requestId',
    { payload: onboardingOf([POS_MERCHANT]).payload! },
    ['field_missing', 'requestId', 'is mandatory', 'add requestId'],
  ],
  [
    'an empty requestId',
    { ...onboardingOf([POS_MERCHANT]), requestId: '' },
    ['field_missing', 'requestId', 'is mandatory', 'add requestId'],
  ],
  [
    'a requestId that is null',
    { ...onboardingOf([POS_MERCHANT]), requestId: null },
    ['wrong_format', 'requestId', 'must be a string', 'send requestId as a string'],
  ],
  [
    'a requestId that is a number',
    { ...onboardingOf([POS_MERCHANT]), requestId: 1 },
    ['wrong_format', 'requestId', 'must be a string', 'send requestId as a string'],
  ],
  [
    'a requestId of 37 characters',
    { ...onboardingOf([POS_MERCHANT]), requestId: 'x'.repeat(37) },
    ['wrong_length', 'requestId', 'must be at most 25 characters', 'shorten requestId to at most 25 characters'],
  ],
  [
    'a chain that is a text',
    onboardingOf([POS_MERCHANT], { chain: 'C-1' }),
    ['wrong_format', 'payload.applications[0].chain', 'must be an object', 'send chain as an object'],
  ],
  [
    'a chain without its name, spelled Chain',
    onboardingOf([POS_MERCHANT], { Chain: { ...CHAIN, chainName: '' } }),
    ['field_missing', 'payload.applications[0].Chain.chainName', 'is mandatory', 'add Chain.chainName'],
  ],
];

describe('an error around the merchants is one finding', () => {
  it.each(AROUND_MERCHANTS)('%s', (_what, request, [error, path, message, action]) => {
    expect(read(request).findings).toEqual([{ path, error, message, action }]);
  });

  it('an invalid list of one merchant does not prevent findings about the others', () => {
    const findings = read({
      payload: { applications: [null, { merchants: [] }, 'PAUSE', { merchants: ['x'], chain: 1 }] },
    }).findings.map(({ path, error }) => `${error} ${path}`);
    expect(findings).toEqual([
      'value_not_allowed payload.applications[2]',
      'wrong_format payload.applications[0]',
      'field_missing payload.applications[1].merchants',
      'wrong_format payload.applications[3].chain',
      'wrong_format payload.applications[3].merchants[0]',
    ]);
  });
});

describe('the requestId', () => {
  it.each([undefined, ''])('may be absent from a request that has only amendments, with a warning: %j', (requestId) => {
    const { payload } = amendmentOf(['HOLD'], [{ merchantId: 'M-1' }]);
    const checked = read({ ...(requestId !== undefined && { requestId }), payload: payload! });
    expect(checked).toMatchObject({
      requestId: undefined,
      findings: [],
      warnings: [{ path: 'requestId', rule: 'request-id-made' }],
    });
  });

  it('must be present if a merchant is boarded', () => {
    const { payload } = onboardingOf([{ merchantId: 'M-9', amendmentList: ['HOLD'] }, POS_MERCHANT]);
    expect(read({ payload: payload! }).findings).toMatchObject([{ path: 'requestId', error: 'field_missing' }]);
  });
});

describe('the action', () => {
  it('describes the place within the merchant in words, and contains the full path', () => {
    const { postalCode: _dropped, ...address } = ADDRESS;
    const second = { ...POS_MERCHANT, merchantType: 'SHOP', addresses: [ADDRESS, address] };
    expect(read(onboardingOf([POS_MERCHANT, second])).findings).toEqual([
      {
        path: 'payload.applications[0].merchants[1].merchantType',
        error: 'value_not_allowed',
        message: 'must be POS or ECOM',
        action: 'use one of POS, ECOM for merchantType',
      },
      {
        path: 'payload.applications[0].merchants[1].addresses[1].postalCode',
        error: 'field_missing',
        message: 'is mandatory',
        action: 'add addresses[1].postalCode',
      },
    ]);
  });

  it('is present in every finding', () => {
    const broken = Object.fromEntries(Object.keys(POS_MERCHANT).map((name) => [name, 7]));
    const { findings } = read(onboardingOf([broken, { ...POS_MERCHANT, merchantId: '' }], { chain: {} }));
    expect(findings.length).toBeGreaterThan(15);
    for (const { action } of findings)
      expect(action).toMatch(/^(add|send|set|use|remove|shorten|keep|move|name|lengthen) /);
    expect(findings.filter(({ action }) => action?.includes('payload.'))).toEqual([]);
  });
});
