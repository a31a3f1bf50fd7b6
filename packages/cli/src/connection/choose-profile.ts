import { CredentialsError, UsageError } from '../output/usage-error.ts';
import type { Profile, Profiles } from './profile-file.ts';

export interface ConnectionOptions {
  readonly profile?: string;
  readonly url?: string;
}

export interface ChosenProfile extends Profile {
  /** A description of the source of the profile, for people. */
  readonly source: string;
  /** The name that the profile is stored under. */
  readonly name?: string;
}

/**
 * Chooses the gateway and the caller: options first, then the environment, then the stored profiles. The client of the
 * environment is used completely or not at all, so that no secret is sent to the wrong URL.
 */
export function chooseProfile(
  options: ConnectionOptions,
  environment: NodeJS.ProcessEnv,
  { current, profiles }: Profiles,
): ChosenProfile {
  const { CARDWRIGHT_URL: url, CARDWRIGHT_CLIENT_ID: id, CARDWRIGHT_CLIENT_SECRET: secret } = environment;
  if (options.profile === undefined && id && secret) {
    const address = options.url ?? url;
    if (!address)
      throw new UsageError('CARDWRIGHT_CLIENT_ID is set without a URL: set CARDWRIGHT_URL too, or specify --url');
    return { url: checkAddress(address), client_id: id, client_secret: secret, source: 'the environment' };
  }
  const name = options.profile || environment.CARDWRIGHT_PROFILE || current;
  const stored = name !== undefined && Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (name === undefined || stored === undefined) throw new CredentialsError(notLoggedIn(name, Object.keys(profiles)));
  const configuredUrl = options.url ?? (url || undefined);
  if (configuredUrl !== undefined && checkAddress(configuredUrl) !== stored.url) {
    throw new UsageError(
      `profile ${name} belongs to ${stored.url}, so its secret is not sent to ${configuredUrl}. To log in there, run: cardwright login --url ${configuredUrl}`,
    );
  }
  return { ...stored, name, source: `the profile ${name}` };
}

function notLoggedIn(name: string | undefined, profileNames: readonly string[]): string {
  const advice =
    'To log in, run: cardwright login --url <url>. For a sandbox on this machine, run: cardwright login --sandbox';
  if (name === undefined) return `not logged in. ${advice}`;
  return `profile ${name} not found (${profileNames.length === 0 ? 'no profiles yet' : `known: ${profileNames.join(', ')}`}). ${advice}`;
}

/** Removes the slash at the end of a URL, so that two spellings of one URL are equal. */
export function checkAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (url === undefined || !isPlain || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(
      `${JSON.stringify(text)} is not a valid URL of a server. Write it as https://cards.example.com`,
    );
  }
  return url.href.replace(/\/+$/, '');
}
