import { fail } from '../kernel/result.ts';
import type { Authenticate } from './authenticate.ts';

const BOTH = fail('not_authenticated', {
  message: "Send either an access token or a session's cookie: not both, as they may be of two callers",
});
const NO_SESSIONS = fail('not_authenticated', {
  message: 'A bearer token is needed here: a session does not count on this path',
});

/** Authenticates machines and people: by an access token, or by a session's cookie. */
export function authenticateEither(byToken: Authenticate, bySession: Authenticate): Authenticate {
  return (presented) => {
    if (presented.session === undefined) return byToken(presented);
    if (presented.authorization !== undefined) return BOTH;
    return presented.session.isAccepted ? bySession(presented) : NO_SESSIONS;
  };
}
