import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json/exact-number.ts';
import { OPERATIONS } from '../operations.ts';
import { onboardingOf, POS_MERCHANT } from '../testing/onboarding.ts';
import { PATH_WORDS } from './merchant-values.ts';
import { readOnboardingRequest } from './read-onboarding-request.ts';

const MERCHANT = 'payload.applications[0].merchants[0]';
const findingsOf = (merchant: JsonObject, more: JsonObject = {}) =>
  readOnboardingRequest(onboardingOf([merchant], more), {}).findings;
const without = (name: string) => Object.fromEntries(Object.entries(POS_MERCHANT).filter(([key]) => key !== name));
const shortly = (merchant: JsonObject) =>
  findingsOf(merchant).map(({ path, message }) => `${path.replace(`${MERCHANT}.`, '')}: ${message}`);

describe('required fields within an absent object are reported with the object', () => {
  it('all required fields of configurations', () => {
    const needed = 'is also needed';
    expect(shortly(without('configurations'))).toEqual([
      'configurations: is mandatory',
      `configurations.commissionSettlement: ${needed}`,
      `configurations.acceptedCardSchemes: ${needed}`,
      `configurations.acceptedCardSchemes[0].cardScheme: ${needed}`,
      `configurations.acceptedCardSchemes[0].tariffRate: ${needed}, or acceptedCardModes`,
      `configurations.fees: ${needed}`,
      `configurations.settlement: ${needed}`,
      `configurations.settlement.statementFrequency: ${needed}`,
    ]);
  });

  it.each<[string, JsonObject]>([
    ['that is absent', without('addresses')],
    ['that is empty', { ...POS_MERCHANT, addresses: [] }],
  ])('the first entry of a list %s', (_what, merchant) => {
    expect(findingsOf(merchant).map(({ path }) => path)).toEqual(
      ['', '[0].name', '[0].countryCode', '[0].city', '[0].postalCode', '[0].email'].map(
        (place) => `${MERCHANT}.addresses${place}`,
      ),
    );
  });

  it('with the code and the action of any other missing field', () => {
    expect(findingsOf(without('addresses'))[1]).toEqual({
      path: `${MERCHANT}.addresses[0].name`,
      error: 'field_missing',
      message: 'is also needed',
      action: 'add addresses[0].name',
    });
  });

  it('the lists that an amendment requires', () => {
    const terminals = findingsOf({ merchantId: 'M-1', amendmentList: ['ADDING_TERMINALS'] });
    expect(terminals.map(({ path }) => path)).toEqual(
      ['', '[0].terminalId', '[0].terminalType', '[0].communicationMethod', '[0].fees'].map(
        (place) => `${MERCHANT}.terminals${place}`,
      ),
    );
    const cards = findingsOf({ merchantId: 'M-1', amendmentList: ['ACCEPTED_CARDS'], merchantCurrency: 'AED' });
    expect(cards.map(({ path }) => path)).toEqual(
      ['', '[0].cardScheme', '[0].tariffRate'].map((place) => `${MERCHANT}.configurations.acceptedCardSchemes${place}`),
    );
  });

  it('but no optional field, and no entry of a list that may be empty', () => {
    expect(shortly({ ...POS_MERCHANT, services: [], terminals: [] })).toEqual([]);
    const configurations = { ...POS_MERCHANT.configurations, fees: undefined } as unknown as JsonObject;
    expect(findingsOf({ ...POS_MERCHANT, configurations }).map(({ path }) => path)).toEqual([
      `${MERCHANT}.configurations.fees`,
    ]);
  });
});

describe('a missing field is reported with its allowed values', () => {
  it.each<[string, JsonObject, string]>([
    ['of a list', without('merchantType'), 'add merchantType: POS or ECOM'],
    ['of a flag', without('kyc'), 'add kyc: true or false'],
    [
      'of a condition',
      {
        ...POS_MERCHANT,
        configurations: {
          ...POS_MERCHANT.configurations,
          acceptedCardSchemes: [{ cardScheme: 'AAA', acceptedCardModes: [{ modeName: 'MANUAL', rate: '1' }] }],
        },
      },
      'add configurations.refundControlValue: C, R, G, N or Z',
    ],
    [
      'of an amendment',
      { merchantId: 'M-1', amendmentList: ['MERCHANT_NAME'], merchantName: 'Souk' },
      'add merchantType: POS or ECOM',
    ],
  ])('%s', (_what, merchant, action) => {
    expect(findingsOf(merchant).map((finding) => finding.action)).toEqual([action]);
  });
});

describe('a merchant category', () => {
  it('as an integer is taken as four digits, with a warning', () => {
    const request = readOnboardingRequest(onboardingOf([{ ...POS_MERCHANT, mcc: 742 }]), {});
    expect(request.findings).toEqual([]);
    expect(request.merchants[0]).toMatchObject({
      value: { mcc: '0742' },
      warnings: [{ path: `${MERCHANT}.mcc`, rule: 'integer-as-text' }],
    });
  });

  it('of a scheme is accepted too, as the integer of four digits that the table defines', () => {
    const override = (mcc: number) => ({
      ...POS_MERCHANT,
      configurations: {
        ...POS_MERCHANT.configurations,
        overrideDefaultSchemesMcc: true,
        acceptedCardSchemes: [{ cardScheme: 'AAA', tariffRate: '1', schemeOverrideValue: { dbaName: 'Souk', mcc } }],
      },
    });
    const at = `${MERCHANT}.configurations.acceptedCardSchemes[0].schemeOverrideValue.mcc`;
    const [short, whole] = [742, 5411].map((mcc) => readOnboardingRequest(onboardingOf([override(mcc)]), {}));
    expect([short?.findings, short?.merchants[0]?.warnings]).toEqual([[], [{ path: at, rule: 'integer-as-text' }]]);
    expect([whole?.findings, whole?.merchants[0]?.warnings]).toEqual([[], []]);
  });

  it('as a string without its leading zeros is refused, and the finding explains how to write it', () => {
    expect(findingsOf({ ...POS_MERCHANT, mcc: '742' })).toMatchObject([
      { path: `${MERCHANT}.mcc`, error: 'wrong_format', action: 'write mcc as "0742"' },
    ]);
  });
});

describe('two spellings of one field', () => {
  it('with different values have two findings, each of which names the other spelling', () => {
    expect(findingsOf({ ...POS_MERCHANT, mmc: '5812' })).toEqual([
      {
        path: `${MERCHANT}.mcc`,
        error: 'value_not_allowed',
        message: `differs from ${MERCHANT}.mmc, which means the same`,
        action: 'send only one of mcc and mmc',
      },
      {
        path: `${MERCHANT}.mmc`,
        error: 'value_not_allowed',
        message: `differs from ${MERCHANT}.mcc, which means the same`,
        action: 'send only one of mcc and mmc',
      },
    ]);
  });

  it('in the chain of an application have two findings too', () => {
    const chain = { chainId: 'C-1', chainName: 'A', groupCode: 'G', chainLevelReportRequired: true };
    const one = { ...chain, groupLevelReportingRequired: true };
    const findings = findingsOf(POS_MERCHANT, { chain: one, Chain: { ...one, chainId: 'C-2' } });
    expect(findings.map(({ path }) => path)).toEqual([
      'payload.applications[0].chain',
      'payload.applications[0].Chain',
    ]);
  });

  it('with the same value are accepted', () => {
    expect(findingsOf({ ...POS_MERCHANT, mmc: '5411' })).toEqual([]);
  });
});

describe('a merchant id', () => {
  it.each(['applications', 'onboarding', 'deny-list', '.', '..'])(
    'is not %s, which has another meaning in a path',
    (merchantId) => {
      expect(findingsOf({ ...POS_MERCHANT, merchantId })).toMatchObject([
        { path: `${MERCHANT}.merchantId`, error: 'value_not_allowed', action: 'set merchantId to another id' },
      ]);
    },
  );
});

it('reserved words for merchant ids are those of the paths', () => {
  const words = OPERATIONS.flatMap((operation) =>
    'path' in operation ? (/^\/merchants\/([a-z-]+)/.exec(operation.path)?.slice(1) ?? []) : [],
  );
  expect(PATH_WORDS.filter((word) => !word.startsWith('.'))).toEqual([...new Set(words)].sort());
});

describe('LINKED_CHAIN', () => {
  it.each<[string, JsonObject]>([
    ['by the id of the chain', { chainId: 'C-1' }],
    ['by its id, and that it exists', { chainId: 'C-1', alreadyExist: true }],
  ])('links merchants to a chain %s', (_what, chain) => {
    const amendment = { merchantId: 'M-1', amendmentList: ['LINKED_CHAIN'] };
    expect(findingsOf(amendment, { chain })).toEqual([]);
    expect(findingsOf({ ...amendment, chain })).toEqual([]);
  });
});

describe('an empty list of an amendment', () => {
  it('SERVICES removes all services', () => {
    expect(findingsOf({ merchantId: 'M-1', amendmentList: ['SERVICES'], services: [] })).toEqual([]);
  });

  it('FEES would remove all fees, and is refused with that reason', () => {
    expect(findingsOf({ merchantId: 'M-1', amendmentList: ['FEES'], fees: [] })).toEqual([
      {
        path: `${MERCHANT}.fees`,
        error: 'field_missing',
        message: 'is an empty list, which would take all fees from the merchant',
        action: 'set fees to those that apply from now on, or remove FEES from the amendments',
      },
    ]);
  });

  it('ADDING_TERMINALS would add nothing', () => {
    const [first] = findingsOf({ merchantId: 'M-1', amendmentList: ['ADDING_TERMINALS'], terminals: [] });
    expect(first).toMatchObject({ message: 'must contain at least 1 with the amendment ADDING_TERMINALS' });
  });
});
