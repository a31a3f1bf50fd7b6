import type { Switch } from '@cardwright/contract';
import { spendSwitches } from '../../card-settings/card-settings.ts';
import { count, releaseUse, windowsOf } from '../../card-settings/counters.ts';
import { type CountingKey, joinCountingKeys } from '../../limits/counting-key.ts';
import {
  type AccountLimits,
  countAgain,
  countDecision,
  type Limit,
  NO_LIMITS,
  recountEnding,
} from '../../limits/limit.ts';
import type { AccountFacts, AuthorizationMessage, BankFacts, FactsWithCard } from './facts.ts';
import { coveringSwitches } from './rules/covering-switches.ts';
import { evaluatedLimits, limitedMessage, limitsRule } from './rules/limits.ts';
import { stoodInOn } from './rules/partner.ts';

/**
 * How authorizations change an account (docs/interface/decision.md#counters). Pure; live traffic and backtests share
 * this code.
 */

const NO_SWITCHES: readonly Switch[] = [];

/** What a decision does to the account. */
export interface Effect {
  /** The account after the decision; undefined if the account does not change, as with most declines. */
  readonly after: AccountFacts | undefined;
  /** The ON_FOR_ONE switches that the decision used up. */
  readonly usedSwitches: readonly Switch[];
  /** The custom limits that counted the decision; undefined if none did. */
  readonly countingKey: CountingKey | undefined;
  /** The shared limits after the decision; undefined if they do not change. */
  readonly sharedLimits?: AccountLimits | undefined;
}

/**
 * The account after an approval: the amount is reserved and counted, and ON_FOR_ONE switches that covered it are off.
 */
export function afterApproval(facts: FactsWithCard, message: AuthorizationMessage, now: Date): Effect {
  const { account, bank } = facts;
  const usedSwitches = spentSwitches(account, message, bank, now);
  const after = chargedAccount(account, { minor: message.billingMinor, usedSwitches }, bank, now);
  const limitEffect = countInLimits(facts, message, now, { isApproved: true, refusing: undefined });
  return limitEffect === undefined
    ? { after, usedSwitches, countingKey: undefined }
    : { ...limitedEffect(after, limitEffect), usedSwitches };
}

/** The effect of an approval by the stand-in: the amount also counts towards what the stand-in may approve in a day. */
export function afterStandIn(effect: Effect, minor: bigint, date: string): Effect {
  return { ...effect, after: effect.after && standingIn(effect.after, minor, date) };
}

/** The account after an approval by the stand-in. */
export function standingIn(account: AccountFacts, minor: bigint, date: string): AccountFacts {
  return { ...account, stoodIn: { date, minor: stoodInOn(account, date) + minor } };
}

/**
 * The account after a decline that limits counted; undefined if none did. Limits do not count a message that is
 * repeated with another amount, because they counted it the first time. They do not count one that was reversed before
 * it arrived either, because the cardholder made no other attempt.
 * @param rule the rule that declined the message
 */
export function afterDecline(
  facts: FactsWithCard,
  message: AuthorizationMessage,
  now: Date,
  rule: string | undefined,
): Effect | undefined {
  const { account } = facts;
  if (facts.conflicts || facts.reversedBefore !== undefined) return undefined;
  const over = rule === limitsRule.name ? evaluatedLimits(facts, message, now).find(({ isOver }) => isOver) : undefined;
  const limitEffect = countInLimits(facts, message, now, { isApproved: false, refusing: over?.limit.key });
  return limitEffect && { ...limitedEffect(account, limitEffect), usedSwitches: NO_SWITCHES };
}

interface LimitEffect {
  readonly countingKey: CountingKey | undefined;
  /** The limits of the account; undefined if none of them counted. */
  readonly limits: AccountLimits | undefined;
  readonly sharedLimits: AccountLimits | undefined;
}

/**
 * Sets `after` even if only shared limits counted, so that the decision takes a number of the account's sequence, which
 * keeps its order.
 */
function limitedEffect(
  account: AccountFacts,
  { countingKey, limits, sharedLimits }: LimitEffect,
): Omit<Effect, 'usedSwitches'> {
  return { after: limits === undefined ? account : { ...account, limits }, countingKey, sharedLimits };
}

function countInLimits(
  facts: FactsWithCard,
  message: AuthorizationMessage,
  now: Date,
  outcome: { readonly isApproved: boolean; readonly refusing: string | undefined },
): LimitEffect | undefined {
  const { account, bank } = facts;
  if (account.limits === undefined && facts.sharedLimits === undefined && facts.sharedLimitsAt === undefined)
    return undefined;
  const messageForLimits = limitedMessage(facts, message, now);
  const count = (limits: AccountLimits | undefined) =>
    limits && countDecision(limits, messageForLimits, { ...outcome, calendar: bank.calendar, now });
  const [ownCount, sharedCount] = [count(account.limits), count(facts.sharedLimits)];
  if (ownCount === undefined && sharedCount === undefined) return undefined;
  return {
    countingKey: joinCountingKeys(ownCount?.countingKey, sharedCount?.countingKey),
    limits: ownCount?.limits,
    sharedLimits: sharedCount?.limits,
  };
}

/**
 * The account after a stored decision that limits counted.
 * @param programLimits the limits of all versions of its program, whichever was in force
 */
export function recountDecision(
  account: AccountFacts,
  { countingKey, minor, at }: { readonly countingKey: CountingKey | null; readonly minor: bigint; readonly at: Date },
  { calendar }: BankFacts,
  programLimits: readonly Limit[],
): AccountFacts {
  if (countingKey === null || (account.limits === undefined && programLimits.length === 0)) return account;
  const before = account.limits ?? NO_LIMITS;
  const after = countAgain({ ...before, programLimits }, countingKey, minor, { countedAt: at, calendar, now: at });
  return { ...account, limits: { ...after, programLimits: before.programLimits } };
}

/** The part of an approval that limits use. */
export interface StandingApproval {
  readonly countingKey: CountingKey | null | undefined;
  /** The part that is reserved or debited. */
  readonly minor: bigint;
}

/** The account after an approval of an amount, which used up some switches. */
export function chargedAccount(
  account: AccountFacts,
  { minor, usedSwitches }: { minor: bigint; usedSwitches: readonly Switch[] },
  bank: BankFacts,
  now: Date,
): AccountFacts {
  return {
    ...account,
    availableMinor: account.availableMinor - minor,
    counters: count(account.counters, windowsOf(bank.cardControl.windows), minor, bank.calendar, now),
    settings: usedSwitches.length === 0 ? account.settings : spendSwitches(account.settings, usedSwitches),
  };
}

/** The switches that an approval used up, read from what SWITCHES saw in its stored trace. */
export function spentByTrace(trace: string): readonly Switch[] {
  return Array.from(trace.matchAll(/(\w+):ON_FOR_ONE/g), ([, name]) => name as Switch);
}

function spentSwitches(
  account: AccountFacts,
  message: AuthorizationMessage,
  bank: BankFacts,
  now: Date,
): readonly Switch[] {
  if (!account.settings.waitsForOne) return NO_SWITCHES;
  return coveringSwitches(account.settings, message, bank.cardControl, now).flatMap(({ name, state }) =>
    state === 'ON_FOR_ONE' ? [name] : [],
  );
}

/** The account after the end of a reservation, which changes its funds and the counters whose windows are still open. */
export function afterReservation(
  account: AccountFacts,
  ending: { availableMinor: bigint; countedBackMinor: bigint },
  bank: BankFacts,
  { standing, countedAt, now }: { standing?: StandingApproval; countedAt: Date; now: Date },
): AccountFacts {
  const { calendar, cardControl } = bank;
  const windows = windowsOf(cardControl.windows);
  return {
    ...account,
    availableMinor: account.availableMinor + ending.availableMinor,
    counters:
      ending.countedBackMinor === 0n
        ? account.counters
        : releaseUse(account.counters, windows, ending.countedBackMinor, { calendar, countedAt, now }),
    ...(standing !== undefined &&
      account.limits !== undefined && {
        limits: limitsAfterEnding(account.limits, standing, ending.availableMinor, { countedAt, calendar, now }),
      }),
  };
}

/** The limits after a part of an approval became available again. */
export function limitsAfterEnding(
  limits: AccountLimits | undefined,
  { countingKey, minor: before }: StandingApproval,
  availableMinor: bigint,
  times: { countedAt: Date; calendar: BankFacts['calendar']; now: Date },
): AccountLimits | undefined {
  if (limits === undefined || countingKey == null) return limits;
  return recountEnding(limits, countingKey, { before, after: before - availableMinor }, times);
}
