import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { CredentialsError } from '../output/usage-error.ts';
import { withFileLock } from './file-lock.ts';

/** The URL of a gateway, and the caller's credentials. */
export interface Profile {
  readonly url: string;
  readonly client_id: string;
  /** One of three kinds of credentials: a secret, a key, or a person who has signed in. */
  readonly client_secret?: string;
  readonly private_key_file?: string;
  readonly key_id?: string;
  readonly person?: PersonTokens;
}

/** The tokens that an identity provider issued for a person, and the parameters of the request. */
export interface PersonTokens {
  readonly issuer: string;
  readonly scope: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly access_token: string;
  /** The expiry time. It is absent if the provider does not state one. */
  readonly expires_at?: string;
  readonly refresh_token?: string;
}

export interface Profiles {
  /** The name of the default profile. */
  readonly current?: string;
  readonly profiles: Readonly<Record<string, Profile>>;
}

export function profilePath(environment: NodeJS.ProcessEnv): string {
  const folder = environment.XDG_CONFIG_HOME || join(homedir(), '.config');
  return join(folder, 'cardwright', 'profiles.json');
}

/**
 * Reads the stored profiles, or none if nobody has logged in. A file that others can read is refused, because it holds
 * secrets.
 */
export async function readProfiles(path: string): Promise<Profiles> {
  const facts = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (facts === undefined) return { profiles: {} };
  if ((facts.mode & 0o077) !== 0) {
    throw new CredentialsError(
      `${path} holds secrets, and other users can read it. To fix this, run: chmod 600 "${path}"`,
    );
  }
  const profiles = parsed(await readFile(path, 'utf8'));
  if (profiles === undefined) throw new CredentialsError(`failed to read ${path}. Remove it, and log in again`);
  return profiles;
}

function parsed(text: string): Profiles | undefined {
  try {
    const { current, profiles } = JSON.parse(text) as Partial<Profiles>;
    if (typeof profiles !== 'object' || profiles === null) return undefined;
    return { profiles, ...(typeof current === 'string' && { current }) };
  } catch {
    return undefined;
  }
}

/** Stores new tokens of a person if the profile still exists. */
export async function storeTokens(path: string, name: string, person: PersonTokens): Promise<void> {
  await changeProfiles(path, (profiles) => {
    const profile = Object.hasOwn(profiles.profiles, name) ? profiles.profiles[name] : undefined;
    if (profile?.person === undefined) return undefined;
    return { ...profiles, profiles: { ...profiles.profiles, [name]: { ...profile, person } } };
  });
}

/**
 * Reads and writes under a lock, so that changes of another command are not lost. If the callback returns undefined,
 * nothing changes.
 */
export async function changeProfiles(
  path: string,
  change: (profiles: Profiles) => Profiles | undefined,
): Promise<{ before: Profiles; after: Profiles }> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  return await withFileLock(`${path}.lock`, async () => {
    const before = await readProfiles(path);
    const after = change(before);
    if (after !== undefined) await writeProfiles(path, after);
    return { before, after: after ?? before };
  });
}

/**
 * Replaces the file atomically, so that other commands never see a part of it. The file is never readable by other
 * users.
 */
async function writeProfiles(path: string, profiles: Profiles): Promise<void> {
  const unfinished = `${path}.${randomUUID()}`;
  try {
    await writeFile(unfinished, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
    await rename(unfinished, path);
  } finally {
    await rm(unfinished, { force: true });
  }
}
