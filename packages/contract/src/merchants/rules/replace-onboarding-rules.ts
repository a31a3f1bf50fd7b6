import { changeReason } from '../../change-requests/change-request.ts';
import { defineRest } from '../../operation.ts';
import { optional, record, whole } from '../../schema/fields.ts';
import { OnboardingRules, OnboardingRulesInForce } from './onboarding-rules.ts';

export const replaceOnboardingRules = defineRest({
  id: 'merchants.replace-onboarding-rules',
  sdk: 'onboardingRules.replace',
  title: 'Replace the rules for onboarding',
  description: 'Replaces all rules of the acquirer for onboarding merchants. Identical rules change nothing.',
  reference: 'docs/interface/onboarding-rules.md#replace',
  method: 'PUT',
  path: '/merchants/onboarding-rules',
  scope: 'merchants:configure',
  request: record({
    rules: OnboardingRules,
    version: optional(
      whole(0, 2_147_483_647, {
        description: 'Version that was read. The request fails with 421 if the rules have changed since',
      }),
    ),
    reason: optional(changeReason()),
  }),
  response: OnboardingRulesInForce,
  changeKinds: ['onboarding.change'],
  errors: ['changed_meanwhile', 'state_forbids'],
});
