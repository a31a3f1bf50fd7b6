// Written by scripts/documents/write-docs.mjs from the operations of the contract. Do not edit it.
import { readOnboardingRules, replaceOnboardingRules } from '@cardwright/contract';
import type { CallMethod, MethodFactory } from '../call-method.ts';

/** Rules of an acquirer for onboarding merchants. */
export interface OnboardingRuleCalls {
  /** Get the rules for onboarding. */
  readonly retrieve: CallMethod<typeof readOnboardingRules>;
  /** Replace the rules for onboarding. */
  readonly replace: CallMethod<typeof replaceOnboardingRules>;
}

export function makeOnboardingRules({ one }: MethodFactory): OnboardingRuleCalls {
  return {
    retrieve: one(readOnboardingRules),
    replace: one(replaceOnboardingRules),
  };
}
