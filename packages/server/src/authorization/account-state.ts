import type { Switch } from '@cardwright/contract';
import { spendSwitches } from '../card-settings/card-settings.ts';
import { count, giveBack, windowsOf } from '../card-settings/counters.ts';
import type { AccountFacts, AuthorizationMessage, BankFacts } from './facts.ts';
import { coveringSwitches } from './rules/covering-switches.ts';

/**
 * How an account changes with its authorizations (docs/interface/decision.md#counters). Pure; live traffic and
 * backtest share it.
 */

const NOTHING_SPENT: readonly Switch[] = [];

export interface Approval {
  readonly account: AccountFacts;
  /** The ON_FOR_ONE switches that it used up. */
  readonly spent: readonly Switch[];
}

/**
 * The account after an approval: the amount is reserved and counted, and ON_FOR_ONE switches that covered it are off.
 */
export function afterApproval(
  account: AccountFacts,
  message: AuthorizationMessage,
  bank: BankFacts,
  now: Date,
): Approval {
  const spent = spentSwitches(account, message, bank, now);
  return { account: chargedAccount(account, { minor: message.billingMinor, spent }, bank, now), spent };
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
  { countedAt, now }: { countedAt: Date; now: Date },
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
  };
}
