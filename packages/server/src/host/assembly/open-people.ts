import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type Authenticate, authenticateEither, type SignInRates } from '../../platform/access/index.ts';
import {
  createOpenIdProvider,
  createSessionAuthenticator,
  type IdentityProvider,
  type PeopleDeps,
  type ProviderDeps,
  registerSignInRoutes,
} from '../../platform/people/index.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import type { Settings } from '../configuration/settings.ts';
import { DEMO_PEOPLE } from '../sandbox/index.ts';
import { createDescribeTenant } from './describe-tenant.ts';

/** Opens the sign-in of people and their sessions, which work next to the access tokens of machines. */
export async function openPeople(
  {
    settings,
    logger,
    publicUrl,
    systemNow,
  }: {
    settings: Settings;
    logger: Logger;
    publicUrl: () => string;
    systemNow: () => Date;
  },
  deps: Pick<PeopleDeps, 'database' | 'vault' | 'clock' | 'denials'> & {
    authenticate: Authenticate;
    signInRates: SignInRates;
  },
) {
  const mode = settings.CARDWRIGHT_MODE;
  const people: PeopleDeps = {
    ...deps,
    now: systemNow,
    providers: await openProviders(settings, { publicUrl, allowHttp: mode === 'sandbox', log: providerLog(logger) }),
    demoPeople: mode === 'sandbox' ? DEMO_PEOPLE : undefined,
    publicUrl,
    mode,
    describeTenant: createDescribeTenant(settings),
  };
  /** Without a way to sign in, there is no console. */
  const isOffered = people.providers.length > 0 || people.demoPeople !== undefined;
  return {
    authenticate: authenticateEither(deps.authenticate, createSessionAuthenticator(people)),
    cookieMode: mode,
    registerSignIn: isOffered
      ? (app: FastifyInstance) => registerSignInRoutes(app, people, deps.signInRates)
      : undefined,
  };
}

/** Reads the providers from the file at each start, because only the file has the secrets of the clients. */
async function openProviders(
  { CARDWRIGHT_CONFIG_FILE: file }: Settings,
  deps: ProviderDeps,
): Promise<IdentityProvider[]> {
  if (file === undefined) return [];
  const { people } = await readConfiguration(file);
  return (people?.providers ?? []).map((provider) => createOpenIdProvider(provider, deps));
}

function providerLog(logger: Logger): ProviderDeps['log'] {
  return (level, message, detail) => logger[level](detail, message);
}
