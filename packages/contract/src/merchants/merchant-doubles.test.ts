import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../json/exact-number.ts';
import { ADDRESS, CONFIGURATIONS, onboardingOf, POS_MERCHANT, TERMINAL } from '../testing/onboarding.ts';
import { readOnboardingRequest } from './read-onboarding-request.ts';

const MERCHANT = 'payload.applications[0].merchants[0]';
const findingsOf = (merchant: JsonObject) => readOnboardingRequest(onboardingOf([merchant]), {}).findings;
const configured = (changes: JsonObject) => ({ configurations: { ...CONFIGURATIONS, ...changes } });

const SCHEMES = [
  { cardScheme: 'AAA', tariffRate: '1.10' },
  { cardScheme: 'BB', tariffRate: '1.20' },
  { cardScheme: 'AAA', tariffRate: '2.20' },
];
const MODES = {
  cardScheme: 'AAA',
  acceptedCardModes: [
    { modeName: 'MANUAL', rate: '1' },
    { modeName: 'MANUAL', rate: '2' },
  ],
};
const FEES = [
  { feeTypeName: 'MIS', reOccurrenceFrequency: 'MONTHLY', feeValue: 25 },
  { feeTypeName: 'MIS', reOccurrenceFrequency: 'MONTHLY', feeValue: 30 },
];
const SERVICES = [
  { serviceType: 'SELF_SERVICE', firstName: 'Amina', lastName: 'Saleh', email: 'amina@souk.example' },
  { serviceType: 'SELF_SERVICE', firstName: 'Omar', lastName: 'Haddad', email: 'omar@souk.example' },
];
const STATEMENTS = { ...ADDRESS, addressType: 'STMT_ADDR' };
const TERMINAL_FEES = [
  { feeType: 'SIM_FEE', feeValue: 10 },
  { feeType: 'SIM_FEE', feeValue: 12 },
];

const DOUBLES: [what: string, sent: JsonObject, first: string, second: string, message: string][] = [
  [
    'a card scheme',
    configured({ acceptedCardSchemes: SCHEMES }),
    'configurations.acceptedCardSchemes[0]',
    'configurations.acceptedCardSchemes[2]',
    'has the same card scheme as',
  ],
  [
    'a card mode of one scheme',
    configured({ acceptedCardSchemes: [MODES], refundControlValue: 'N' }),
    'configurations.acceptedCardSchemes[0].acceptedCardModes[0]',
    'configurations.acceptedCardSchemes[0].acceptedCardModes[1]',
    'has the same card mode as',
  ],
  [
    'a fee with its frequency',
    configured({ fees: FEES }),
    'configurations.fees[0]',
    'configurations.fees[1]',
    'has the same fee and frequency as',
  ],
  [
    'an address type',
    { addresses: [ADDRESS, STATEMENTS, { ...STATEMENTS, city: 'Sharjah' }] },
    'addresses[1]',
    'addresses[2]',
    'has the same address type as',
  ],
  ['a service', { services: SERVICES }, 'services[0]', 'services[1]', 'has the same service as'],
  [
    'a fee of one terminal',
    { terminals: [{ ...TERMINAL, fees: TERMINAL_FEES }] },
    'terminals[0].fees[0]',
    'terminals[0].fees[1]',
    'has the same fee as',
  ],
];

describe('a duplicate entry of a list is refused, and the finding names both places', () => {
  it.each(DOUBLES)('%s', (_what, sent, first, second, message) => {
    expect(findingsOf({ ...POS_MERCHANT, ...sent })).toEqual([
      {
        path: `${MERCHANT}.${second}`,
        error: 'value_not_allowed',
        message: `${message} ${MERCHANT}.${first}`,
        action: `send only one of ${first} and ${second}`,
      },
    ]);
  });

  it('with identical content is refused too, because the sender must have meant another entry', () => {
    const twice = configured({ fees: [FEES[0]!, FEES[0]!] });
    expect(findingsOf({ ...POS_MERCHANT, ...twice })).toHaveLength(1);
  });

  it('in an amendment is refused too, at the place where the list was sent', () => {
    const amendment = {
      merchantId: 'M-1',
      amendmentList: ['FEES', 'ADDRESS'],
      fees: FEES,
      addresses: [STATEMENTS, STATEMENTS],
    };
    expect(findingsOf(amendment).map(({ path }) => path)).toEqual([`${MERCHANT}.addresses[1]`, `${MERCHANT}.fees[1]`]);
  });
});

describe('entries that are only similar are accepted', () => {
  it.each<[string, JsonObject]>([
    ['one fee at two frequencies', configured({ fees: [FEES[0]!, { ...FEES[1], reOccurrenceFrequency: 'DAILY' }] })],
    [
      'one mode of two schemes',
      configured({
        acceptedCardSchemes: [
          { cardScheme: 'AAA', acceptedCardModes: [MODES.acceptedCardModes[0]!] },
          { cardScheme: 'BB', acceptedCardModes: [MODES.acceptedCardModes[0]!] },
        ],
        refundControlValue: 'N',
      }),
    ],
    ['addresses without a type next to one with a type', { addresses: [ADDRESS, STATEMENTS, ADDRESS] }],
    ['one fee of two terminals', { terminals: [TERMINAL, { ...TERMINAL, terminalId: 'T-2' }] }],
  ])('%s', (_what, sent) => {
    expect(findingsOf({ ...POS_MERCHANT, ...sent })).toEqual([]);
  });
});
