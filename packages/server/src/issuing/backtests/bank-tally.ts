import { type BacktestResult, MAX_REPORTED_MERCHANTS } from '@cardwright/contract';
import { type Currency, formatAmount } from '../../platform/kernel/money.ts';
import type { Calendar } from '../../platform/kernel/time/calendar.ts';
import { isIdentical, RULE_VERSION } from '../authorization/index.ts';
import { merchantOf } from './difference-explanation.ts';
import type { BankReplay } from './replay-bank.ts';

interface Sum {
  count: number;
  minor: bigint;
}
interface Shift {
  readonly money: Currency;
  readonly newlyDeclined: Sum;
  readonly newlyApproved: Sum;
  otherwiseDeclined: number;
}
interface ByRule extends Sum {
  readonly was: { action_code: string; rule: string };
  readonly wouldBe: { action_code: string; rule: string };
  readonly money: Currency;
}
type ByDay = Shift & { readonly day: string; decisions: number; changed: number };
type ByMerchant = Shift & ReturnType<typeof merchantOf>;

const nothing = (): Sum => ({ count: 0, minor: 0n });
const noShift = (money: Currency): Shift => ({
  money,
  newlyDeclined: nothing(),
  newlyApproved: nothing(),
  otherwiseDeclined: 0,
});

/** Compares stored decisions with replayed ones, over all accounts of a bank. */
export class BankTally {
  readonly #calendar: Calendar;
  readonly #counts = { decisions: 0, identical: 0, changed: 0, other_rule_version: 0 };
  readonly #approved = new Map<string, { money: Currency; was: Sum; wouldBe: Sum }>();
  readonly #rules = new Map<string, ByRule>();
  readonly #merchants = new Map<string, ByMerchant>();
  readonly #days = new Map<string, ByDay>();
  #accounts = 0;
  #lastAccount: bigint | undefined;
  accountsRefused = 0;
  notReplayed = 0;

  constructor(calendar: Calendar) {
    this.#calendar = calendar;
  }

  get decisions(): number {
    return this.#counts.decisions;
  }

  /** Returns whether the decision changed. */
  add(replayed: BankReplay): boolean {
    const { account, money, row, decision } = replayed;
    const counts = this.#counts;
    counts.decisions += 1;
    if (this.#lastAccount !== account.account_id) this.#accounts += 1;
    this.#lastAccount = account.account_id;
    if (row.rule_version !== RULE_VERSION) counts.other_rule_version += 1;
    if (isIdentical({ row, decision })) counts.identical += 1;
    const approved = getOrCreate(this.#approved, money.code, () => ({ money, was: nothing(), wouldBe: nothing() }));
    if (row.action_code === '00') addTo(approved.was, row.billing_minor);
    if (decision.actionCode === '00') addTo(approved.wouldBe, row.billing_minor);
    const day = this.#calendar.localDate(row.decided_at);
    const ofDay = getOrCreate(this.#days, `${day} ${money.code}`, () => ({
      ...noShift(money),
      day,
      decisions: 0,
      changed: 0,
    }));
    ofDay.decisions += 1;
    if (row.action_code === decision.actionCode && row.rule === decision.reason) return false;
    counts.changed += 1;
    ofDay.changed += 1;
    shift(ofDay, replayed);
    const merchant = merchantOf(row.message);
    const ofMerchant = `${money.code} ${merchant.merchant}`;
    shift(
      getOrCreate(this.#merchants, ofMerchant, () => ({ ...noShift(money), ...merchant })),
      replayed,
    );
    this.#countRule(replayed);
    return true;
  }

  #countRule({ row, decision, money }: BankReplay): void {
    const was = { action_code: row.action_code, rule: row.rule };
    const wouldBe = { action_code: decision.actionCode, rule: decision.reason };
    const key = [money.code, ...Object.values(was), ...Object.values(wouldBe)].join(' ');
    addTo(
      getOrCreate(this.#rules, key, () => ({ was, wouldBe, money, ...nothing() })),
      row.billing_minor,
    );
  }

  result(storedDifferences: number, provisionings?: BacktestResult['provisionings']): BacktestResult {
    return {
      accounts: this.#accounts,
      accounts_refused: this.accountsRefused,
      ...this.#counts,
      not_replayed: this.notReplayed,
      approved: [...this.#approved.values()].map(({ money, was, wouldBe }) => ({
        currency: money.code,
        was: toSum(was, money),
        would_be: toSum(wouldBe, money),
      })),
      by_rule: [...this.#rules.values()]
        .sort((one, other) => other.count - one.count)
        .map(({ was, wouldBe, money, ...sum }) => ({
          was,
          would_be: wouldBe,
          currency: money.code,
          ...toSum(sum, money),
        })),
      by_merchant: [...this.#merchants.values()]
        .sort((one, other) => countOf(other) - countOf(one) || (one.merchant < other.merchant ? -1 : 1))
        .slice(0, MAX_REPORTED_MERCHANTS)
        .map(({ merchant, merchant_name_location, mcc, ...rest }) => ({
          merchant,
          merchant_name_location,
          mcc,
          ...toShift(rest),
        })),
      by_day: [...this.#days.values()]
        .sort((one, other) => (one.day < other.day ? -1 : 1))
        .map(({ day, decisions, changed, ...rest }) => ({ day, decisions, changed, ...toShift(rest) })),
      ...(provisionings !== undefined && { provisionings }),
      differences_kept: storedDifferences,
    };
  }
}

function getOrCreate<V>(map: Map<string, V>, key: string, make: () => V): V {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const created = make();
  map.set(key, created);
  return created;
}

function addTo(sum: Sum, minor: bigint): void {
  sum.count += 1;
  sum.minor += minor;
}

function shift(to: Shift, { row, decision }: BankReplay): void {
  if (row.action_code === '00') addTo(to.newlyDeclined, row.billing_minor);
  else if (decision.actionCode === '00') addTo(to.newlyApproved, row.billing_minor);
  else to.otherwiseDeclined += 1;
}

function countOf({ newlyDeclined, newlyApproved, otherwiseDeclined }: Shift): number {
  return newlyDeclined.count + newlyApproved.count + otherwiseDeclined;
}

function toSum({ count, minor }: Sum, { exponent }: Currency) {
  return { count, amount: formatAmount(minor, exponent) };
}

function toShift({ money, newlyDeclined, newlyApproved, otherwiseDeclined }: Shift) {
  return {
    currency: money.code,
    newly_declined: toSum(newlyDeclined, money),
    newly_approved: toSum(newlyApproved, money),
    otherwise_declined: otherwiseDeclined,
  };
}
