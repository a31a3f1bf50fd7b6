import type {
  Session as SessionSchema,
  SignedOut as SignedOutSchema,
  SignInChoices as SignInChoicesSchema,
} from '@cardwright/contract';
import type { Static } from 'typebox';

/** The signed-in person, as the server reports it. */
export type Session = Static<typeof SessionSchema>;
export type SignOutResponse = Static<typeof SignedOutSchema>;
export type SignInChoices = Static<typeof SignInChoicesSchema>;
