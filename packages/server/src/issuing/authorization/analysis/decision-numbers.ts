import { spentIn } from '../../card-settings/counters.ts';
import { type Limit, ofCard, usedOf } from '../../limits/limit.ts';
import { ALWAYS, every, not, some } from '../../rules/analysis/formulas.ts';
import { MINOR, type NumberVariable } from '../../rules/analysis/numbers.ts';
import type { Formula } from '../../rules/analysis/question.ts';
import type { CardFacts } from '../decision/facts.ts';
import { type AnalyzedAccount, BALANCE, CARD, counterOf, newMerchantOf, tokenOf, usageOf } from './analyzed-account.ts';
import { expiresAt } from './controls.ts';
import { isCard } from './decision-steps.ts';
import { limitsOf, usageOfLimits } from './limit-steps.ts';
import { ownSettings } from './product-controls.ts';

/** Billing amounts of messages have at most 12 digits. */
const MAX_MINOR = 10n ** 12n - 1n;
const MAX_SUM = 10n ** 15n;
const MAX_COUNT = 10n ** 9n;
/** A limit stores at most this number of merchants. */
const MAX_MERCHANTS = 1_000n;
const ONE_HUNDRED = 100n;

/** A limit that covers the payments of a card. */
interface LimitOfCard {
  readonly limit: Limit;
  readonly card: CardFacts;
}

/** The limits of accounts before and after a change, each once. */
export function limitsWithCards(accounts: readonly AnalyzedAccount[]): LimitOfCard[] {
  const all = accounts.flatMap((of) => limitsOf(of).flatMap((limit) => of.cards.map((card) => ({ limit, card }))));
  return [...new Map(all.map((one) => [usageOf(one.limit, one.card), one])).values()];
}

export function tokensOf(accounts: readonly AnalyzedAccount[]): string[] {
  return [...new Set(accounts.flatMap(limitsOf).flatMap(({ tokenReference = [] }) => tokenReference))];
}

/**
 * The numbers for the state that decisions use and for the payment. Any value is possible; the present one is
 * preferred. Pure.
 */
export function decisionNumbers(
  [before, after]: readonly [AnalyzedAccount, AnalyzedAccount],
  now: Date,
): NumberVariable[] {
  const { account, cards } = after;
  const number = (name: string, most: bigint, usual: bigint): NumberVariable => ({ name, least: 0n, most, usual });
  const usage = usageOfLimits(before);
  const limits = limitsWithCards([before, after]).flatMap(({ limit, card }) => {
    const used = usedOf({ usage }, limit.level === 'card' ? ofCard(limit, card.cardId) : limit, now);
    const most = { amount: MAX_SUM, count: MAX_COUNT, provisionings: MAX_COUNT, merchants: MAX_MERCHANTS }[
      limit.measure
    ];
    const isNew = limit.measure === 'merchants' ? [number(newMerchantOf(limit, card), 1n, 1n)] : [];
    return [number(usageOf(limit, card), most, used), ...isNew];
  });
  const available = account.availableMinor > 0n ? account.availableMinor : 0n;
  return [
    number(CARD, BigInt(cards.length - 1), 0n),
    ...tokensOf([before, after]).map((token) => number(tokenOf(token), 1n, 0n)),
    ...ownSettings(after.product, after.bank, account.currency.exponent),
    ...account.counters.map((counter, at) => number(counterOf(at), MAX_SUM, spentIn(counter, now))),
    ...limits,
    number(BALANCE, MAX_SUM, available),
    number(MINOR, MAX_MINOR, ONE_HUNDRED * 10n ** BigInt(account.currency.exponent)),
  ];
}

/** What is true of every payment in any state: it names at most one token, and its card has not expired. Pure. */
export function paymentConstraints(accounts: readonly [AnalyzedAccount, AnalyzedAccount], now: Date): Formula {
  const [{ bank, cards }] = accounts;
  const tokens = tokensOf(accounts).map(tokenOf);
  const merchants = limitsWithCards(accounts).filter(({ limit }) => limit.measure === 'merchants');
  return every(
    tokens.length < 2 ? ALWAYS : not({ sum: tokens, over: 1n }),
    // a limit that has counted no merchant has not counted this one
    ...merchants.map(({ limit, card }) =>
      some({ sum: [usageOf(limit, card)], over: 0n }, { sum: [newMerchantOf(limit, card)], over: 0n }),
    ),
    some(
      ...cards.map((card, at) => {
        const expires = expiresAt(card, bank);
        const isValid =
          now.getTime() < expires ? { during: { fromMs: Number.NEGATIVE_INFINITY, untilMs: expires } } : ALWAYS;
        return every(isCard(at, cards), isValid);
      }),
    ),
  );
}
