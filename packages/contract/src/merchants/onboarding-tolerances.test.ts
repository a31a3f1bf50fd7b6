import { describe, expect, it } from 'vitest';
import { type JsonObject, type JsonValue, parseJson } from '../index.ts';
import { ADDRESS, CHAIN, CONFIGURATIONS, onboardingOf, POS_MERCHANT, TERMINAL } from '../testing/onboarding.ts';
import { readOnboardingRequest } from './read-onboarding-request.ts';

const MERCHANT = 'payload.applications[0].merchants[0]';
const read = (request: JsonValue) => readOnboardingRequest(request as JsonObject, {});
function json(text: string): JsonObject {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.message);
  return parsed.value as JsonObject;
}

describe('deviations in published requests are accepted with a warning', () => {
  const scheme = (text: string) => `{"cardScheme":"AAA",${text}}`;
  it.each<[string, JsonObject, JsonObject, [path: string, rule: string][]]>([
    ['mmc', { mcc: undefined as never, mmc: '5411' }, { mcc: '5411' }, [['mmc', 'other-key']]],
    ['rm', { rm: 'Amina Saleh' }, { relationshipManager: 'Amina Saleh' }, [['rm', 'other-key']]],
    [
      'a state of more than 4 letters',
      { addresses: [{ ...ADDRESS, state: 'Dubai' }] },
      {},
      [['addresses[0].state', 'any-text']],
    ],
    [
      'a rate as a number',
      { configurations: { ...CONFIGURATIONS, acceptedCardSchemes: [json(scheme('"tariffRate":1.10'))] } },
      {},
      [['configurations.acceptedCardSchemes[0].tariffRate', 'number-as-text']],
    ],
    [
      'the rate of a mode as a number',
      {
        configurations: {
          ...CONFIGURATIONS,
          refundControlValue: 'C',
          acceptedCardSchemes: [json(scheme('"acceptedCardModes":[{"modeName":"MANUAL","rate":2}]'))],
        },
      },
      {},
      [['configurations.acceptedCardSchemes[0].acceptedCardModes[0].rate', 'number-as-text']],
    ],
    [
      'channels as a list',
      {
        services: [
          { serviceType: 'NGO', channels: ['ECOM', 'MOTO'], user: { firstName: 'A', lastName: 'B', email: 'a@b' } },
        ],
      },
      {},
      [['services[0].channels', 'list-of-values']],
    ],
    ['an unknown field', { color: 'red' }, {}, [['color', 'unknown-field']]],
    [
      'an unknown field at a deep level',
      { terminals: [{ ...TERMINAL, sim: { iccid: null } }] },
      {},
      [['terminals[0].sim', 'unknown-field']],
    ],
  ])('%s', (_what, changes, become, warnings) => {
    const sent: JsonObject = { ...POS_MERCHANT, ...changes };
    if (sent.mcc === undefined) delete sent.mcc;
    const { findings, merchants } = read(onboardingOf([sent]));
    expect(findings).toEqual([]);
    const { mmc: _mmc, rm: _rm, ...others } = sent;
    expect(merchants[0]?.value).toEqual({ ...others, ...become });
    expect(merchants[0]?.warnings).toEqual(warnings.map(([path, rule]) => ({ path: `${MERCHANT}.${path}`, rule })));
  });

  it('Chain', () => {
    const { findings, chains, warnings } = read(
      onboardingOf([POS_MERCHANT], { Chain: { ...CHAIN, alreadyExist: true } }),
    );
    expect(findings).toEqual([]);
    expect(chains).toMatchObject([{ path: 'payload.applications[0].Chain', value: CHAIN }]);
    expect(warnings).toEqual([{ path: 'payload.applications[0].Chain', rule: 'other-key' }]);
  });

  it('the spelling of the table wins if both values are equal, and the other spelling is an unknown member', () => {
    const { warnings, chains, merchants } = read(
      onboardingOf([{ ...POS_MERCHANT, mmc: '5411' }], { chain: CHAIN, Chain: CHAIN }),
    );
    expect(chains).toMatchObject([{ path: 'payload.applications[0].chain' }]);
    expect(warnings).toEqual([{ path: 'payload.applications[0].Chain', rule: 'unknown-field' }]);
    expect(merchants[0]?.value.mcc).toBe('5411');
    expect(merchants[0]?.warnings).toEqual([{ path: `${MERCHANT}.mmc`, rule: 'unknown-field' }]);
  });

  it('unknown fields around the merchants', () => {
    const { payload, ...rest } = onboardingOf([POS_MERCHANT], { note: 1 });
    expect(read({ ...rest, payload: { ...(payload as JsonObject), at: 'x' }, version: 2 }).warnings).toEqual([
      { path: 'version', rule: 'unknown-field' },
      { path: 'payload.at', rule: 'unknown-field' },
      { path: 'payload.applications[0].note', rule: 'unknown-field' },
    ]);
  });

  it('a finding about another spelling has the spelling of the caller', () => {
    const { mcc: _dropped, ...merchant } = POS_MERCHANT;
    const { findings } = read(onboardingOf([{ ...merchant, mmc: '54', rm: 7 }]));
    expect(findings.map(({ path, error, action }) => `${error} ${path}: ${action}`)).toEqual([
      `wrong_format ${MERCHANT}.mmc: write mmc as "0054"`,
      `wrong_format ${MERCHANT}.rm: send rm as a string`,
    ]);
    const empty = read(onboardingOf([{ ...merchant, mmc: '' }])).findings;
    expect(empty.map(({ path, error, action }) => `${error} ${path}: ${action}`)).toEqual([
      `field_missing ${MERCHANT}.mmc: add mmc`,
    ]);
  });
});
