import { readFile } from 'node:fs/promises';
import { Cardwright } from '@cardwright/sdk';
import { CredentialsError } from '../output/usage-error.ts';
import { type ChosenProfile, type ConnectionOptions, chooseProfile } from './choose-profile.ts';
import { type PersonTokens, type Profile, profilePath, readProfiles, storeTokens } from './profile-file.ts';

export async function chosenProfile(options: ConnectionOptions): Promise<ChosenProfile> {
  return chooseProfile(options, process.env, await readProfiles(profilePath(process.env)));
}

/** Creates the client of the chosen profile. It sends no request yet. */
export async function openClient(options: ConnectionOptions): Promise<Cardwright> {
  return await clientFor(await chosenProfile(options));
}

/** Creates the client of a profile. New tokens of a person are stored in the profile that they came from. */
export async function clientFor(profile: Profile & Pick<ChosenProfile, 'name'>): Promise<Cardwright> {
  const { url, client_id: clientId, client_secret: clientSecret, private_key_file: file, key_id: keyId } = profile;
  const { person } = profile;
  if (person !== undefined) return await clientOfPerson({ ...profile, person });
  const common = { baseUrl: url, clientId, sourceApplication: 'CLI' };
  if (file === undefined) return new Cardwright({ ...common, clientSecret: clientSecret ?? '' });
  const privateKey = await readFile(file, 'utf8').catch((error: Error) => {
    throw new CredentialsError(`failed to read the private key of ${clientId}: ${error.message}`);
  });
  return new Cardwright({ ...common, privateKey, ...(keyId !== undefined && { keyId }) });
}

async function clientOfPerson(
  profile: Profile & Pick<ChosenProfile, 'name'> & { readonly person: PersonTokens },
): Promise<Cardwright> {
  const { name, url: baseUrl } = profile;
  // Import lazily, because the sign-in library is slow to load and few commands need it.
  const { personTokens } = await import('./person-tokens.ts');
  const store = async (person: PersonTokens) => {
    if (name !== undefined) await storeTokens(profilePath(process.env), name, person);
  };
  return new Cardwright({ baseUrl, sourceApplication: 'CLI', accessToken: personTokens(profile, store) });
}
