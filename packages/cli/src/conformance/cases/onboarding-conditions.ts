import type { JsonValue, Segment } from '@cardwright/contract';

/** A change of a valid merchant that breaks one condition. */
export interface OnboardingCondition {
  readonly id: string;
  /** The merchant with the broken condition, as the object of a sentence. */
  readonly what: string;
  readonly at: readonly Segment[];
  readonly put: JsonValue | undefined;
}

export const SCHEMES_PLACE = ['configurations', 'acceptedCardSchemes'];
const SETTLEMENT = ['configurations', 'settlement'];
export const ONBOARDING_CONDITIONS: readonly OnboardingCondition[] = [
  {
    id: 'an-e-commerce-merchant-without-its-website',
    what: 'an e-commerce merchant without a website',
    at: ['website'],
    put: undefined,
  },
  { id: 'no-address', what: 'a merchant without an address', at: ['addresses'], put: [] },
  {
    id: 'a-settlement-that-is-not-daily-without-its-day',
    what: 'a settlement that is not daily and has no day',
    at: [...SETTLEMENT, 'statementDay'],
    put: undefined,
  },
  {
    id: 'a-settlement-of-two-days-without-the-second',
    what: 'a settlement on two days without the second day',
    at: [...SETTLEMENT, 'statementSecondDay'],
    put: undefined,
  },
  {
    id: 'a-cutoff-that-does-not-say-whether-it-is-enabled',
    what: 'a cutoff without enableFlexiCutoff',
    at: ['configurations', 'flexiCutoff', 'enableFlexiCutoff'],
    put: undefined,
  },
  {
    id: 'complex-pricing-without-refundControlValue',
    what: 'complex pricing without refundControlValue',
    at: ['configurations', 'refundControlValue'],
    put: undefined,
  },
  {
    id: 'a-scheme-without-a-price',
    what: 'a card scheme without a price',
    at: [...SCHEMES_PLACE, 1, 'tariffRate'],
    put: undefined,
  },
  {
    id: 'an-overridden-scheme-without-schemeOverrideValue',
    what: 'an overridden card scheme without schemeOverrideValue',
    at: [...SCHEMES_PLACE, 0, 'schemeOverrideValue'],
    put: undefined,
  },
  {
    id: 'a-classifier-at-a-fee-that-is-not-an-EXCESSIVE-one',
    what: 'a feeClassifier on a fee that is not EXCESSIVE',
    at: ['configurations', 'fees', 1, 'feeClassifier'],
    put: 'COUNT',
  },
  {
    id: 'a-DCC-service-without-its-provider',
    what: 'a DCC service without a provider',
    at: ['services', 0, 'dccProvider'],
    put: undefined,
  },
  {
    id: 'a-self-service-without-its-person',
    what: 'a self service without an email address',
    at: ['services', 2, 'email'],
    put: undefined,
  },
  {
    id: 'an-NGO-service-without-its-user',
    what: 'an NGO service without a user',
    at: ['services', 4, 'user'],
    put: undefined,
  },
  {
    id: 'a-terminal-without-its-way-of-communication',
    what: 'a terminal without a communication method',
    at: ['terminals', 0, 'communicationMethod'],
    put: undefined,
  },
];
