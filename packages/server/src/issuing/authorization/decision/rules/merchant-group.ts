import type { Rule } from './rule.ts';

/**
 * 57: the account's group of merchants does not allow this merchant (docs/interface/card-settings.md#merchant-groups).
 */
export const merchantGroupRule: Rule = {
  name: 'MERCHANT_GROUP',
  labels: ['group', 'merchant_category'],
  evaluate(facts, message) {
    const id = facts.account.settings.merchantGroupId;
    const group = id === undefined ? undefined : facts.bank.cardControl.merchantGroups.get(id);
    const saw = [group === undefined ? null : (id ?? null), message.merchantCategory];
    const passes = group === undefined || group.categories.has(message.merchantCategory) === (group.effect === 'ALLOW');
    return passes ? { saw } : { saw, refuse: { actionCode: '57', reason: 'MERCHANT_GROUP_OFF' } };
  },
};
