import type { ControlChange, ExplainableDecision } from '@cardwright/contract';
import { type Currency, currency } from '../../../platform/kernel/money.ts';
import type { Calendar } from '../../../platform/kernel/time/calendar.ts';
import type { Tx } from '../../../platform/storage/index.ts';
import { readControlChanges } from '../../accounts/index.ts';
import { windowsOf } from '../../card-settings/index.ts';
import type { StoredLimit } from '../../limits/index.ts';
import type { Restrictions } from '../../restrictions/index.ts';
import type { BankFacts } from '../decision/facts.ts';
import type { ExplainedRule } from '../decision/trace.ts';

/** The most changes to search for the one that put a setting in force. */
const MAX_CHANGES = 500;

/** The part of an explanation that comes from the bank's configuration. */
export function explanationOfBank(
  { calendar, country, cardControl }: BankFacts,
  trace: readonly ExplainedRule[],
  decidedAt: Date,
): Pick<ExplainableDecision, 'bank' | 'window_ends' | 'merchant_group' | 'currency_codes'> {
  const group = sawIn(trace, 'MERCHANT_GROUP').group;
  const { account_currency: accountCurrency, billing_currency: billingCurrency } = sawIn(trace, 'CURRENCY');
  return {
    bank: { time_zone: calendar.timeZone, country },
    window_ends: windowEnds(cardControl, calendar, decidedAt),
    merchant_group: cardControl.merchantGroups.get(String(group))?.name ?? null,
    currency_codes: Object.fromEntries(
      [accountCurrency, billingCurrency].flatMap((number) => {
        const currencyOfNumber = typeof number === 'string' ? currency(number) : undefined;
        return currencyOfNumber === undefined ? [] : [[currencyOfNumber.number, currencyOfNumber.code]];
      }),
    ),
  };
}

export function explanationCurrency(money: Currency | undefined): ExplainableDecision['currency'] {
  return money === undefined ? null : { code: money.code, digits: money.exponent };
}

/** The limit rules, in the order of the counters. */
const LIMIT_RULES = ['DAILY_LIMIT', 'MONTHLY_LIMIT', 'LIMIT1', 'LIMIT2', 'LIMIT3'];

function windowEnds(control: BankFacts['cardControl'], calendar: Calendar, at: Date): Record<string, string> {
  const windows = windowsOf(control.windows);
  return Object.fromEntries(
    LIMIT_RULES.flatMap((rule, place) => {
      const window = windows[place];
      const end = window === undefined ? undefined : calendar.windowEnd(window, at);
      return end === undefined ? [] : [[rule, new Date(end).toISOString()]];
    }),
  );
}

function sawIn(trace: readonly ExplainedRule[], rule: string): ExplainedRule['saw'] {
  return trace.find((step) => step.rule === rule)?.saw ?? {};
}

export interface ControlHistory {
  readonly bankId: string;
  readonly accountId: bigint;
  readonly cardId: bigint;
  /** The account's sequence at the time of the decision. */
  readonly before: bigint;
  /** The token that the message names, in lower case. */
  readonly tokenReference: string | undefined;
}

/** Reads the bank's changes of the account and of this card before a decision. */
export async function readChangeExplanations(
  tx: Tx,
  { bankId, accountId, cardId, before, tokenReference }: ControlHistory,
): Promise<ControlChange[]> {
  const changes = await readControlChanges(tx, bankId, accountId, { before, limit: MAX_CHANGES });
  return changes.flatMap(({ at, change }): ControlChange[] => {
    const author = { at: at.toISOString(), by: change.by ?? null };
    if (change.kind === 'SETTINGS') return [{ ...author, kind: 'settings', fields: change.patch }];
    if (change.cardId !== undefined && change.cardId !== String(cardId)) return [];
    if (change.kind === 'TOKEN_CONTROLS') {
      return change.reference === tokenReference ? [{ ...author, kind: 'token' }] : [];
    }
    if (change.kind === 'LIMIT') {
      const { tokenReference: ofToken } = change.limit as StoredLimit;
      if (ofToken !== undefined && ofToken !== tokenReference) return [];
      return [{ ...author, kind: 'limit', id: (change.limit as StoredLimit).id, isSet: change.isSet }];
    }
    if (change.kind === 'CARD_STATUS') return [{ ...author, kind: 'status', status: change.status }];
    const { type, isAllowed, endsAtMs, countries } = change.restriction as Restrictions[number];
    const until = endsAtMs === undefined ? null : new Date(endsAtMs).toISOString();
    // a list of allowed countries refuses all others
    return [{ ...author, kind: 'restriction', type, refuses: !isAllowed || countries !== undefined, until }];
  });
}
