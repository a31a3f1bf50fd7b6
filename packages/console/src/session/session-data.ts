import type {
  Session as SessionSchema,
  SignedOut as SignedOutSchema,
  SignInChoices as SignInChoicesSchema,
} from '@cardwright/contract';
import type { Static } from 'typebox';

/** Who is signed in, as the server says. */
export type Session = Static<typeof SessionSchema>;
export type SignOutResponse = Static<typeof SignedOutSchema>;
export type SignInChoices = Static<typeof SignInChoicesSchema>;
