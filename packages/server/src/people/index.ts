export { createSessionAuthenticator } from './authenticate-session.ts';
export { forgetOldSessions } from './forget-sessions.ts';
export type { House } from './house.ts';
export type { DemoPerson, PeopleDeps } from './people-deps.ts';
export { peopleOperations } from './people-operations.ts';
export { grantContext } from './session-grant.ts';
export { registerSignInRoutes } from './sign-in-routes.ts';
