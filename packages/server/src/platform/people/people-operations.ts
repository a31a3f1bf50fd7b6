import type { Implementations } from '../operation/index.ts';
import { endSessionOperation } from './end-session.ts';
import { listPeopleOperation } from './list-people.ts';
import { listSessionsOperation } from './list-sessions.ts';

/** Returns the operations on people and sessions. Signing in has its own routes (sign-in-routes.ts). */
export function peopleOperations({ systemNow }: { readonly systemNow: () => Date }): Implementations {
  return { rest: [listPeopleOperation(systemNow), listSessionsOperation(systemNow), endSessionOperation(systemNow)] };
}
