import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { endOfSupport, releaseLines } from '../../server/src/host/doctor/node-releases.ts';
import { ROOT } from './source-tree.ts';

const DAY_MS = 86_400_000;
const NOTICE_DAYS = 180;

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const { optionalDependencies } = JSON.parse(read('package.json')) as { optionalDependencies: Record<string, string> };
const pinned = Object.entries(optionalDependencies).filter(([name]) => /^node-/.test(name));

describe('the pinned Node.js', () => {
  it('gets security fixes for at least six more months', () => {
    expect(pinned.length).toBeGreaterThan(3);
    for (const [name, version] of pinned) {
      const end = Date.parse(endOfSupport(version) ?? '');
      expect((end - Date.now()) / DAY_MS, `${name} ${version}`).toBeGreaterThan(NOTICE_DAYS);
    }
  });

  it('belongs to the release line that .nvmrc names on Linux', () => {
    const onLinux = pinned.filter(([name]) => name.includes('linux'));
    expect([...new Set(onLinux.map(([, version]) => version.split('.')[0]))]).toEqual([read('.nvmrc').trim()]);
  });

  it('runs the tests', () => {
    const [, version] = pinned.find(([name]) => existsSync(join(ROOT, 'node_modules', name))) ?? [];
    expect(process.versions.node).toBe(version);
  });
});

it('SECURITY.md lists the supported release lines with the last day of their support', () => {
  const rows = [...read('SECURITY.md').matchAll(/^\| (\d+) \| (\d{4}-\d{2}-\d{2}) \|$/gm)];
  expect(rows.map(([, line]) => line).join(', ')).toBe(releaseLines());
  for (const [, line, end] of rows) expect(endOfSupport(`${line}.0.0`)).toBe(end);
});

it('the launchers refuse versions older than the supported release lines', async () => {
  const { OLDEST_MAJOR } = await import('../../../scripts/runtime.mjs' as string);
  expect(releaseLines().split(', ')[0]).toBe(String(OLDEST_MAJOR));
});
