import { type AskedLimit, askLimits, levelOf } from '../../limits/limit.ts';
import type { AuthorizationMessage, CardedFacts } from '../facts.ts';
import type { Rule } from './rule.ts';

/**
 * 61 or 65: with this message a limit of the bank's own would be passed (docs/interface/limits.md). All that cover the message
 * are asked; the first one over decides, under its own name.
 */
export const limitsRule: Rule = {
  name: 'LIMITS',
  labels: ['refusing', 'states'],
  isSet: ({ account }) => account.limits !== undefined,
  ask(facts, message, now) {
    const asked = askedLimits(facts, message, now);
    const over = asked.find(({ isOver }) => isOver)?.limit;
    const saw = [over?.id ?? null, asked.map(stateOf).join(' ')];
    if (over === undefined) return { saw };
    return { saw, refuse: { actionCode: over.measure === 'amount' ? '61' : '65', reason: over.id } };
  },
};

export function askedLimits(
  { account, card, bank }: CardedFacts,
  message: AuthorizationMessage,
  now: Date,
): AskedLimit[] {
  if (account.limits === undefined) return [];
  return askLimits(account.limits, limitedMessage(card.cardId, message), bank.calendar, now);
}

export function limitedMessage(cardId: bigint, { billingMinor: minor, merchantId }: AuthorizationMessage) {
  return { cardId, minor, merchantId };
}

function stateOf({ limit, before, after, endsAtMs }: AskedLimit): string {
  return [limit.id, levelOf(limit), limit.measure, limit.of, limit.max, before, after, endsAtMs ?? ''].join(':');
}
