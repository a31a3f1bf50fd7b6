/** The acquirer's configuration that a request is checked against. */
export interface OnboardingRules {
  /**
   * Catalogues of values that the interface does not list. Without a catalogue, any value of the right form is
   * accepted.
   */
  readonly cardSchemes?: readonly string[];
  readonly majorSchemes?: readonly string[];
  readonly terminalTypes?: readonly string[];
  readonly walletServices?: readonly string[];
  readonly threeDSecureServices?: readonly string[];
  readonly paymentMethods?: readonly string[];
  /** The two networks whose methods an NGO service gets when it names none. */
  readonly defaultPaymentMethods: readonly string[];
  /** Leading digits of our banks' card numbers: such a number is masked before anything is stored. */
  readonly cardNumberRanges: readonly string[];
}
