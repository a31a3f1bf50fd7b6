import { defineRest } from '../../operation.ts';
import { OnboardingRulesInForce } from './onboarding-rules.ts';

export const readOnboardingRules = defineRest({
  id: 'merchants.read-onboarding-rules',
  sdk: 'onboardingRules.retrieve',
  title: 'Get the rules for onboarding',
  description: 'Returns the rules of the acquirer for onboarding merchants, with their history.',
  reference: 'docs/interface/onboarding-rules.md#read',
  method: 'GET',
  path: '/merchants/onboarding-rules',
  scope: 'merchants:read',
  refusesUnknownQuery: true,
  response: OnboardingRulesInForce,
});
