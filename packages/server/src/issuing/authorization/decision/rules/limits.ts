import { type Condition, type ConditionFacts, type ConditionTestOf, compileCondition } from '@cardwright/contract';
import { requireValue } from '../../../../platform/kernel/required.ts';
import {
  type AccountLimits,
  type EvaluatedLimit,
  evaluateLimits,
  hasLimits,
  type LimitedMessage,
  levelOf,
  type NamedLists,
} from '../../../limits/limit.ts';
import type { AuthorizationMessage, FactsWithCard } from '../facts.ts';
import { messageFacts, tokenOf } from '../message-facts.ts';
import type { Rule } from './rule.ts';

/**
 * 61 or 65: the message would exceed a custom limit (docs/interface/limits.md). Evaluates every limit that covers the
 * message: those of the account, those of its program, and shared limits. The first exceeded limit decides, under its own name.
 */
export const limitsRule: Rule = {
  name: 'LIMITS',
  labels: ['refusing', 'states'],
  isSet: ({ account, sharedLimits, sharedLimitsAt }) =>
    hasLimits(account.limits) || sharedLimits !== undefined || sharedLimitsAt !== undefined,
  evaluate(facts, message, now) {
    const limits = evaluatedLimits(facts, message, now);
    const over = limits.find(({ isOver }) => isOver)?.limit;
    const saw = [over?.id ?? null, limits.map(stateOf).join(' ')];
    if (over === undefined) return { saw };
    return { saw, refuse: { actionCode: over.measure === 'amount' ? '61' : '65', reason: over.id } };
  },
};

export function evaluatedLimits(facts: FactsWithCard, message: AuthorizationMessage, now: Date): EvaluatedLimit[] {
  const { account, bank, sharedLimits, sharedLimitsAt } = facts;
  const messageForLimits = limitedMessage(facts, message, now);
  const evaluate = (limits: AccountLimits | undefined) =>
    limits === undefined ? [] : evaluateLimits(limits, messageForLimits, bank.calendar, now);
  return [...evaluate(account.limits), ...(sharedLimitsAt ?? evaluate(sharedLimits))];
}

/** The part of a message that limits use. The facts of conditions are computed only if a limit has a condition. */
export function limitedMessage(facts: FactsWithCard, message: AuthorizationMessage, now: Date): LimitedMessage {
  let conditionFacts: ConditionFacts | undefined;
  return {
    cardId: facts.card.cardId,
    tokenReference: tokenOf(message),
    minor: message.billingMinor,
    merchantId: message.merchantId,
    meets({ where, assumedLists }) {
      if (where === undefined) return true;
      conditionFacts ??= messageFacts(facts, message, now);
      return compile(where, assumedLists ?? facts.lists)(conditionFacts);
    },
  };
}

interface CompiledCondition {
  readonly isMetBy: ConditionTestOf;
  /** The lists that the condition was compiled with; undefined if it names none. */
  readonly lists: NamedLists | undefined;
}

const latest = new WeakMap<Condition, CompiledCondition>();

/** Compiled conditions by limit: compiled once, and again only if a condition names a list and the lists have changed. */
function compile(where: Condition, lists: NamedLists | undefined): ConditionTestOf {
  const latestCondition = latest.get(where);
  if (latestCondition !== undefined && (latestCondition.lists === undefined || latestCondition.lists === lists))
    return latestCondition.isMetBy;
  let namesLists = false;
  const isMetBy = compileCondition(where, (name) => {
    namesLists = true;
    return requireValue(lists, 'the lists that a limit names').listOf(name);
  });
  latest.set(where, { isMetBy, lists: namesLists ? lists : undefined });
  return isMetBy;
}

function stateOf({ limit, before, after, endsAtMs }: EvaluatedLimit): string {
  return [limit.id, levelOf(limit), limit.measure, limit.of, limit.max, before, after, endsAtMs ?? ''].join(':');
}
