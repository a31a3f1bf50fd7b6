import { comparisonsOf, compileCondition, type RuleEffect, requestedFigures } from '@cardwright/contract';
import { decide } from '../../issuing/authorization/decision/decide.ts';
import type { AuthorizationMessage } from '../../issuing/authorization/decision/facts.ts';
import { paymentKey } from '../../issuing/authorization/decision/paid-merchants.ts';
import type { Limit } from '../../issuing/limits/limit.ts';
import type { Cells } from '../../issuing/limits/limit-cells.ts';
import { slotOf } from '../../issuing/limits/limit-cells.ts';
import { MESSAGE, NOW } from '../decisions/authorization-facts.ts';
import { LATER_MS, MCCS_TO_TRY, type RandomAccount } from './random-accounts.ts';

/** The decisions before and after a change, over all payments and states. */
export interface ChangeVerdict {
  readonly declinesNew: boolean;
  readonly approvesNew: boolean;
  readonly canApprove: boolean;
  /** The reasons of declines after the change. */
  readonly reasons: readonly string[];
  /** Some of the payments with their decisions. */
  readonly samples: readonly { readonly payment: Payment; readonly decided: readonly [string, string] }[];
}

const DAY_MS = 86_400_000;
const MAX_SAMPLES = 200;
const SMALL = [0n, 1n, 3n, 4n, 5n, 6n, 7n, 8n, 10n, 11n];
const CHANNELS = ['ECOM', 'MOTO', 'RECURRING', 'KEYED', 'UNKNOWN', 'CHIP', 'SWIPE', 'CONTACTLESS', 'FALLBACK'] as const;

export interface Payment {
  channel: (typeof CHANNELS)[number];
  mcc: string;
  country: string | undefined;
  currency: string;
  merchantId: string;
  minor: bigint;
  at: number;
  card: number;
  first: boolean;
  listed: boolean;
  balance: bigint;
  counters: readonly bigint[];
  usage: Readonly<Record<string, bigint>>;
  /** Whether limits of merchants have counted the merchant. */
  known: boolean;
}

/**
 * Decides all combinations of payments and states that the accounts can tell apart, with the function that decides
 * messages. It uses nothing of the analysis. Undefined if there are too many combinations.
 */
export function compareExhaustively(
  [before, after]: readonly [RandomAccount, RandomAccount],
  most: number,
): ChangeVerdict | undefined {
  const dimensions = dimensionsOf([before, after]);
  const count = Object.values(dimensions).reduce((product, values) => product * values.length, 1);
  if (count > most) return undefined;
  const found = { declinesNew: false, approvesNew: false, canApprove: false };
  const reasons = new Set<string>();
  const samples: { payment: Payment; decided: [string, string] }[] = [];
  const every = Math.max(1, Math.floor(count / MAX_SAMPLES));
  let visited = 0;
  const names = Object.keys(dimensions) as (keyof Payment)[];
  const [was, is] = [deciderOf(before), deciderOf(after)];
  const payment: Record<string, unknown> = {};
  const visit = (at: number): void => {
    const name = names[at];
    if (name === undefined) {
      const one = payment as unknown as Payment;
      const [old, now] = [was(one), is(one)];
      if (old === undefined || now === undefined) return;
      visited += 1;
      if (visited % every === 0) samples.push({ payment: { ...one }, decided: [old, now] });
      if (old === 'APPROVED' && now !== 'APPROVED') found.declinesNew = true;
      if (old !== 'APPROVED' && now === 'APPROVED') found.approvesNew = true;
      if (now === 'APPROVED') found.canApprove = true;
      else reasons.add(now);
      return;
    }
    for (const value of dimensions[name]) {
      payment[name] = value;
      visit(at + 1);
    }
  };
  visit(0);
  return { ...found, reasons: [...reasons].sort(), samples };
}

function dimensionsOf(accounts: readonly [RandomAccount, RandomAccount]): Record<keyof Payment, readonly unknown[]> {
  const all = accounts.map(({ of }) => of);
  const limits = all.flatMap(({ account }) => account.limits?.limits ?? []);
  const conditions = [
    ...accounts.flatMap(({ rules }) => rules.map((rule) => rule.condition)),
    ...limits.flatMap(({ where = [] }) => where),
  ];
  const fields = new Set(conditions.flatMap(comparisonsOf).map(({ field }) => String(field)));
  const restrictions = all.flatMap(({ cards }) => cards.flatMap((card) => card.restrictions));
  const settings = all.map(({ account }) => account.settings);
  const exceptions = all.flatMap(({ account }) => account.exceptions ?? []);
  const hasSwitches = settings.some(({ switches }) => Object.keys(switches).length > 0);
  const isForeignSet = settings.some(({ foreign }) => foreign.isSet);
  const setLimits = new Set(settings.flatMap((one) => Object.keys(one.limits)));
  const usesCountry =
    restrictions.some(({ type }) => type.startsWith('INTERNATIONAL')) ||
    isForeignSet ||
    ['country', 'isForeign'].some((field) => fields.has(field));
  const usesChannel =
    restrictions.length > 0 ||
    hasSwitches ||
    isForeignSet ||
    [...setLimits].some((name) => name.includes('Present')) ||
    fields.has('channel');
  const usesMcc =
    restrictions.length > 0 ||
    hasSwitches ||
    fields.has('mcc') ||
    exceptions.length > 0 ||
    setLimits.has('cashTransactionLimit') ||
    settings.some((one) => one.merchantGroupId !== undefined);
  const usesAmount =
    setLimits.size > 0 ||
    fields.has('amount') ||
    exceptions.length > 0 ||
    limits.some(({ measure }) => measure === 'amount') ||
    all.some(({ account }) => account.fundsCheck);
  const usesTime =
    restrictions.some(({ endsAtMs }) => endsAtMs !== undefined) ||
    settings.some(
      ({ switches, foreign }) =>
        foreign.window !== undefined || Object.values(switches).some((one) => one?.onUntilMs !== undefined),
    );
  const created = all[0]?.cards[0]?.traits.createdAt.getTime() ?? 0;
  const times = [
    NOW.getTime(),
    ...(usesTime || exceptions.length > 0 ? [NOW.getTime() + 2 * 3_600_000, LATER_MS] : []),
    ...(fields.has('cardAgeDays') ? [20, 21, 25, 26].map((days) => created + days * DAY_MS) : []),
  ];
  const windows = ['dailyLimit', 'monthlyLimit', 'limit1', 'limit2', 'limit3'].map((name) => setLimits.has(name));
  const keys = [...new Map(limits.map((limit) => [limit.key, limit])).values()];
  return {
    channel: usesChannel ? CHANNELS : ['ECOM'],
    mcc: usesMcc ? MCCS_TO_TRY : ['5411'],
    country: usesCountry ? ['AE', 'GB', 'DE', 'FR', undefined] : ['AE'],
    currency: usesCountry ? ['784', '840'] : ['784'],
    merchantId:
      exceptions.length > 0 || limits.some(({ onlyMerchant }) => onlyMerchant !== undefined)
        ? ['SHOP', 'OTHER']
        : ['OTHER'],
    minor: usesAmount ? SMALL.concat(101n) : [0n, 1n],
    at: [...new Set(times)],
    card: all[0]?.cards.map((_, at) => at) ?? [],
    first: fields.has('firstAtMerchant') ? [true, false] : [true],
    listed: fields.has('merchantId') ? [true, false] : [false],
    balance: all.some(({ account }) => account.fundsCheck) ? [0n, 1_000n] : [1_000n],
    counters: combine(windows.map((isUsed) => (isUsed ? [0n, 3n, 4n, 6n, 7n, 9n, 10n] : [0n]))),
    usage: combine(keys.map(usagesOf)).map((values) =>
      Object.fromEntries(keys.map(({ key }, at) => [key, values[at] ?? 0n])),
    ),
    known: limits.some(({ measure }) => measure === 'merchants') ? [true, false] : [false],
  };
}

/** Returns counts of a limit on both sides of its maximum. A limit of declines does not add the payment itself. */
function usagesOf({ measure, of }: Limit): readonly bigint[] {
  if (measure !== 'amount') return [0n, 1n, 2n, 3n];
  return of === 'declines' ? [0n, 5n, 6n, 7n, 8n] : [0n, 3n, 4n, 5n, 7n];
}

function combine(values: readonly (readonly bigint[])[]): bigint[][] {
  return values.reduce<bigint[][]>((all, some) => all.flatMap((one) => some.map((value) => [...one, value])), [[]]);
}

let isListed = false;
const listOf = () => ({ has: () => isListed });
/** One object, because compiled conditions are cached with their lists. */
const LISTS = { edition: 1, listOf };

/** Returns a function that decides a payment of the account. It returns undefined if the state is impossible. */
function deciderOf({ of, rules }: RandomAccount): (payment: Payment) => string | undefined {
  const { account, bank, cards } = of;
  const limits = account.limits?.limits ?? [];
  const live = rules
    .map((rule) => ({
      ...{ ...rule, effect: rule.effect as RuleEffect },
      ...{ isMetBy: compileCondition(rule.condition, listOf), figures: requestedFigures(rule.condition) },
    }))
    .sort((one, other) => one.number - other.number);
  return (payment) => {
    const card = cards[payment.card];
    if (card === undefined) throw new Error('the account has the card');
    isListed = payment.listed;
    const now = new Date(payment.at);
    if (payment.known && limits.some((one) => one.measure === 'merchants' && payment.usage[one.key] === 0n))
      return undefined;
    const usage = new Map(limits.map((limit) => [limit.key, cellsOf(limit, payment, now)]));
    const [a = 0n, b = 0n, c = 0n, d = 0n, e = 0n] = payment.counters;
    const counter = (minor: bigint) => ({ minor, endsAtMs: undefined });
    const message: AuthorizationMessage = {
      ...MESSAGE,
      ...{ billingMinor: payment.minor, transactionMinor: payment.minor, transactionCurrency: payment.currency },
      ...{ merchantCategory: payment.mcc, merchantId: payment.merchantId, country: payment.country },
      channel: { entry: payment.channel, isCash: payment.mcc === '6010' || payment.mcc === '6011' },
    };
    return decide(
      {
        ...{ bank, matches: 1, card, conflicts: false, approvalCode: '', lists: LISTS },
        account: {
          ...{ ...account, availableMinor: payment.balance },
          counters: [counter(a), counter(b), counter(c), counter(d), counter(e)],
          limits: account.limits && { limits, usage },
        },
        ownRules: live.length === 0 ? undefined : { edition: 1, live, shadow: [] },
        paidMerchants: new Set(payment.first ? [] : [paymentKey(card.cardId, payment.merchantId)]),
      },
      message,
      now,
    ).reason;
  };
  function cellsOf({ key, window, measure }: Limit, { usage, known, merchantId }: Payment, now: Date): Cells {
    const used = usage[key] ?? 0n;
    const slot = slotOf(window, bank.calendar, now);
    if (measure !== 'merchants') return used === 0n ? [] : [{ slot, value: used, merchant: '' }];
    return Array.from({ length: Number(used) }, (_, at) => ({
      ...{ slot, value: 1n },
      merchant: at === 0 && known ? merchantId : `MERCHANT ${at}`,
    }));
  }
}
