import { type Condition, type ConditionTestOf, compileCondition } from '@cardwright/contract';
import {
  type AccountLimits,
  allLimits,
  countDecision,
  type EvaluatedLimit,
  evaluateLimits,
  type LimitedMessage,
  levelOf,
} from '../../limits/limit.ts';
import { factsOfConditions } from './bank-rules.ts';
import type { SawValue } from './fixed-rules.ts';
import type { FactsWithCard, ProvisioningMessage } from './provisioning-facts.ts';

/** The limits that count requests for tokens of a card (docs/interface/limits.md#requests-for-tokens). Pure. */

export const LIMITS_LABELS = ['refusing', 'states'] as const;

interface LimitsVerdict {
  readonly saw: readonly SawValue[];
  /** The first limit that the request would exceed. */
  readonly refusing: EvaluatedLimit['limit'] | undefined;
}

/** Evaluates every limit that covers the request; undefined if the card has none. */
export function evaluateProvisioningLimits(
  facts: FactsWithCard,
  message: ProvisioningMessage,
  now: Date,
): LimitsVerdict | undefined {
  const { limits } = facts;
  if (limits === undefined) return undefined;
  const states = evaluateLimits(
    limits.account,
    limitedRequest(facts, message, limits.cardId, now),
    facts.bank.calendar,
    now,
  );
  const refusing = states.find(({ isOver }) => isOver)?.limit;
  return { saw: [refusing?.id ?? null, states.map(stateOf).join(' ')], refusing };
}

/** The limits after a decision, and what counted it; undefined if no limit counts it. */
export function countProvisioning(
  facts: FactsWithCard,
  message: ProvisioningMessage,
  { isApproved, refusing }: { readonly isApproved: boolean; readonly refusing: string | undefined },
  now: Date,
): ReturnType<typeof countDecision> {
  const { limits, bank } = facts;
  if (limits === undefined) return undefined;
  const request = limitedRequest(facts, message, limits.cardId, now);
  return countDecision(limits.account, request, { isApproved, refusing, calendar: bank.calendar, now });
}

function limitedRequest(facts: FactsWithCard, message: ProvisioningMessage, cardId: bigint, now: Date): LimitedMessage {
  return {
    cardId,
    tokenReference: undefined,
    minor: 0n,
    merchantId: '',
    isProvisioning: true,
    meets: ({ where }) => where === undefined || compile(where)(factsOfConditions(facts, message, now)),
  };
}

const compiled = new WeakMap<Condition, ConditionTestOf>();

/** Compiles without lists, because conditions on requests for tokens name none. */
function compile(where: Condition): ConditionTestOf {
  const test = compiled.get(where) ?? compileCondition(where, () => ({ has: () => false }));
  compiled.set(where, test);
  return test;
}

function stateOf({ limit, before, after, endsAtMs }: EvaluatedLimit): string {
  return [limit.id, levelOf(limit), limit.measure, limit.of, limit.max, before, after, endsAtMs ?? ''].join(':');
}

/** Returns the limits of an account for a decision; undefined if there are none. */
export function orNoLimits(cardId: bigint, account: AccountLimits): FactsWithCard['limits'] {
  return allLimits(account).length === 0 ? undefined : { cardId, account };
}
