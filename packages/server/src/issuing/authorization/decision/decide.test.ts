import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  decideWith,
  FACTS,
  type FactsChange,
  MESSAGE,
  NOW,
  withChanges,
} from '../../../testing/decisions/authorization-facts.ts';
import { messageFor, REFUSALS, type RefusalCase } from '../../../testing/requests/refusals.ts';
import type { Limit } from '../../limits/limit.ts';
import { toBankRule } from '../../rules/bank-rules.ts';
import { decide } from './decide.ts';
import { RULE_VERSION, RULES } from './rules/index.ts';

const RULE_ORDER = [
  'FORMAT',
  'CARD_FOUND',
  'DUPLICATE',
  'CARD_STATUS',
  'EXPIRY_SEQUENCE',
  'CURRENCY',
  'AMOUNT',
  'RESTRICTIONS',
  'SWITCHES',
  'MERCHANT_GROUP',
  'FOREIGN_USE',
  'TRANSACTION_LIMITS',
  'DAILY_LIMIT',
  'MONTHLY_LIMIT',
  'LIMIT1',
  'LIMIT2',
  'LIMIT3',
  'FUNDS',
];

/** Rules that are not evaluated for every message, and the number of rules before each. */
const POSITIONS: Readonly<Record<string, number>> = { REVERSED_BEFORE: 3, TOKEN: 5 };

it('evaluates each rule once, in the order of precedence', () => {
  expect(RULES.map((rule) => rule.name)).toEqual([
    ...RULE_ORDER.slice(0, 2),
    'PROGRAM',
    'LISTS',
    'DUPLICATE',
    'REVERSED_BEFORE',
    ...RULE_ORDER.slice(3, 5),
    'TOKEN',
    ...RULE_ORDER.slice(5, 7),
    'TOKEN_CONTROLS',
    ...RULE_ORDER.slice(7, -1),
    'LIMITS',
    'RULES',
    'FUNDS',
  ]);
});

it('evaluates custom limits only if there are any', () => {
  const limits = { limits: [], programLimits: [], usage: new Map() };
  expect(decideWith().trace.map(([rule]) => rule)).not.toContain('LIMITS');
  expect(decideWith().trace.map(([rule]) => rule)).not.toContain('RULES');
  expect(decideWith({ account: { limits } }).trace.at(-2)).toEqual(['LIMITS', null, '']);
});

it('has a label for every value that a rule adds to the trace', () => {
  const listLimit: Limit = {
    key: '1',
    id: 'LISTED',
    cardId: undefined,
    since: NOW,
    measure: 'count',
    of: 'approvals',
    max: 9n,
    window: { calendar: 'LIFETIME' },
    onlyMerchant: undefined,
    locksFirst: false,
    where: { field: 'merchantId', op: 'inList', value: 'shops' },
  };
  const limits = { limits: [listLimit], usage: new Map() };
  const condition = { field: 'limitCount', limit: 'LISTED', op: 'gt', value: 9 } as const;
  const content = { name: 'RULE', version: 1, number: 1, condition, effect: '05', from: null, until: null } as const;
  const ownRules = { edition: 1, live: [toBankRule(content, () => new Set())], shadow: [] };
  const lists = { edition: 1, listOf: () => new Set<string>() };
  const program = { productCode: 'P', version: 1 };
  const { trace } = decideWith({
    account: { limits, program },
    facts: { ownRules, lists, token: { reference: 'T', state: 'ACTIVE', controls: {} } },
  });
  expect(trace.map(([rule, ...saw]) => [rule, saw.length])).toEqual(
    RULES.filter(({ name }) => name !== 'REVERSED_BEFORE').map((rule) => [
      rule.name,
      rule.labels.length - (rule.name === 'FORMAT' ? 1 : 0),
    ]),
  );
});

describe('an approval', () => {
  it('reserves the billing amount, has the given code and the business date, and traces every rule', () => {
    const { after, ...decision } = decideWith();
    expect(decision).toEqual({
      actionCode: '00',
      approvalCode: '042137',
      reason: 'APPROVED',
      settlementDate: '2026-11-20',
      reserveMinor: 9_181n,
      ruleVersion: RULE_VERSION,
      usedSwitches: [],
      countingKey: undefined,
      trace: [
        ['FORMAT', 0],
        ['CARD_FOUND', 'full', 1],
        ['DUPLICATE', false],
        ['CARD_STATUS', 'ACTIVE'],
        ['EXPIRY_SEQUENCE', '3012', '3012', '2026-11-20', '001', '001'],
        ['CURRENCY', '784', '784'],
        ['AMOUNT', '9181', '2500'],
        ['RESTRICTIONS', 'ECOM', false, 'AE', false, ''],
        ['SWITCHES', false, '5411', ''],
        ['MERCHANT_GROUP', null, '5411'],
        ['FOREIGN_USE', false, 'AE', null],
        ['TRANSACTION_LIMITS', '9181', null, null],
        ['DAILY_LIMIT', null, '0', '9181'],
        ['MONTHLY_LIMIT', null, '0', '9181'],
        ['LIMIT1', null, '0', '9181'],
        ['LIMIT2', null, '0', '9181'],
        ['LIMIT3', null, '0', '9181'],
        ['FUNDS', true, '10000', '819'],
      ],
    });
    expect(after).toMatchObject({ accountId: 3n, availableMinor: 819n });
  });

  it('takes the last minor unit that is available', () => {
    expect(decideWith({ account: { availableMinor: 9_181n } })).toMatchObject({
      actionCode: '00',
      reserveMinor: 9_181n,
      after: { availableMinor: 0n },
    });
  });

  it('reserves below zero where funds are not checked here', () => {
    const decision = decideWith({ account: { availableMinor: -5n, fundsCheck: false } });
    expect(decision).toMatchObject({
      actionCode: '00',
      reserveMinor: 9_181n,
      after: { availableMinor: -9_186n },
    });
    expect(decision.trace.at(-1)).toEqual(['FUNDS', false, '-5', '-9186']);
  });

  it('settles on the next business date from the cut-off onwards', () => {
    expect(decide(FACTS, MESSAGE, new Date('2026-11-20T13:59:59.999Z')).settlementDate).toBe('2026-11-20');
    expect(decide(FACTS, MESSAGE, new Date('2026-11-20T14:00:00.000Z')).settlementDate).toBe('2026-11-21');
  });

  it('accepts a sequence number without its leading zeros', () => {
    for (const sequenceNumber of ['1', '01', '001'])
      expect(decideWith({ message: { sequenceNumber } }).actionCode).toBe('00');
  });

  it('approves until the end of the expiry month, in the time zone of the bank', () => {
    const { facts, message } = withChanges({ card: { expiry: '2611' }, message: { expiry: '2611' } });
    expect(decide(facts, message, new Date('2026-11-30T19:59:59.999Z')).actionCode).toBe('00');
    expect(decide(facts, message, new Date('2026-11-30T20:00:00.000Z'))).toMatchObject({
      actionCode: '54',
      reason: 'CARD_EXPIRED',
    });
  });
});

/** All reasons in their order of precedence. Those on one line are about one fact or different messages. */
const ORDER = `
  30 FORMAT
  14 CARD_NOT_FOUND         14 CARD_AMBIGUOUS
  94 DUPLICATE
  94 REVERSED_BEFORE
  62 CARD_BLOCKED           41 CARD_LOST              43 CARD_STOLEN            14 CARD_CLOSED
  54 CARD_EXPIRED
  54 EXPIRY_MISMATCH
  05 SEQUENCE_MISMATCH
  14 TOKEN_NOT_OF_CARD      57 TOKEN
  12 CURRENCY_MISMATCH
  13 AMOUNT_ZERO
  57 TOKEN_EXPIRED          61 TOKEN_AMOUNT           57 TOKEN_MERCHANT         57 TOKEN_CATEGORY         62 TOKEN_COUNTRY
  62 RESTRICTED_MOTO        62 RESTRICTED_ECOM        62 RESTRICTED_SWIPE       62 RESTRICTED_CONTACTLESS
  62 RESTRICTED_NFC
  62 RESTRICTED_ATM         62 RESTRICTED_PURCHASE
  62 RESTRICTED_ANY
  62 RESTRICTED_INTERNATIONAL
  62 RESTRICTED_COUNTRY
  57 MASTER_OFF
  57 CP_OFF                 57 CNP_OFF
  57 ECOM_OFF               57 MOTO_OFF               57 RECURRING_OFF          57 FALLBACK_OFF
  57 CASH_OFF               57 PURCHASE_OFF
  57 FUNCTION1_OFF
  57 FUNCTION2_OFF
  57 FUNCTION3_OFF
  57 MERCHANT_GROUP_OFF
  57 CP_FOREIGN_OFF
  61 CP_TRANSACTION_LIMIT   61 CNP_TRANSACTION_LIMIT
  61 CASH_TRANSACTION_LIMIT
  61 DAILY_LIMIT
  61 MONTHLY_LIMIT
  61 LIMIT1
  61 LIMIT2
  61 LIMIT3
  51 INSUFFICIENT_FUNDS
  62 PARTNER_DECLINED       91 PARTNER_STAND_IN
`;
const RANKS = ORDER.trim()
  .split('\n')
  .map((line) => line.trim().split(/ {2,}/));

/**
 * Pairs of rules of different ranks that no message can break together, because they need different entries, or cash
 * and no cash.
 */
const NEVER_BOTH = `
  RESTRICTED_MOTO         RESTRICTED_NFC CP_OFF ECOM_OFF RECURRING_OFF FALLBACK_OFF CP_FOREIGN_OFF CP_TRANSACTION_LIMIT
  RESTRICTED_ECOM         RESTRICTED_NFC CP_OFF MOTO_OFF RECURRING_OFF FALLBACK_OFF CP_FOREIGN_OFF CP_TRANSACTION_LIMIT
  RESTRICTED_SWIPE        RESTRICTED_NFC CNP_OFF ECOM_OFF MOTO_OFF RECURRING_OFF FALLBACK_OFF CNP_TRANSACTION_LIMIT
  RESTRICTED_CONTACTLESS  CNP_OFF ECOM_OFF MOTO_OFF RECURRING_OFF FALLBACK_OFF CNP_TRANSACTION_LIMIT
  RESTRICTED_NFC          RESTRICTED_ATM CNP_OFF ECOM_OFF MOTO_OFF RECURRING_OFF FALLBACK_OFF CASH_OFF
  RESTRICTED_NFC          CNP_TRANSACTION_LIMIT CASH_TRANSACTION_LIMIT
  RESTRICTED_ATM          PURCHASE_OFF
  RESTRICTED_PURCHASE     CASH_OFF CASH_TRANSACTION_LIMIT
  CP_OFF                  ECOM_OFF MOTO_OFF RECURRING_OFF CNP_TRANSACTION_LIMIT
  CNP_OFF                 FALLBACK_OFF CP_FOREIGN_OFF CP_TRANSACTION_LIMIT
  ECOM_OFF                CP_FOREIGN_OFF CP_TRANSACTION_LIMIT
  MOTO_OFF                CP_FOREIGN_OFF CP_TRANSACTION_LIMIT
  RECURRING_OFF           CP_FOREIGN_OFF CP_TRANSACTION_LIMIT
  FALLBACK_OFF            CNP_TRANSACTION_LIMIT
  PURCHASE_OFF            CASH_TRANSACTION_LIMIT
  CP_FOREIGN_OFF          CNP_TRANSACTION_LIMIT
`;
const NEVER = new Set(
  NEVER_BOTH.trim()
    .split('\n')
    .flatMap((line) => {
      const [first, ...others] = line.trim().split(/ +/);
      return others.map((other) => `${first} ${other}`);
    }),
);

const refuse = (refusal: RefusalCase, ...changes: FactsChange[]) =>
  decideWith(messageFor(refusal)!, ...changes, refusal.breaks);
const rankOf = ({ actionCode, reason }: RefusalCase) =>
  RANKS.findIndex((rank) => rank.includes(`${actionCode} ${reason}`));

describe('a refusal', () => {
  it('is tested here for every reason, in the documented order', () => {
    expect(REFUSALS.map(({ actionCode, reason }) => `${actionCode} ${reason}`)).toEqual(RANKS.flat());
  });

  it.each(REFUSALS)('for $reason has this reason, reserves nothing and traces the evaluated rules', (refusal) => {
    const { trace, ...decision } = refuse(refusal);
    expect(decision).toEqual({
      actionCode: refusal.actionCode,
      approvalCode: '      ',
      reason: refusal.reason,
      settlementDate: '2026-11-20',
      reserveMinor: 0n,
      after: undefined,
      usedSwitches: [],
      countingKey: undefined,
      ruleVersion: RULE_VERSION,
    });
    expect(trace.at(-1)).toEqual(refusal.trace);
    const [last] = refusal.trace;
    const isPartners = last.startsWith('PARTNER_');
    const questions = isPartners
      ? [...RULE_ORDER.slice(0, 2), 'PARTNER', ...RULE_ORDER.slice(2), last]
      : last in POSITIONS
        ? [...RULE_ORDER.slice(0, POSITIONS[last]), last]
        : last === 'TOKEN_CONTROLS'
          ? [...RULE_ORDER.slice(0, 5), 'TOKEN', ...RULE_ORDER.slice(5, 7), last]
          : RULE_ORDER.slice(0, RULE_ORDER.indexOf(last) + 1);
    expect(trace.map(([rule]) => rule)).toEqual(questions);
  });

  it.each(REFUSALS)('for $reason precedes all later ones: a message that breaks both gets it', (earlier) => {
    const rank = rankOf(earlier);
    for (const later of REFUSALS.filter((refusal) => rankOf(refusal) > rank)) {
      const pair = `${earlier.reason} ${later.reason}`;
      const message = messageFor(earlier, later);
      expect(message === undefined, `${pair} can never both be broken`).toBe(NEVER.has(pair));
      if (message === undefined) continue;
      // a message that is refused for the later reason only
      expect(decideWith(message, later.breaks), pair).toMatchObject({ reason: later.reason });
      expect(decideWith(message, later.breaks, earlier.breaks), pair).toMatchObject({ reason: earlier.reason });
    }
  });

  it('fits Additional_Response_Data', () => {
    for (const refusal of REFUSALS) expect(refuse(refusal).reason).toMatch(/^[A-Z][A-Z_1-3]{1,23}$/);
  });

  it('for an amount of zero applies to either amount', () => {
    for (const message of [{ billingMinor: 0n }, { transactionMinor: 0n }]) {
      expect(decideWith({ message })).toMatchObject({ actionCode: '13', reason: 'AMOUNT_ZERO' });
    }
    expect(decideWith({ message: { billingMinor: 1n, transactionMinor: 1n } }).actionCode).toBe('00');
  });
});

/** Every switch waits for one transaction, every limit is set, and every window has something in it. */
const EVERYTHING_SET: FactsChange = {
  isCash: true,
  message: { merchantCategory: '5999' },
  settings: {
    masterStatus: 'ON_FOR_ONE',
    cardNotPresentStatus: 'ON_FOR_ONE',
    ecomStatus: 'ON_FOR_ONE',
    cashStatus: 'ON_FOR_ONE',
    function1Status: 'ON_FOR_ONE',
    cardNotPresentTransactionLimit: '91.81',
    cashTransactionLimit: '91.81',
    dailyLimit: '91.82',
    monthlyLimit: '91.82',
    limit1: '91.82',
    limit2: '91.82',
    limit3: '91.82',
    merchantGroupProfileId: 'NO-JEWELS',
  },
  usedAmounts: { daily: 1n, monthly: 1n, counter1: 1n, counter2: 1n, counter3: 1n },
  restrictions: [{ type: 'ANY', isAllowed: true }],
};

it('gives the same decision for the same facts, message and clock, bit for bit', () => {
  const all = [[], [EVERYTHING_SET], ...REFUSALS.map((refusal) => [messageFor(refusal)!, refusal.breaks])];
  for (const changes of all) {
    expect(decideWith(...changes)).toEqual(decideWith(...changes));
    expect(JSON.stringify(decideWith(...changes).trace)).toBe(JSON.stringify(decideWith(...changes).trace));
  }
});

it('changes neither the facts nor the message', () => {
  const all = [[], [EVERYTHING_SET], ...REFUSALS.map((refusal) => [messageFor(refusal)!, refusal.breaks])];
  for (const changes of all) {
    const { facts, message } = withChanges(...changes);
    const before = inspect({ facts, message }, { depth: null });
    decide(facts, message, new Date('2026-11-20T08:00:00.000Z'));
    expect(inspect({ facts, message }, { depth: null })).toBe(before);
  }
  expect(decideWith(EVERYTHING_SET)).toMatchObject({ actionCode: '00' });
});
