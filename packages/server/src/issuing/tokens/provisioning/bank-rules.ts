import type {
  ConditionFacts,
  ProvisioningEffect,
  ProvisioningFieldName,
  ProvisioningOutcome,
} from '@cardwright/contract';
import { isEvaluatedAt, type RuleInSet } from '../../rules/bank-rules.ts';
import type { SawValue } from './fixed-rules.ts';
import type { FactsWithCard, ProvisioningMessage } from './provisioning-facts.ts';

const OUTCOMES = {
  approve: 'APPROVED',
  require_code: 'APPROVED_WITH_CODE',
  decline: 'DECLINED',
} as const satisfies Record<ProvisioningEffect, ProvisioningOutcome>;
/** The effects, from the loosest to the strictest. */
const STRICTNESS: readonly ProvisioningEffect[] = ['approve', 'require_code', 'decline'];

export const RULES_LABELS = ['edition', 'evaluated', 'rule', 'outcome', 'shadow'] as const;

export interface BankVerdict {
  readonly saw: readonly SawValue[];
  /** The live rule that decides; undefined if none applies. */
  readonly rule: string | undefined;
  readonly outcome: ProvisioningOutcome | undefined;
}

/**
 * Evaluates the bank's live rules in order until one declines. A later rule can make the outcome stricter, never
 * looser. Evaluates all rules in shadow, and only records their results. Pure.
 */
export function evaluateRules(facts: FactsWithCard, message: ProvisioningMessage, now: Date): BankVerdict | undefined {
  const { rules } = facts;
  if (rules === undefined) return undefined;
  const conditionFacts = factsOfConditions(facts, message, now);
  const applies = (rule: RuleInSet<ProvisioningEffect>) => isEvaluatedAt(rule, now) && rule.isMetBy(conditionFacts);
  let evaluated = 0;
  let decisive: RuleInSet<ProvisioningEffect> | undefined;
  for (const rule of rules.live) {
    if (decisive?.effect === 'decline') break;
    evaluated += 1;
    if (applies(rule) && isStricter(rule, decisive)) decisive = rule;
  }
  const outcome = decisive && OUTCOMES[decisive.effect];
  const shadow = rules.shadow.filter(applies).map(({ name, version, effect }) => `${name}:${version}:${effect}`);
  const name = decisive === undefined ? null : `${decisive.name}:${decisive.version}`;
  return { saw: [rules.edition, evaluated, name, outcome ?? null, shadow.join(' ')], rule: decisive?.name, outcome };
}

function isStricter(rule: RuleInSet<ProvisioningEffect>, than: RuleInSet<ProvisioningEffect> | undefined): boolean {
  return than === undefined || STRICTNESS.indexOf(rule.effect) > STRICTNESS.indexOf(than.effect);
}

const DAY_MS = 86_400_000;

/** The facts that conditions test. An absent one matches no comparison. */
export function factsOfConditions(
  { bank, card }: FactsWithCard,
  message: ProvisioningMessage,
  now: Date,
): ConditionFacts {
  const { device = {}, scores = {} } = message;
  const local = bank.calendar.localTime(now);
  const facts: Record<ProvisioningFieldName, string | number | boolean | undefined> = {
    requestor: message.requestor_id,
    tokenType: message.token_type,
    deviceType: device.type,
    deviceCountry: device.country,
    isForeignDevice: device.country === undefined ? undefined : device.country !== bank.country,
    accountScore: scores.account,
    deviceScore: scores.device,
    panSource: message.pan_source,
    walletAccountAgeDays: message.wallet_account_age_days,
    tokensOfCard: card.tokens,
    tokensOfDevice: card.tokensOfDevice,
    provisioningDeclines24h: card.declines24h,
    phoneMatches: card.phoneMatches,
    localHour: local.hour,
    localWeekday: local.weekday,
    cardAgeDays: Math.max(0, Math.floor((now.getTime() - card.createdAt.getTime()) / DAY_MS)),
    product: card.product,
    cardRole: card.role,
  };
  // compiled conditions read facts by field name, and these conditions have only fields of requests for tokens
  return facts as unknown as ConditionFacts;
}
