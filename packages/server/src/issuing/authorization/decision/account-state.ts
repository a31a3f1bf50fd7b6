import type { Switch } from '@cardwright/contract';
import { spendSwitches } from '../../card-settings/card-settings.ts';
import { count, giveBack, windowsOf } from '../../card-settings/counters.ts';
import {
  type AccountLimits,
  type CountedIn,
  countAgain,
  countDecision,
  countEnded,
  joinCounted,
  type Limit,
  NO_LIMITS,
} from '../../limits/limit.ts';
import type { AccountFacts, AuthorizationMessage, BankFacts, CardedFacts } from './facts.ts';
import { coveringSwitches } from './rules/covering-switches.ts';
import { evaluatedLimits, limitedMessage, limitsRule } from './rules/limits.ts';
import { stoodInOn } from './rules/partner.ts';

/**
 * How an account changes with its authorizations (docs/interface/decision.md#counters). Pure; live traffic and
 * backtest share it.
 */

const NOTHING_SPENT: readonly Switch[] = [];

/** What a decision does to the account. */
export interface Effect {
  /** How it leaves the account; undefined where it changes nothing, as most declines. */
  readonly after: AccountFacts | undefined;
  /** The ON_FOR_ONE switches that it used up. */
  readonly spent: readonly Switch[];
  /** The limits of the bank's own that counted it; undefined where none did. */
  readonly counted: CountedIn | undefined;
  /** How it leaves the limits that accounts share; undefined where it changes nothing of them. */
  readonly shared?: AccountLimits | undefined;
}

/**
 * The account after an approval: the amount is reserved and counted, and ON_FOR_ONE switches that covered it are off.
 */
export function afterApproval(facts: CardedFacts, message: AuthorizationMessage, now: Date): Effect {
  const { account, bank } = facts;
  const spent = spentSwitches(account, message, bank, now);
  const after = chargedAccount(account, { minor: message.billingMinor, spent }, bank, now);
  const limited = countInLimits(facts, message, now, { isApproved: true, refusing: undefined });
  return limited === undefined ? { after, spent, counted: undefined } : { ...limitedEffect(after, limited), spent };
}

/** The same, where the bank's own system had no say in it: the amount counts for what may be approved so in a day. */
export function afterStandIn(effect: Effect, minor: bigint, date: string): Effect {
  return { ...effect, after: effect.after && standingIn(effect.after, minor, date) };
}

/** The account after an approval by the stand-in. */
export function standingIn(account: AccountFacts, minor: bigint, date: string): AccountFacts {
  return { ...account, stoodIn: { date, minor: stoodInOn(account, date) + minor } };
}

/**
 * The account after a decline that limits counted; undefined where none did. A message that came again with another amount was
 * counted when it came first.
 * @param rule the one that declined it
 */
export function afterDecline(
  facts: CardedFacts,
  message: AuthorizationMessage,
  now: Date,
  rule: string | undefined,
): Effect | undefined {
  const { account } = facts;
  if (facts.conflicts) return undefined;
  const over = rule === limitsRule.name ? evaluatedLimits(facts, message, now).find(({ isOver }) => isOver) : undefined;
  const limited = countInLimits(facts, message, now, { isApproved: false, refusing: over?.limit.key });
  return limited && { ...limitedEffect(account, limited), spent: NOTHING_SPENT };
}

interface Limited {
  readonly counted: CountedIn | undefined;
  /** Those of the account; undefined where none of them counted. */
  readonly limits: AccountLimits | undefined;
  readonly shared: AccountLimits | undefined;
}

/** Takes a number of the account's sequence, also where only limits counted that it shares: so its decisions keep their order. */
function limitedEffect(account: AccountFacts, { counted, limits, shared }: Limited): Omit<Effect, 'spent'> {
  return { after: limits === undefined ? account : { ...account, limits }, counted, shared };
}

function countInLimits(
  facts: CardedFacts,
  message: AuthorizationMessage,
  now: Date,
  decided: { readonly isApproved: boolean; readonly refusing: string | undefined },
): Limited | undefined {
  const { account, bank } = facts;
  if (account.limits === undefined && facts.shared === undefined && facts.sharedLimitsAt === undefined)
    return undefined;
  const limited = limitedMessage(facts, message, now);
  const count = (limits: AccountLimits | undefined) =>
    limits && countDecision(limits, limited, { ...decided, calendar: bank.calendar, now });
  const [own, shared] = [count(account.limits), count(facts.shared)];
  if (own === undefined && shared === undefined) return undefined;
  return { counted: joinCounted(own?.counted, shared?.counted), limits: own?.limits, shared: shared?.limits };
}

/**
 * The account after a decision that limits counted, from what is stored of it.
 * @param given what all versions of its program gave it: which one was in force is not asked
 */
export function countedAsStored(
  account: AccountFacts,
  { counted, minor, at }: { readonly counted: CountedIn | null; readonly minor: bigint; readonly at: Date },
  { calendar }: BankFacts,
  given: readonly Limit[],
): AccountFacts {
  if (counted === null || (account.limits === undefined && given.length === 0)) return account;
  const before = account.limits ?? NO_LIMITS;
  const after = countAgain({ ...before, given }, counted, minor, { countedAt: at, calendar, now: at });
  return { ...account, limits: { ...after, given: before.given } };
}

/** An approval as limits see it. */
export interface StandingApproval {
  readonly counted: CountedIn | null | undefined;
  /** What is reserved or debited of it. */
  readonly minor: bigint;
}

/** The account once an amount was approved that used up some switches. */
export function chargedAccount(
  account: AccountFacts,
  { minor, spent }: { minor: bigint; spent: readonly Switch[] },
  bank: BankFacts,
  now: Date,
): AccountFacts {
  return {
    ...account,
    availableMinor: account.availableMinor - minor,
    counters: count(account.counters, windowsOf(bank.cardControl.windows), minor, bank.calendar, now),
    settings: spent.length === 0 ? account.settings : spendSwitches(account.settings, spent),
  };
}

/** The switches that an approval used up, by its stored trace: what SWITCHES saw. */
export function spentByTrace(trace: string): readonly Switch[] {
  return Array.from(trace.matchAll(/(\w+):ON_FOR_ONE/g), ([, name]) => name as Switch);
}

function spentSwitches(
  account: AccountFacts,
  message: AuthorizationMessage,
  bank: BankFacts,
  now: Date,
): readonly Switch[] {
  if (!account.settings.waitsForOne) return NOTHING_SPENT;
  return coveringSwitches(account.settings, message, bank.cardControl, now).flatMap(({ name, state }) =>
    state === 'ON_FOR_ONE' ? [name] : [],
  );
}

/** The account after a reservation ended: its funds change, and with them the counters whose windows are still open. */
export function afterReservation(
  account: AccountFacts,
  ended: { availableMinor: bigint; countedBackMinor: bigint },
  bank: BankFacts,
  { standing, countedAt, now }: { standing?: StandingApproval; countedAt: Date; now: Date },
): AccountFacts {
  const { calendar, cardControl } = bank;
  const windows = windowsOf(cardControl.windows);
  return {
    ...account,
    availableMinor: account.availableMinor + ended.availableMinor,
    counters:
      ended.countedBackMinor === 0n
        ? account.counters
        : giveBack(account.counters, windows, ended.countedBackMinor, { calendar, countedAt, now }),
    ...(standing !== undefined &&
      account.limits !== undefined && {
        limits: limitsAfterEnding(account.limits, standing, ended.availableMinor, { countedAt, calendar, now }),
      }),
  };
}

/** Limits after what stood of an approval changed by what became available again. */
export function limitsAfterEnding(
  limits: AccountLimits | undefined,
  { counted, minor: before }: StandingApproval,
  availableMinor: bigint,
  times: { countedAt: Date; calendar: BankFacts['calendar']; now: Date },
): AccountLimits | undefined {
  if (limits === undefined || counted == null) return limits;
  return countEnded(limits, counted, { before, after: before - availableMinor }, times);
}
