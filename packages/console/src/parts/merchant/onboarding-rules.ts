import { DEFAULT_ONBOARDING_RULES, type OnboardingRules, SCREENED_AMENDMENTS } from '@cardwright/contract';
import type { WordKey } from '../../words/en.ts';

export type CatalogueName = keyof NonNullable<OnboardingRules['catalogues']>;

/** The catalogues in the order of the pages. */
export const CATALOGUE_NAMES = [
  'card_schemes',
  'major_card_schemes',
  'terminal_types',
  'wallet_services',
  'three_d_secure_services',
  'payment_methods',
  'default_payment_methods',
] as const satisfies readonly CatalogueName[];

/** The path of a rule in a request. */
export type RulePath = Exclude<keyof OnboardingRules, 'catalogues'> | `catalogues.${CatalogueName}`;

export const ONBOARDING_RULE_WORDS: Readonly<Record<RulePath, WordKey>> = {
  approved_amendments: 'onboardingRules.amendments',
  'catalogues.card_schemes': 'onboardingRules.cardSchemes',
  'catalogues.default_payment_methods': 'onboardingRules.defaultPaymentMethods',
  'catalogues.major_card_schemes': 'onboardingRules.majorCardSchemes',
  'catalogues.payment_methods': 'onboardingRules.paymentMethods',
  'catalogues.terminal_types': 'onboardingRules.terminalTypes',
  'catalogues.three_d_secure_services': 'onboardingRules.threeDSecureServices',
  'catalogues.wallet_services': 'onboardingRules.walletServices',
  deny_list_threshold: 'onboardingRules.threshold',
  restricted_mccs: 'onboardingRules.restricted',
  submitter_may_decide: 'onboardingRules.submitter',
};

/** What an empty or absent rule means. */
export const EMPTY_RULE_WORDS: Readonly<Record<string, WordKey>> = {
  approved_amendments: 'onboardingRules.none',
  'catalogues.card_schemes': 'onboardingRules.anyCode',
  'catalogues.major_card_schemes': 'onboardingRules.none',
  'catalogues.payment_methods': 'onboardingRules.anyCode',
  'catalogues.terminal_types': 'onboardingRules.anyCode',
  'catalogues.three_d_secure_services': 'onboardingRules.anyCode',
  'catalogues.wallet_services': 'onboardingRules.anyCode',
  restricted_mccs: 'onboardingRules.none',
};

/**
 * The rules as people compare them: each absent rule has its default, and the types of amendments have the same order.
 */
export function withDefaultRules(rules: OnboardingRules) {
  const all = { ...DEFAULT_ONBOARDING_RULES, ...rules };
  const threshold = Number(all.deny_list_threshold);
  const approved: readonly string[] = all.approved_amendments;
  return {
    submitter_may_decide: all.submitter_may_decide,
    approved_amendments: SCREENED_AMENDMENTS.filter((type) => approved.includes(type)),
    restricted_mccs: all.restricted_mccs,
    deny_list_threshold: Number.isNaN(threshold) ? all.deny_list_threshold : String(threshold),
    catalogues: { ...DEFAULT_ONBOARDING_RULES.catalogues, ...rules.catalogues },
  };
}
