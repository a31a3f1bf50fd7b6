import type { FastifyInstance } from 'fastify';
import { type Authenticate, authenticateEither, type SignInRates } from '../access/index.ts';
import type { Settings } from '../configuration/settings.ts';
import { createSessionAuthenticator, type PeopleDeps, registerSignInRoutes } from '../people/index.ts';
import { DEMO_PEOPLE } from '../sandbox/index.ts';
import { describeHouse } from './describe-house.ts';

/** People: how they sign in, and their sessions beside the access tokens of machines. */
export function openPeople(
  { settings, publicUrl, systemNow }: { settings: Settings; publicUrl: () => string; systemNow: () => Date },
  deps: Pick<PeopleDeps, 'database' | 'vault' | 'clock' | 'denials'> & {
    authenticate: Authenticate;
    signInRates: SignInRates;
  },
) {
  const mode = settings.CARDWRIGHT_MODE;
  const people: PeopleDeps = {
    ...deps,
    now: systemNow,
    providers: [],
    demoPeople: mode === 'sandbox' ? DEMO_PEOPLE : undefined,
    publicUrl,
    mode,
    describeHouse,
  };
  /** Where nobody can sign in, there is no console. */
  const isOffered = people.providers.length > 0 || people.demoPeople !== undefined;
  return {
    authenticate: authenticateEither(deps.authenticate, createSessionAuthenticator(people)),
    cookieMode: mode,
    registerSignIn: isOffered
      ? (app: FastifyInstance) => registerSignInRoutes(app, people, deps.signInRates)
      : undefined,
  };
}
