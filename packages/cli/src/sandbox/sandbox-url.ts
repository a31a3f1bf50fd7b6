import { type ConnectionOptions, checkAddress } from '../connection/choose-profile.ts';
import { profilePath, readProfiles } from '../connection/profile-file.ts';
import { CredentialsError } from '../output/usage-error.ts';

/** The URL that `npm start` serves. */
export const LOCAL_SANDBOX = 'http://127.0.0.1:8080';

/** The URL of the sandbox. Its fixtures and its clock need no login. */
export async function sandboxUrl({ url, profile }: ConnectionOptions): Promise<string> {
  if (url !== undefined) return checkAddress(url);
  const { CARDWRIGHT_URL: address, CARDWRIGHT_PROFILE: profileName } = process.env;
  if (profile === undefined && address) return checkAddress(address);
  const { current, profiles } = await readProfiles(profilePath(process.env));
  const name = profile ?? (profileName || current);
  if (name === undefined) return LOCAL_SANDBOX;
  const stored = profiles[name];
  if (stored === undefined) throw new CredentialsError(`profile ${name} not found`);
  return stored.url;
}
