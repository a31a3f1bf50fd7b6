import { readFile } from 'node:fs/promises';
import { Cardwright } from '@cardwright/sdk';
import { CredentialsError } from '../output/usage-error.ts';
import { type ChosenProfile, type ConnectionOptions, chooseProfile } from './choose-profile.ts';
import { keepTokens, type PersonTokens, type Profile, profilePath, readProfiles } from './profile-file.ts';

export async function chosenProfile(options: ConnectionOptions): Promise<ChosenProfile> {
  return chooseProfile(options, process.env, await readProfiles(profilePath(process.env)));
}

/** The client of the chosen profile. It asks for nothing yet. */
export async function openClient(options: ConnectionOptions): Promise<Cardwright> {
  return await clientFor(await chosenProfile(options));
}

/** Tokens of a person that it gets anew are kept where the profile came from. */
export async function clientFor(profile: Profile & Pick<ChosenProfile, 'name'>): Promise<Cardwright> {
  const { url, client_id: clientId, client_secret: clientSecret, private_key_file: file, key_id: keyId } = profile;
  const { person } = profile;
  if (person !== undefined) return await clientOfPerson({ ...profile, person });
  const common = { baseUrl: url, clientId, sourceApplication: 'CLI' };
  if (file === undefined) return new Cardwright({ ...common, clientSecret: clientSecret ?? '' });
  const privateKey = await readFile(file, 'utf8').catch((error: Error) => {
    throw new CredentialsError(`the private key of ${clientId} cannot be read: ${error.message}`);
  });
  return new Cardwright({ ...common, privateKey, ...(keyId !== undefined && { keyId }) });
}

async function clientOfPerson(
  profile: Profile & Pick<ChosenProfile, 'name'> & { readonly person: PersonTokens },
): Promise<Cardwright> {
  const { name, url: baseUrl } = profile;
  // not for each command: the library of sign-ins takes its time to load
  const { personTokens } = await import('./person-tokens.ts');
  const keep = async (person: PersonTokens) => {
    if (name !== undefined) await keepTokens(profilePath(process.env), name, person);
  };
  return new Cardwright({ baseUrl, sourceApplication: 'CLI', accessToken: personTokens(profile, keep) });
}
