import type { JsonValue, Segment } from '@cardwright/contract';

/** A change of a valid merchant that breaks one condition. */
export interface OnboardingCondition {
  readonly what: string;
  readonly at: readonly Segment[];
  readonly put: JsonValue | undefined;
}

export const SCHEMES_PLACE = ['configurations', 'acceptedCardSchemes'];
const SETTLEMENT = ['configurations', 'settlement'];
export const ONBOARDING_CONDITIONS: readonly OnboardingCondition[] = [
  { what: 'an e-commerce merchant without its website', at: ['website'], put: undefined },
  { what: 'no address', at: ['addresses'], put: [] },
  { what: 'a settlement that is not daily without its day', at: [...SETTLEMENT, 'statementDay'], put: undefined },
  { what: 'a settlement of two days without the second', at: [...SETTLEMENT, 'statementSecondDay'], put: undefined },
  {
    what: 'a cutoff that does not say whether it is enabled',
    at: ['configurations', 'flexiCutoff', 'enableFlexiCutoff'],
    put: undefined,
  },
  { what: 'complex pricing without refundControlValue', at: ['configurations', 'refundControlValue'], put: undefined },
  { what: 'a scheme without a price', at: [...SCHEMES_PLACE, 1, 'tariffRate'], put: undefined },
  {
    what: 'an overridden scheme without schemeOverrideValue',
    at: [...SCHEMES_PLACE, 0, 'schemeOverrideValue'],
    put: undefined,
  },
  {
    what: 'a classifier at a fee that is not an EXCESSIVE one',
    at: ['configurations', 'fees', 1, 'feeClassifier'],
    put: 'COUNT',
  },
  { what: 'a DCC service without its provider', at: ['services', 0, 'dccProvider'], put: undefined },
  { what: 'a self service without its person', at: ['services', 2, 'email'], put: undefined },
  { what: 'an NGO service without its user', at: ['services', 4, 'user'], put: undefined },
  { what: 'a terminal without its way of communication', at: ['terminals', 0, 'communicationMethod'], put: undefined },
];
