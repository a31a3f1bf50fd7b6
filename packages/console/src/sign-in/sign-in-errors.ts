import type { WordKey } from '../words/en.ts';

/** Why somebody came back from the provider without a session, as the server says it in the address. */
export const SIGN_IN_ERRORS: Readonly<Record<string, WordKey>> = {
  expired: 'signIn.error.expired',
  denied: 'signIn.error.denied',
  no_role: 'signIn.error.noRole',
  second_factor: 'signIn.error.secondFactor',
  provider: 'signIn.error.provider',
};
