import type { WordKey } from '../words/en.ts';

/**
 * The reasons why a person returns from the provider without a session, by the code that the server puts in the
 * address.
 */
export const SIGN_IN_ERRORS: Readonly<Record<string, WordKey>> = {
  expired: 'signIn.error.expired',
  denied: 'signIn.error.denied',
  no_role: 'signIn.error.noRole',
  second_factor: 'signIn.error.secondFactor',
  provider: 'signIn.error.provider',
};
