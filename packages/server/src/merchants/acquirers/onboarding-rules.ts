/** What of the acquirer's configuration a request is held against. */
export interface OnboardingRules {
  /** Values that the interface omits; without a list any value of the stated shape passes. */
  readonly cardSchemes?: readonly string[];
  readonly majorSchemes?: readonly string[];
  readonly terminalTypes?: readonly string[];
  readonly walletServices?: readonly string[];
  readonly threeDSecureServices?: readonly string[];
  readonly paymentMethods?: readonly string[];
  /** The two networks whose methods an NGO service gets when it names none. */
  readonly defaultPaymentMethods: readonly string[];
  /** Leading digits of card numbers of our banks: such a number is masked before anything is kept. */
  readonly ownNumberRanges: readonly string[];
}
