import { type Profile, type Profiles, profilePath, readProfiles, writeProfiles } from '../connection/profile-file.ts';
import { print, tell } from '../output/print.ts';
import { tableText } from '../output/show-table.ts';
import { CredentialsError } from '../output/usage-error.ts';

/** Shows the profiles without their secrets. */
export async function listProfiles({ use, json }: { use?: string; json?: true }): Promise<void> {
  const path = profilePath(process.env);
  let kept = await readProfiles(path);
  if (use !== undefined) {
    requireProfile(kept, use);
    kept = { ...kept, current: use };
    await writeProfiles(path, kept);
  }
  const rows = Object.entries(kept.profiles).map(([name, profile]) => ({
    name,
    current: name === kept.current,
    url: profile.url,
    client_id: profile.client_id,
    proves_by: proofOf(profile),
  }));
  if (json) return print(JSON.stringify({ file: path, profiles: rows }));
  if (rows.length === 0) return tell('There is no profile yet: cardwright login');
  print(
    tableText(
      ['', 'PROFILE', 'GATEWAY', 'CLIENT', 'BY'],
      rows.map((row) => [row.current ? '*' : ' ', row.name, row.url, row.client_id, row.proves_by]),
    ),
  );
}

function proofOf({ private_key_file: key, person }: Profile): string {
  if (person !== undefined) return 'sign-in';
  return key === undefined ? 'secret' : 'private key';
}

export async function logOut({ profile, json }: { profile?: string; json?: true }): Promise<void> {
  const path = profilePath(process.env);
  const kept = await readProfiles(path);
  const name = profile ?? kept.current;
  if (name === undefined) throw new CredentialsError('nobody is logged in');
  requireProfile(kept, name);
  const { [name]: removed, ...others } = kept.profiles;
  const current = kept.current === name ? {} : { current: kept.current };
  await writeProfiles(path, { profiles: others, ...(current as { current?: string }) });
  if (removed?.person !== undefined) {
    const { endSignIn } = await import('../connection/person-tokens.ts');
    await endSignIn(removed.person, removed.client_id);
  }
  if (json) return print(JSON.stringify({ removed: name }));
  print(`The profile ${name} is removed. Its access tokens end by themselves.`);
}

function requireProfile({ profiles }: Profiles, name: string): void {
  if (Object.hasOwn(profiles, name)) return;
  throw new CredentialsError(`there is no profile ${name}; known: ${Object.keys(profiles).join(', ') || 'none'}`);
}
