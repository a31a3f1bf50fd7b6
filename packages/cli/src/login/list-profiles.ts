import { changeProfiles, type Profile, type Profiles, profilePath, readProfiles } from '../connection/profile-file.ts';
import { print, printMessage } from '../output/print.ts';
import { tableText } from '../output/show-table.ts';
import { CredentialsError } from '../output/usage-error.ts';

/** Prints the profiles without their secrets. */
export async function listProfiles({ use, json }: { use?: string; json?: true }): Promise<void> {
  const path = profilePath(process.env);
  const profiles = use === undefined ? await readProfiles(path) : await useProfile(path, use);
  const rows = Object.entries(profiles.profiles).map(([name, profile]) => ({
    name,
    current: name === profiles.current,
    url: profile.url,
    client_id: profile.client_id,
    proves_by: proofOf(profile),
  }));
  if (json) return print(JSON.stringify({ file: path, profiles: rows }));
  if (rows.length === 0) return printMessage('No profiles yet. To create one, run: cardwright login');
  print(
    tableText(
      ['', 'PROFILE', 'GATEWAY', 'CLIENT', 'BY'],
      rows.map((row) => [row.current ? '*' : ' ', row.name, row.url, row.client_id, row.proves_by]),
    ),
  );
}

async function useProfile(path: string, name: string): Promise<Profiles> {
  const { after } = await changeProfiles(path, (profiles) => {
    requireProfile(profiles, name);
    return { ...profiles, current: name };
  });
  return after;
}

function proofOf({ private_key_file: key, person }: Profile): string {
  if (person !== undefined) return 'sign-in';
  return key === undefined ? 'secret' : 'private key';
}

export async function logOut({ profile, json }: { profile?: string; json?: true }): Promise<void> {
  const path = profilePath(process.env);
  const { before } = await changeProfiles(path, (profiles) => without(profiles, chosenOf(profiles, profile)));
  const name = chosenOf(before, profile);
  const removed = before.profiles[name];
  if (removed?.person !== undefined) {
    const { endSignIn } = await import('../connection/person-tokens.ts');
    await endSignIn(removed.person, removed.client_id);
  }
  if (json) return print(JSON.stringify({ removed: name }));
  print(`Profile ${name} removed. Its access tokens remain valid until they expire.`);
}

function without({ profiles, current }: Profiles, name: string): Profiles {
  const { [name]: _, ...others } = profiles;
  return { profiles: others, ...(current !== undefined && current !== name && { current }) };
}

function chosenOf(profiles: Profiles, name = profiles.current): string {
  if (name === undefined) throw new CredentialsError('not logged in');
  requireProfile(profiles, name);
  return name;
}

function requireProfile({ profiles }: Profiles, name: string): void {
  if (Object.hasOwn(profiles, name)) return;
  throw new CredentialsError(`profile ${name} not found; known: ${Object.keys(profiles).join(', ') || 'none'}`);
}
