import type { ProvisioningReason, RestrictionType } from '@cardwright/contract';
import { isExpired } from '../../cards/card.ts';
import { entryInForce } from '../../restrictions/restriction.ts';
import type { FactsWithCard, ProvisioningMessage } from './provisioning-facts.ts';

export type SawValue = string | number | boolean | null;

/** One rule of the decision. Pure. */
export interface ProvisioningRule {
  readonly name: string;
  /** Names of the values that it saw. Stored traces hold only the values, so new labels go at the end. */
  readonly labels: readonly string[];
  evaluate(
    facts: FactsWithCard,
    message: ProvisioningMessage,
    now: Date,
  ): { readonly saw: readonly SawValue[]; readonly refuse?: ProvisioningReason | undefined };
}

/** The fixed rules of a card, in order (docs/interface/token-provisioning.md#rules). */
export const FIXED_RULES: readonly ProvisioningRule[] = [
  {
    name: 'CARD_STATUS',
    labels: ['status'],
    evaluate: ({ card: { status } }) => refusedIf(status !== 'ACTIVE', 'CARD_STATUS', [status]),
  },
  {
    name: 'EXPIRY',
    labels: ['expiry'],
    evaluate: ({ card: { expiry }, bank }, _message, now) =>
      refusedIf(isExpired(expiry, bank.calendar.localDate(now)), 'EXPIRED', [expiry]),
  },
  {
    name: 'RESTRICTIONS',
    labels: ['token_type', 'in_force'],
    evaluate({ card: { restrictions } }, { token_type: tokenType }, now) {
      const inForce = restrictionsOf(tokenType).flatMap((type) => entryInForce(restrictions, type, now) ?? []);
      const restrictionText = inForce.map(({ type, isAllowed }) => `${type}${isAllowed ? '+' : '-'}`).join(' ');
      const isRefused = inForce.some(({ isAllowed }) => !isAllowed);
      return refusedIf(isRefused, 'RESTRICTED', [tokenType ?? null, restrictionText]);
    },
  },
  {
    name: 'TOKENS_OF_CARD',
    labels: ['tokens', 'most'],
    evaluate({ card: { tokens }, settings: { tokensOfCard: most } }) {
      // a product without any token is not eligible, whatever the card has
      const reason = most === 0 ? 'CARD_NOT_ELIGIBLE' : 'TOO_MANY_TOKENS';
      return refusedIf(tokens >= most, reason, [tokens, most]);
    },
  },
  {
    name: 'TOKENS_OF_DEVICE',
    labels: ['device_known', 'other_cards', 'most'],
    evaluate({ card: { otherCardsOfDevice: others }, settings: { cardsOfDevice: most } }, { device }) {
      // an unknown device has no other cards, and the maximum is at least 1
      return refusedIf(others >= most, 'TOO_MANY_TOKENS', [device?.id !== undefined, others, most]);
    },
  },
  {
    name: 'ATTEMPTS',
    labels: ['declines_24h', 'most'],
    evaluate: ({ card: { declines24h }, settings: { declinesIn24h: most } }) =>
      refusedIf(declines24h >= most, 'TOO_MANY_ATTEMPTS', [declines24h, most]),
  },
];

/** The restriction types that cover a token: a token in a device pays contactless, all others pay online. */
function restrictionsOf(tokenType: ProvisioningMessage['token_type']): readonly RestrictionType[] {
  if (tokenType === undefined) return ['ANY'];
  return tokenType === 'DEVICE' ? ['NFC', 'ANY'] : ['ECOM', 'ANY'];
}

function refusedIf(isRefused: boolean, reason: ProvisioningReason, saw: readonly SawValue[]) {
  return { saw, refuse: isRefused ? reason : undefined };
}
