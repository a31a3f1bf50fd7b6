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
    if (!address) throw new UsageError('CARDWRIGHT_CLIENT_ID is set: set CARDWRIGHT_URL too, or give --url');
    return { url: checkAddress(address), client_id: id, client_secret: secret, source: 'the environment' };
  }
  const name = options.profile || environment.CARDWRIGHT_PROFILE || current;
  const kept = name !== undefined && Object.hasOwn(profiles, name) ? profiles[name] : undefined;
  if (name === undefined || kept === undefined) throw new CredentialsError(notLoggedIn(name, Object.keys(profiles)));
  const asked = options.url ?? (url || undefined);
  if (asked !== undefined && checkAddress(asked) !== kept.url) {
    throw new UsageError(
      `the profile ${name} is of ${kept.url}, and its secret is not sent to ${asked}. Log in there: cardwright login --url ${asked}`,
    );
  }
  return { ...kept, name, source: `the profile ${name}` };
}

function notLoggedIn(name: string | undefined, known: readonly string[]): string {
  const advice = 'Log in: cardwright login --url <address>; into a sandbox on this machine: cardwright login --sandbox';
  if (name === undefined) return `nobody is logged in. ${advice}`;
  return `there is no profile ${name} (${known.length === 0 ? 'there is none yet' : `known: ${known.join(', ')}`}). ${advice}`;
}

/** Removes the slash at the end of a URL, so that two spellings of one URL are equal. */
export function checkAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isPlain = url?.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (url === undefined || !isPlain || !/^https?:$/.test(url.protocol)) {
    throw new UsageError(`${JSON.stringify(text)} is no address of a server. Write it as https://cards.example.com`);
  }
  return url.href.replace(/\/+$/, '');
}
