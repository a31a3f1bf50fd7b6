import type { ControlList, ControlsOfToken } from '../../../tokens/controls/controls-of-token.ts';
import type { AuthorizationMessage } from '../facts.ts';
import type { Rule, RuleAnswer } from './rule.ts';

/**
 * 57, 61 or 62: a control of the token that the message names does not let it pay (docs/interface/token-controls.md). A
 * list of allowed countries refuses a message that names none.
 */
export const tokenControlsRule: Rule = {
  name: 'TOKEN_CONTROLS',
  labels: ['valid_until', 'limit', 'amount', 'merchant_id', 'merchant_category', 'country'],
  isSet: ({ token }) => token?.controls !== undefined,
  evaluate({ token }, message, now) {
    const { controls = {} } = token ?? {};
    const { billingMinor, merchantId, merchantCategory, country = null } = message;
    const { validUntil = null, maxMinor = null } = controls;
    const saw = [validUntil, maxMinor, String(billingMinor), merchantId, merchantCategory, country];
    const refuse = refusalOf(controls, message, now);
    return refuse === undefined ? { saw } : { saw, refuse };
  },
};

function refusalOf(
  { validUntil, maxMinor, merchants, categories, countries }: ControlsOfToken,
  { billingMinor, merchantId, merchantCategory, country }: AuthorizationMessage,
  now: Date,
): RuleAnswer['refuse'] {
  if (validUntil !== undefined && now >= new Date(validUntil)) {
    return { actionCode: '57', reason: 'TOKEN_EXPIRED' };
  }
  if (maxMinor !== undefined && billingMinor > BigInt(maxMinor)) {
    return { actionCode: '61', reason: 'TOKEN_AMOUNT' };
  }
  if (!allows(merchants, merchantId)) {
    return { actionCode: '57', reason: 'TOKEN_MERCHANT' };
  }
  if (!allows(categories, merchantCategory)) {
    return { actionCode: '57', reason: 'TOKEN_CATEGORY' };
  }
  return allows(countries, country) ? undefined : { actionCode: '62', reason: 'TOKEN_COUNTRY' };
}

function allows(list: ControlList | undefined, value: string | undefined): boolean {
  if (list === undefined) return true;
  return (value !== undefined && list.values.includes(value)) === list.isAllowed;
}
