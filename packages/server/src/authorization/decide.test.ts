import type { CardStatus } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { createCalendar } from '../kernel/calendar.ts';
import { Pan } from '../vault/index.ts';
import { decide } from './decide.ts';
import type { AccountFacts, AuthorizationFacts, AuthorizationMessage, CardFacts } from './facts.ts';
import { RULE_VERSION, RULES } from './rules/index.ts';

const NOW = new Date('2026-11-20T08:00:00.000Z');
const AED = { code: 'AED', number: '784', exponent: 2 };
const CARD: CardFacts = { cardId: 7n, status: 'ACTIVE', expiry: '3012', sequenceNumber: '001' };
const ACCOUNT: AccountFacts = { accountId: 3n, currency: AED, availableMinor: 10_000n, fundsCheck: true };

const FACTS: AuthorizationFacts = {
  calendar: createCalendar('Asia/Dubai', '18:00'),
  matches: 1,
  card: CARD,
  account: ACCOUNT,
  conflicts: false,
  approvalCode: '042137',
};

const MESSAGE: AuthorizationMessage = {
  findings: [],
  cardNumber: { full: Pan.parse('4000001234567899')! },
  expiry: '3012',
  sequenceNumber: '001',
  transactionMinor: 2_500n,
  transactionCurrency: '840',
  billingMinor: 9_181n,
  billingCurrency: '784',
  acquirer: '123456',
  retrievalReference: 632_400_000_001n,
  systemTrace: 1,
  transmittedAt: '20261120080000',
};

interface Change {
  facts?: Partial<AuthorizationFacts>;
  message?: Partial<AuthorizationMessage>;
  card?: Partial<CardFacts>;
  account?: Partial<AccountFacts>;
}

/** Decides the approvable message with some of it changed. */
function decideWith(...changes: Change[]) {
  let facts = FACTS;
  let message = MESSAGE;
  for (const change of changes) {
    facts = { ...facts, ...change.facts };
    if (change.card !== undefined && facts.card !== undefined)
      facts = { ...facts, card: { ...facts.card, ...change.card } };
    if (change.account !== undefined && facts.account !== undefined)
      facts = { ...facts, account: { ...facts.account, ...change.account } };
    message = { ...message, ...change.message };
  }
  return decide(facts, message, NOW);
}

const FORMAT_PASSED = ['FORMAT', 0];
const FOUND = ['CARD_FOUND', 'full', 1];
const NO_DUPLICATE = ['DUPLICATE', false];
const ACTIVE = ['CARD_STATUS', 'ACTIVE'];
const DATES_FIT = ['EXPIRY_SEQUENCE', '3012', '3012', '2026-11-20', '001', '001'];
const CURRENCY_FITS = ['CURRENCY', '784', '784'];
const AMOUNT_FITS = ['AMOUNT', '9181', '2500'];

it('asks the rules in the order of precedence, each once', () => {
  expect(RULES.map((rule) => rule.name)).toEqual([
    'FORMAT',
    'CARD_FOUND',
    'DUPLICATE',
    'CARD_STATUS',
    'EXPIRY_SEQUENCE',
    'CURRENCY',
    'AMOUNT',
    'FUNDS',
  ]);
});

it('names every value of a trace: each rule has a label for each thing that it saw', () => {
  const { trace } = decideWith();
  expect(trace.map(([rule, ...saw]) => [rule, saw.length])).toEqual(
    RULES.map((rule) => [rule.name, rule.labels.length - (rule.name === 'FORMAT' ? 1 : 0)]),
  );
});

describe('an approval', () => {
  it('reserves the billing amount, carries the code it was given and the business date, and traces every rule', () => {
    expect(decideWith()).toEqual({
      actionCode: '00',
      approvalCode: '042137',
      reason: 'APPROVED',
      settlementDate: '2026-11-20',
      reserveMinor: 9_181n,
      ruleVersion: RULE_VERSION,
      trace: [
        FORMAT_PASSED,
        FOUND,
        NO_DUPLICATE,
        ACTIVE,
        DATES_FIT,
        CURRENCY_FITS,
        AMOUNT_FITS,
        ['FUNDS', true, '10000', '819'],
      ],
    });
  });

  it('takes the last minor unit that is available', () => {
    expect(decideWith({ account: { availableMinor: 9_181n } })).toMatchObject({
      actionCode: '00',
      reserveMinor: 9_181n,
    });
  });

  it('reserves below zero where funds are not checked here', () => {
    const decision = decideWith({ account: { availableMinor: -5n, fundsCheck: false } });
    expect(decision).toMatchObject({ actionCode: '00', reserveMinor: 9_181n });
    expect(decision.trace.at(-1)).toEqual(['FUNDS', false, '-5', '-9186']);
  });

  it('settles on the next business date from the cut-off on', () => {
    expect(decide(FACTS, MESSAGE, new Date('2026-11-20T13:59:59.999Z')).settlementDate).toBe('2026-11-20');
    expect(decide(FACTS, MESSAGE, new Date('2026-11-20T14:00:00.000Z')).settlementDate).toBe('2026-11-21');
  });

  it('accepts a sequence number without its leading zeros', () => {
    for (const sequenceNumber of ['1', '01', '001'])
      expect(decideWith({ message: { sequenceNumber } }).actionCode).toBe('00');
  });

  it('approves to the end of the month of expiry, in the time zone of the bank', () => {
    const facts = { ...FACTS, card: { ...CARD, expiry: '2611' } };
    const message = { ...MESSAGE, expiry: '2611' };
    expect(decide(facts, message, new Date('2026-11-30T19:59:59.999Z')).actionCode).toBe('00');
    expect(decide(facts, message, new Date('2026-11-30T20:00:00.000Z'))).toMatchObject({
      actionCode: '54',
      reason: 'CARD_EXPIRED',
    });
  });
});

const masked: Change = { message: { cardNumber: { masked: { first6: '400000', last4: '7899', length: 16 } } } };
const noCard = { card: undefined, account: undefined };
const status = (of: CardStatus): Change => ({ card: { status: of } });
const upTo = (passed: number, last: unknown[]) => [
  ...[FORMAT_PASSED, FOUND, NO_DUPLICATE, ACTIVE, DATES_FIT, CURRENCY_FITS, AMOUNT_FITS].slice(0, passed),
  last,
];
const finding = { path: 'Capture_Date', code: '103', message: 'is mandatory' } as const;

/** Every way to refuse, in the order of precedence: what is wrong, the action code, the reason, the trace. */
const REFUSALS: [string, Change[], string, string, unknown[]][] = [
  [
    'a broken message',
    [{ message: { findings: [finding, finding] } }],
    '30',
    'FORMAT',
    upTo(0, ['FORMAT', 2, 'Capture_Date']),
  ],
  ['no such card', [{ facts: { matches: 0, ...noCard } }], '14', 'CARD_NOT_FOUND', upTo(1, ['CARD_FOUND', 'full', 0])],
  [
    'a mask that fits three',
    [masked, { facts: { matches: 3, ...noCard } }],
    '14',
    'CARD_AMBIGUOUS',
    upTo(1, ['CARD_FOUND', 'masked', 3]),
  ],
  ['a duplicate', [{ facts: { conflicts: true } }], '94', 'DUPLICATE', upTo(2, ['DUPLICATE', true])],
  ['a blocked card', [status('BLOCKED')], '62', 'CARD_BLOCKED', upTo(3, ['CARD_STATUS', 'BLOCKED'])],
  ['a lost card', [status('LOST')], '41', 'CARD_LOST', upTo(3, ['CARD_STATUS', 'LOST'])],
  ['a stolen card', [status('STOLEN')], '43', 'CARD_STOLEN', upTo(3, ['CARD_STATUS', 'STOLEN'])],
  ['a closed card', [status('CLOSED')], '14', 'CARD_CLOSED', upTo(3, ['CARD_STATUS', 'CLOSED'])],
  [
    'an expired card',
    [{ card: { expiry: '2610' }, message: { expiry: '2610' } }],
    '54',
    'CARD_EXPIRED',
    upTo(4, ['EXPIRY_SEQUENCE', '2610', '2610', '2026-11-20', '001', '001']),
  ],
  [
    'another expiry',
    [{ message: { expiry: '3011' } }],
    '54',
    'EXPIRY_MISMATCH',
    upTo(4, ['EXPIRY_SEQUENCE', '3012', '3011', '2026-11-20', '001', '001']),
  ],
  [
    'another sequence number',
    [{ message: { sequenceNumber: '2' } }],
    '05',
    'SEQUENCE_MISMATCH',
    upTo(4, ['EXPIRY_SEQUENCE', '3012', '3012', '2026-11-20', '001', '002']),
  ],
  [
    'another currency',
    [{ message: { billingCurrency: '840' } }],
    '12',
    'CURRENCY_MISMATCH',
    upTo(5, ['CURRENCY', '784', '840']),
  ],
  [
    'a billing amount of zero',
    [{ message: { billingMinor: 0n } }],
    '13',
    'AMOUNT_ZERO',
    upTo(6, ['AMOUNT', '0', '2500']),
  ],
  [
    'a transaction amount of zero',
    [{ message: { transactionMinor: 0n } }],
    '13',
    'AMOUNT_ZERO',
    upTo(6, ['AMOUNT', '9181', '0']),
  ],
  [
    'too little available',
    [{ account: { availableMinor: 9_180n } }],
    '51',
    'INSUFFICIENT_FUNDS',
    upTo(7, ['FUNDS', true, '9180', '-1']),
  ],
];

describe('a refusal', () => {
  it.each(REFUSALS)(
    'of %s says so, reserves nothing and traces what was asked',
    (_what, changes, actionCode, reason, trace) => {
      expect(decideWith(...changes)).toEqual({
        actionCode,
        approvalCode: '      ',
        reason,
        settlementDate: '2026-11-20',
        reserveMinor: 0n,
        ruleVersion: RULE_VERSION,
        trace,
      });
    },
  );

  it.each(REFUSALS.map((refusal, at) => [refusal[0], at] as const))(
    'of %s comes before all later ones',
    (_what, at) => {
      const [, changes, actionCode, reason] = REFUSALS[at]!;
      for (const [what, later] of REFUSALS.slice(at + 1)) {
        // the earlier change last: where both set the same fact, this one is asked for
        expect(decideWith(...later, ...changes), what).toMatchObject({ actionCode, reason });
      }
    },
  );

  it('never carries the code that an approval would have used', () => {
    for (const [, changes] of REFUSALS) expect(decideWith(...changes).approvalCode).toBe('      ');
  });

  it('has a reason that fits Additional_Response_Data', () => {
    for (const [, changes] of REFUSALS) expect(decideWith(...changes).reason).toMatch(/^[A-Z_]{1,24}$/);
  });
});

it('gives the same decision for the same facts, message and clock, bit for bit', () => {
  for (const changes of [[], ...REFUSALS.map((refusal) => refusal[1])]) {
    expect(decideWith(...changes)).toEqual(decideWith(...changes));
    expect(JSON.stringify(decideWith(...changes).trace)).toBe(JSON.stringify(decideWith(...changes).trace));
  }
});

it('changes neither the facts nor the message', () => {
  const deepFrozen = { ...FACTS, card: Object.freeze({ ...CARD }), account: Object.freeze({ ...ACCOUNT }) };
  expect(() => decide(Object.freeze(deepFrozen), Object.freeze({ ...MESSAGE }), NOW)).not.toThrow();
});
