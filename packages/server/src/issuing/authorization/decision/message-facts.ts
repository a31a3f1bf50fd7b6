import { AMOUNT_DECIMALS, type ConditionFacts } from '@cardwright/contract';
import { currency } from '../../../platform/kernel/money.ts';
import { requireValue } from '../../../platform/kernel/required.ts';
import { maxUsage } from '../../limits/limit.ts';
import type { AuthorizationMessage, FactsWithCard } from './facts.ts';
import { paymentKey } from './paid-merchants.ts';
import { isForeign } from './rules/foreign.ts';

const DAY_MS = 86_400_000;

/** The facts that conditions use besides the message. */
export interface MessageContext {
  readonly bank: FactsWithCard['bank'];
  readonly account: Pick<FactsWithCard['account'], 'currency' | 'limits'>;
  readonly card: Pick<FactsWithCard['card'], 'cardId' | 'traits'>;
  readonly paidMerchants?: FactsWithCard['paidMerchants'];
}

/** The token that a message names, in the form of its limits. */
export function tokenOf({ tokenReference }: Pick<AuthorizationMessage, 'tokenReference'>): string | undefined {
  return tokenReference?.toLowerCase();
}

/** The values that conditions compare. Getters compute the expensive ones, because most conditions never use them. Pure. */
export function messageFacts(facts: MessageContext, message: AuthorizationMessage, now: Date): ConditionFacts {
  const { bank, account, card, paidMerchants } = facts;
  const scale = 10n ** BigInt(AMOUNT_DECIMALS - account.currency.exponent);
  const payment = { cardId: card.cardId, tokenReference: tokenOf(message) };
  const usageOf = (limit: string, isSum: boolean) => maxUsage(account.limits, { limit, isSum, ...payment }, now);
  return {
    amount: message.billingMinor * scale,
    mcc: message.merchantCategory,
    merchantId: message.merchantId,
    terminalId: message.terminalId,
    acquirer: message.acquirer,
    country: message.country,
    channel: message.channel.entry,
    product: card.traits.product,
    cardRole: card.traits.role,
    get currency() {
      return currency(message.transactionCurrency)?.code ?? message.transactionCurrency;
    },
    get isForeign() {
      return isForeign(facts, message);
    },
    get localHour() {
      return bank.calendar.localTime(now).hour;
    },
    get localWeekday() {
      return bank.calendar.localTime(now).weekday;
    },
    get firstAtMerchant() {
      return !requireValue(paidMerchants, 'where the card has paid').has(paymentKey(card.cardId, message.merchantId));
    },
    limitSum: (limit) => usageOf(limit, true) * scale,
    limitCount: (limit) => Number(usageOf(limit, false)),
    get cardAgeDays() {
      return Math.max(0, Math.floor((now.getTime() - card.traits.createdAt.getTime()) / DAY_MS));
    },
  };
}
