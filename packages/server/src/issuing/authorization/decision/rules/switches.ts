import type { Switch } from '@cardwright/contract';
import { isCardPresent } from '../channel.ts';
import type { AuthorizationMessage, FactsWithCard } from '../facts.ts';
import { coveringSwitches } from './covering-switches.ts';
import type { Rule } from './rule.ts';

const REASONS: Record<Switch, string> = {
  master: 'MASTER_OFF',
  cardPresent: 'CP_OFF',
  cardNotPresent: 'CNP_OFF',
  ecom: 'ECOM_OFF',
  moto: 'MOTO_OFF',
  recurring: 'RECURRING_OFF',
  fallback: 'FALLBACK_OFF',
  purchase: 'PURCHASE_OFF',
  cash: 'CASH_OFF',
  function1: 'FUNCTION1_OFF',
  function2: 'FUNCTION2_OFF',
  function3: 'FUNCTION3_OFF',
};

/**
 * 57: a switch that covers the message is off (docs/interface/card-settings.md#switches). An approval uses up the
 * switches that are ON_FOR_ONE.
 */
export const switchesRule: Rule = {
  name: 'SWITCHES',
  labels: ['card_present', 'merchant_category', 'states'],
  evaluate(facts, message, now) {
    const covering = coveringSwitches(facts.account.settings, message, facts.bank.cardControl, now);
    const states = covering.map(({ name, state }) => `${name}:${state}`).join(' ');
    const saw = [isCardPresent(message.channel), message.merchantCategory, states];
    const off = covering.find(({ name, state }) => state === 'OFF' && !passesBelow(name, facts, message));
    return off === undefined ? { saw } : { saw, refuse: { actionCode: '57', reason: REASONS[off.name] } };
  },
};

/** Whether a small card-present amount passes, because the account allows that while card-present use is off. */
function passesBelow(name: Switch, facts: FactsWithCard, message: AuthorizationMessage): boolean {
  const { allowBelow, limits } = facts.account.settings;
  const maxMinor = limits.cardPresentAllowBelowLimit;
  return name === 'cardPresent' && allowBelow && maxMinor !== undefined && message.billingMinor <= maxMinor;
}
