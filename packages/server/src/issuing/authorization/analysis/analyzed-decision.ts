import { COUNTER_FIELDS, type Condition, type ExampleValue, LIMITS_OVER_WINDOWS } from '@cardwright/contract';
import { formatAmount } from '../../../platform/kernel/money.ts';
import { createCalendar } from '../../../platform/kernel/time/calendar.ts';
import { type Limit, NO_LIMITS } from '../../limits/limit.ts';
import type { Example } from '../../rules/analysis/example.ts';
import type { AnalyzedRules, TranslateDecision, WholeDecision } from '../../rules/analysis/whole-decision.ts';
import {
  type AccountsInput,
  type AnalyzedAccount,
  BALANCE,
  CARD,
  counterOf,
  tokenOf,
  usageOf,
} from './analyzed-account.ts';
import { cardCondition } from './card-condition.ts';
import { decisionNumbers, limitsWithCards, paymentConstraints, tokensOf } from './decision-numbers.ts';
import { decisionSteps, ofEachCard } from './decision-steps.ts';
import { decideExample } from './example-decision.ts';
import { afterChange, hasDefaultSettings, ownValues } from './product-controls.ts';

/**
 * Rules that are assumed to decline nothing, because they check the form and identity of a message, its card data or
 * its token.
 */
const ASSUMED = [
  ...['FORMAT', 'CARD_FOUND', 'DUPLICATE', 'REVERSED_BEFORE', 'EXPIRY_SEQUENCE', 'TOKEN', 'CURRENCY'],
  'TOKEN_CONTROLS',
];
/** Rules about single accounts and cards, whose declines no program changes. */
const ASSUMED_OF_PRODUCT = ['CARD_STATUS', 'RESTRICTIONS'];

/** Translates the accounts that were posted to a thread to logic. Pure. */
export const translateDecision: TranslateDecision = ({ content }, rules, now, changedCondition) => {
  const { bank: posted, accounts, ...more } = content as AccountsInput;
  const { timeZone, cutOff, ...traits } = posted;
  const bank = { ...traits, calendar: createCalendar(timeZone, cutOff) };
  const [before, after] = accounts;
  return toDecision(
    [
      { ...before, bank },
      { ...after, bank },
    ],
    rules,
    { ...more, now, changedCondition },
  );
};

/** Translates the decision to logic, with the parts that a response shows. Pure. */
export function toDecision(
  [before, changed]: readonly [AnalyzedAccount, AnalyzedAccount],
  rules: AnalyzedRules,
  {
    exids = [],
    hasPartner = false,
    now,
    changedCondition = (condition) => condition,
  }: Partial<Pick<AccountsInput, 'exids' | 'hasPartner'>> & {
    readonly now: Date;
    /** Maps a condition before the change to the one after it. */
    readonly changedCondition?: ((condition: Condition) => Condition) | undefined;
  },
): WholeDecision {
  const after = withConditions(afterChange(before, changed), changedCondition);
  const accounts = [before, after] as const;
  const numbers = decisionNumbers(accounts, now);
  return {
    decision: {
      before: decisionSteps(before, rules.before),
      after: decisionSteps(after, rules.after),
      known: paymentConstraints(accounts, now),
      numbers,
      promised: (rules.promises ?? []).map(({ condition }) => ({
        before: ofEachCard(before.cards, (card) => cardCondition(condition, before, card)),
        after: ofEachCard(after.cards, (card) => cardCondition(changedCondition(condition), after, card)),
      })),
      isUntouched: hasDefaultSettings(after),
    },
    assumes: [
      ...ASSUMED,
      ...(after.product === undefined ? [] : ASSUMED_OF_PRODUCT),
      ...(hasPartner ? ['PARTNER_DECISION'] : []),
    ],
    decide: (example) => [decideExample(before, rules.before, example), decideExample(after, rules.after, example)],
    valuesOf: (example) => valuesOf(accounts, exids, example),
    free: [
      ...(after.product === undefined ? [] : ['settings']),
      ...stateOf(accounts).map(({ field, name }) => (name === undefined ? field : `${field} ${name}`)),
    ],
  };
}

/** Replaces the conditions of the account's limits. */
function withConditions(of: AnalyzedAccount, changed: (condition: Condition) => Condition): AnalyzedAccount {
  const all = (limits: readonly Limit[]) =>
    limits.map((limit) => (limit.where === undefined ? limit : { ...limit, where: changed(limit.where) }));
  const { account, sharedLimits } = of;
  const { limits = NO_LIMITS } = account;
  return {
    ...of,
    account: { ...account, limits: { ...limits, programLimits: limits.programLimits && all(limits.programLimits) } },
    sharedLimits: sharedLimits && { ...sharedLimits, limits: all(sharedLimits.limits) },
  };
}

type StateValue = Pick<ExampleValue, 'field' | 'name'> & { readonly number: string; readonly isMoney: boolean };

/** The state that decisions at the account use. */
function stateOf(accounts: readonly [AnalyzedAccount, AnalyzedAccount]): StateValue[] {
  const hasLimit = (field: (typeof LIMITS_OVER_WINDOWS)[keyof typeof LIMITS_OVER_WINDOWS]) =>
    accounts.some(({ account }) => account.settings.limits[field] !== undefined);
  return [
    ...(accounts[1].account.fundsCheck ? [{ field: 'balance', number: BALANCE, isMoney: true }] : []),
    ...Object.values(LIMITS_OVER_WINDOWS).flatMap((field, at) =>
      hasLimit(field) ? [{ field: COUNTER_FIELDS[at] ?? '', number: counterOf(at), isMoney: true }] : [],
    ),
    ...limitsWithCards(accounts).map(({ limit, card }) => ({
      ...{ field: 'usage', name: limit.id, number: usageOf(limit, card) },
      isMoney: limit.measure === 'amount',
    })),
    ...tokensOf(accounts).map((token) => ({ field: 'token', name: token, number: tokenOf(token), isMoney: false })),
  ];
}

function valuesOf(
  accounts: readonly [AnalyzedAccount, AnalyzedAccount],
  exids: readonly string[],
  example: Example,
): ExampleValue[] {
  const { numbers } = example;
  const { exponent } = accounts[1].account.currency;
  return [
    ...exids
      .slice(Number(numbers.get(CARD) ?? 0n))
      .slice(0, 1)
      .map((value): ExampleValue => ({ source: 'CARD', field: 'card_identifier_id', value })),
    ...ownValues(accounts[1], example),
    ...stateOf(accounts).map(({ field, name, number, isMoney }): ExampleValue => {
      const value = numbers.get(number) ?? 0n;
      const text = isMoney ? formatAmount(value, exponent) : String(value);
      return { source: 'ACCOUNT', field, ...(name !== undefined && { name }), value: text };
    }),
  ];
}
