import { chmod, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changeProfiles, profilePath, readProfiles } from './profile-file.ts';

const STORED = { current: 'a', profiles: { a: { url: 'https://a.example', client_id: 'a', client_secret: 's' } } };

describe('the profile file', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cardwright-profiles-'));
    path = profilePath({ XDG_CONFIG_HOME: folder });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('can be read only by its owner, and contains the stored profiles', async () => {
    await changeProfiles(path, () => STORED);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(dirname(path))).mode & 0o777).toBe(0o700);
    expect(await readProfiles(path)).toEqual(STORED);
  });

  it('is replaced atomically, and no temporary file remains', async () => {
    await changeProfiles(path, () => STORED);
    await changeProfiles(path, () => ({ profiles: {} }));
    expect(await readdir(dirname(path))).toEqual(['profiles.json']);
    expect(await readProfiles(path)).toEqual({ profiles: {} });
  });

  it('contains the changes of all concurrent commands', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `p${at}`);
    const add = (name: string) =>
      changeProfiles(path, ({ profiles }) => ({ current: name, profiles: { ...profiles, [name]: STORED.profiles.a } }));
    await Promise.all(names.map(add));
    expect(Object.keys((await readProfiles(path)).profiles).sort()).toEqual(names.sort());
    expect(await readdir(dirname(path))).toEqual(['profiles.json']);
  });

  it('can be changed even if a killed command left its lock behind', async () => {
    await changeProfiles(path, () => STORED);
    const long = new Date(Date.now() - 60_000);
    await writeFile(`${path}.lock`, '');
    await utimes(`${path}.lock`, long, long);
    const { before, after } = await changeProfiles(path, ({ profiles }) => ({ profiles }));
    expect([before, after]).toEqual([STORED, { profiles: STORED.profiles }]);
  });

  it('is empty before the first login', async () => {
    expect(await readProfiles(path)).toEqual({ profiles: {} });
  });

  it('is refused if other users can read it', async () => {
    await changeProfiles(path, () => STORED);
    await chmod(path, 0o640);
    await expect(readProfiles(path)).rejects.toThrow('other users can read it');
  });

  it('is refused without quoting its content if it is damaged', async () => {
    await changeProfiles(path, () => STORED);
    await writeFile(path, '{"profiles": "of live');
    await expect(readProfiles(path)).rejects.toThrow(`failed to read ${path}. Remove it, and log in again`);
  });
});
