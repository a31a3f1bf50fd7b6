import { readFile } from 'node:fs/promises';
import { Cardwright } from '@cardwright/sdk';
import { CredentialsError } from '../output/usage-error.ts';
import { type ChosenProfile, type ConnectionOptions, chooseProfile } from './choose-profile.ts';
import { type Profile, profilePath, readProfiles } from './profile-file.ts';

export async function chosenProfile(options: ConnectionOptions): Promise<ChosenProfile> {
  return chooseProfile(options, process.env, await readProfiles(profilePath(process.env)));
}

/** The client of the chosen profile. It asks for nothing yet. */
export async function openClient(options: ConnectionOptions): Promise<Cardwright> {
  return await clientFor(await chosenProfile(options));
}

export async function clientFor(profile: Profile): Promise<Cardwright> {
  const { url, client_id: clientId, client_secret: clientSecret, private_key_file: file, key_id: keyId } = profile;
  const common = { baseUrl: url, clientId, sourceApplication: 'CLI' };
  if (file === undefined) return new Cardwright({ ...common, clientSecret: clientSecret ?? '' });
  const privateKey = await readFile(file, 'utf8').catch((error: Error) => {
    throw new CredentialsError(`the private key of ${clientId} cannot be read: ${error.message}`);
  });
  return new Cardwright({ ...common, privateKey, ...(keyId !== undefined && { keyId }) });
}
