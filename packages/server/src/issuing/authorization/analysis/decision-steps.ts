import {
  LIMITS_OVER_WINDOWS,
  RESTRICTION_REASONS,
  RESTRICTION_TYPES,
  type RestrictionType,
  RULES_PASSED_BY_EXCEPTION,
  SWITCH_REASONS,
  SWITCHES,
  type Switch,
} from '@cardwright/contract';
import type { AnalyzedRule } from '../../rules/analysis/analyzed-rule.ts';
import type { DecisionStep } from '../../rules/analysis/decision-questions.ts';
import { ALWAYS, compare, every, hasValue, NEVER, not, since, some, when } from '../../rules/analysis/formulas.ts';
import { MINOR } from '../../rules/analysis/numbers.ts';
import type { Formula } from '../../rules/analysis/question.ts';
import { type Entry, isCardPresent } from '../decision/channel.ts';
import type { CardFacts } from '../decision/facts.ts';
import { type AnalyzedAccount, BALANCE, CARD, counterOf } from './analyzed-account.ts';
import { cardCondition } from './card-condition.ts';
import { type Controls, controlsOf, expiresAt } from './controls.ts';
import { limitSteps } from './limit-steps.ts';
import { productControls } from './product-controls.ts';

const PASSED_BY_EXCEPTION: ReadonlySet<string> = new Set(RULES_PASSED_BY_EXCEPTION);
const ENTRIES: readonly Entry[] = [
  ...(['ECOM', 'MOTO', 'RECURRING', 'KEYED', 'UNKNOWN', 'CHIP', 'SWIPE', 'CONTACTLESS', 'FALLBACK'] as const),
];
const IS_CASH = compare('mcc', 'in', ['6010', '6011']);
const IS_FOREIGN = compare('isForeign', 'eq', true);
const IS_PRESENT = compare(
  'channel',
  'in',
  ENTRIES.filter((entry) => isCardPresent({ entry, isCash: false })),
);
const isEntry = (entry: string) => compare('channel', 'eq', entry);

/**
 * Translates the decision to logic (docs/interface/rules.md#the-whole-decision): all reasons in the order of their evaluation. The first one that declines
 * a payment decides. Pure.
 */
export function decisionSteps(of: AnalyzedAccount, rules: readonly AnalyzedRule[]): DecisionStep[] {
  const { account, cards } = of;
  const step = (rule: string, reason: string, declines: Formula): DecisionStep => ({ rule, reason, declines });
  const eachCard = (declines: (card: CardFacts) => Formula) => ofEachCard(cards, declines);
  const controls = of.product === undefined ? controlsOf(of) : productControls(of, of.product);
  const inOrder = [...rules].sort((one, other) => one.number - other.number || one.version - other.version);
  const steps = [
    ...(['BLOCKED', 'LOST', 'STOLEN', 'CLOSED'] as const).map((status) =>
      step(
        'CARD_STATUS',
        `CARD_${status}`,
        eachCard((card) => when(card.status === status)),
      ),
    ),
    step(
      'EXPIRY_SEQUENCE',
      'CARD_EXPIRED',
      eachCard((card) => since(expiresAt(card, of.bank))),
    ),
    step('AMOUNT', 'AMOUNT_ZERO', hasValue(MINOR, 0n)),
    ...RESTRICTION_TYPES.map((type) =>
      step(
        'RESTRICTIONS',
        RESTRICTION_REASONS[type],
        eachCard((card) => restricts(type, controls, card)),
      ),
    ),
    ...switchSteps(of, controls),
    step('MERCHANT_GROUP', 'MERCHANT_GROUP_OFF', controls.refusesGroup),
    step('FOREIGN_USE', 'CP_FOREIGN_OFF', every(IS_PRESENT, IS_FOREIGN, not(controls.allowsAbroad))),
    step(
      'TRANSACTION_LIMITS',
      'CP_TRANSACTION_LIMIT',
      every(IS_PRESENT, controls.isOver('cardPresentTransactionLimit')),
    ),
    step(
      'TRANSACTION_LIMITS',
      'CNP_TRANSACTION_LIMIT',
      every(not(IS_PRESENT), controls.isOver('cardNotPresentTransactionLimit')),
    ),
    step('TRANSACTION_LIMITS', 'CASH_TRANSACTION_LIMIT', every(IS_CASH, controls.isOver('cashTransactionLimit'))),
    ...Object.entries(LIMITS_OVER_WINDOWS).map(([name, field], at) =>
      step(name, name, controls.isOver(field, counterOf(at))),
    ),
    ...limitSteps(of, eachCard).map(({ reason, declines }) => step('LIMITS', reason, declines)),
    ...inOrder.map(({ name, condition, fromMs, untilMs }) =>
      step(
        'RULES',
        name,
        every(
          { during: { fromMs, untilMs } },
          eachCard((card) => cardCondition(condition, of, card)),
        ),
      ),
    ),
    step('FUNDS', 'INSUFFICIENT_FUNDS', account.fundsCheck ? { sum: [MINOR], less: [BALANCE], over: 0n } : NEVER),
  ];
  const exception = exceptionFormula(of);
  if (exception === NEVER) return steps;
  return steps.map((one) =>
    PASSED_BY_EXCEPTION.has(one.rule) ? { ...one, declines: every(one.declines, not(exception)) } : one,
  );
}

/** Whether the card at this position pays. */
export function isCard(at: number, { length }: { readonly length: number }): Formula {
  return length === 1 ? ALWAYS : hasValue(CARD, BigInt(at));
}

/** The payments of each card that meet its formula. */
export function ofEachCard(cards: readonly CardFacts[], formulaOf: (card: CardFacts) => Formula): Formula {
  return some(...cards.map((card, at) => every(isCard(at, cards), formulaOf(card))));
}

/** A list of allowed countries is an exception to a refused INTERNATIONAL. */
function restricts(type: RestrictionType, controls: Controls, card: CardFacts): Formula {
  const { refuses } = controls.restriction(type, card);
  if (type !== 'INTERNATIONAL') return every(covers(type), refuses);
  const { names } = controls.restriction('INTERNATIONAL_SPECIFIC_COUNTRIES', card);
  return every(IS_FOREIGN, refuses, not(names));
}

function covers(type: RestrictionType): Formula {
  switch (type) {
    case 'PERS_RESTR_CONTACTLESS':
      return isEntry('CONTACTLESS');
    case 'NFC':
      return every(isEntry('CONTACTLESS'), not(IS_CASH));
    case 'ATM':
      return IS_CASH;
    case 'PURCHASE':
      return not(IS_CASH);
    case 'ANY':
      return ALWAYS;
    case 'INTERNATIONAL':
    case 'INTERNATIONAL_SPECIFIC_COUNTRIES':
      return IS_FOREIGN;
    default:
      return isEntry(type);
  }
}

function switchSteps({ bank }: AnalyzedAccount, { isOff, passesBelow }: Controls): DecisionStep[] {
  const covered: Partial<Record<Switch, Formula>> = {
    ...{
      master: ALWAYS,
      cardPresent: IS_PRESENT,
      cardNotPresent: not(IS_PRESENT),
      cash: IS_CASH,
      purchase: not(IS_CASH),
    },
    ...{ ecom: isEntry('ECOM'), moto: isEntry('MOTO'), recurring: isEntry('RECURRING'), fallback: isEntry('FALLBACK') },
  };
  for (const [at, categories] of bank.cardControl.functions.entries()) {
    covered[`function${at + 1}` as Switch] = categories === undefined ? NEVER : compare('mcc', 'in', [...categories]);
  }
  return SWITCHES.map((name) => {
    const off = name === 'cardPresent' ? every(isOff(name), not(passesBelow)) : isOff(name);
    return { rule: 'SWITCHES', reason: SWITCH_REASONS[name], declines: every(covered[name] ?? NEVER, off) };
  });
}

/** The payments that an open exception allows. */
function exceptionFormula({ account: { exceptions = [] } }: AnalyzedAccount): Formula {
  if (exceptions.length === 0) return NEVER;
  return some(
    ...exceptions.map(({ merchantId, mcc, maxMinor, validUntil }) =>
      every(
        merchantId === undefined ? ALWAYS : compare('merchantId', 'eq', merchantId),
        mcc === undefined ? ALWAYS : compare('mcc', 'eq', mcc),
        not({ sum: [MINOR], over: maxMinor }),
        not(since(validUntil.getTime())),
      ),
    ),
  );
}
