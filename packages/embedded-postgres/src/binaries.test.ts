import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyPrograms, linkLibraries, provideBinaries } from './binaries.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'embedded postgres binaries '));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function packageFolder(): string {
  const { postgres } = provideBinaries(root, undefined, () => undefined);
  return dirname(dirname(dirname(postgres)));
}

test('a copy of the binaries runs, and every user can read it', () => {
  const copy = join(root, 'copy');
  copyPrograms(packageFolder(), copy);
  const postgres = join(copy, 'native', 'bin', 'postgres');
  expect(spawnSync(postgres, ['--version'], { encoding: 'utf8' }).stdout).toMatch(/^postgres \(PostgreSQL\) 18\./);
  for (const path of [copy, join(copy, 'native'), postgres]) expect(statSync(path).mode & 0o777).toBe(0o755);
  expect(statSync(join(copy, 'native', 'share', 'postgresql', 'postgres.bki')).mode & 0o777).toBe(0o644);
});

test('library links that the install script did not create are created', () => {
  const folder = join(root, 'package');
  mkdirSync(join(folder, 'native', 'lib'), { recursive: true });
  writeFileSync(join(folder, 'native', 'lib', 'libx.so.1.2'), 'library');
  const links = [{ source: 'native/lib/libx.so.1.2', target: 'native/lib/libx.so.1' }];
  writeFileSync(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links));
  expect(linkLibraries(folder)).toBe(true);
  expect(readFileSync(join(folder, 'native', 'lib', 'libx.so.1'), 'utf8')).toBe('library');
  expect(linkLibraries(folder)).toBe(true);
});

test('an incomplete copy is not used as a complete one', () => {
  const copy = join(root, 'copy');
  const draft = `${copy}.${process.pid}.tmp`;
  mkdirSync(join(draft, 'native'), { recursive: true });
  chmodSync(draft, 0o700);
  writeFileSync(join(draft, 'left-over'), '');
  copyPrograms(packageFolder(), copy);
  expect(existsSync(join(copy, 'left-over'))).toBe(false);
  expect(existsSync(draft)).toBe(false);
});
