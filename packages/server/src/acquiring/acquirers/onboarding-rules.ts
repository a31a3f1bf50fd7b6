/** The part of the acquirer's configuration that requests are checked against. */
export interface OnboardingRules {
  /**
   * Catalogues of values that the interface does not list. Without a catalogue, any value in the right format is valid.
   */
  readonly cardSchemes?: readonly string[];
  readonly majorSchemes?: readonly string[];
  readonly terminalTypes?: readonly string[];
  readonly walletServices?: readonly string[];
  readonly threeDSecureServices?: readonly string[];
  readonly paymentMethods?: readonly string[];
  /** The two networks that an NGO service gets as payment methods if it names none. */
  readonly defaultPaymentMethods: readonly string[];
  /** Leading digits of our banks' card numbers. Such numbers are masked before anything is stored. */
  readonly cardNumberRanges: readonly string[];
}
