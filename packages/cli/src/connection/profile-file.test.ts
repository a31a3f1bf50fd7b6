import { chmod, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { profilePath, readProfiles, writeProfiles } from './profile-file.ts';

const KEPT = { current: 'a', profiles: { a: { url: 'https://a.example', client_id: 'a', client_secret: 's' } } };

describe('the file of profiles', () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cardwright-profiles-'));
    path = profilePath({ XDG_CONFIG_HOME: folder });
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('is made for its owner alone, and holds what was kept', async () => {
    await writeProfiles(path, KEPT);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect((await stat(dirname(path))).mode & 0o777).toBe(0o700);
    expect(await readProfiles(path)).toEqual(KEPT);
  });

  it('is replaced whole, and leaves nothing beside it', async () => {
    await writeProfiles(path, KEPT);
    await writeProfiles(path, { profiles: {} });
    expect(await readdir(dirname(path))).toEqual(['profiles.json']);
    expect(await readProfiles(path)).toEqual({ profiles: {} });
  });

  it('is empty where nobody has logged in', async () => {
    expect(await readProfiles(path)).toEqual({ profiles: {} });
  });

  it('is refused where others can read it', async () => {
    await writeProfiles(path, KEPT);
    await chmod(path, 0o640);
    await expect(readProfiles(path)).rejects.toThrow('others can read it');
  });

  it('is refused where it is damaged, without quoting it', async () => {
    await writeProfiles(path, KEPT);
    await writeFile(path, '{"profiles": "of live');
    await expect(readProfiles(path)).rejects.toThrow(`${path} cannot be read. Remove it, and log in again`);
  });
});
