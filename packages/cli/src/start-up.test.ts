import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

/** Value imports at the top of a file, which load together with it. */
const AT_ONCE = /^(?:import|export) (?!type\b)(?:[^;]*? from )?'([^']+)';$/gm;

function loadedWith(file: URL, importers = new Map<string, string[]>()): Map<string, string[]> {
  if (importers.has(file.href)) return importers;
  const named = [...readFileSync(file, 'utf8').matchAll(AT_ONCE)].map(([, name]) => name ?? '');
  importers.set(file.href, named);
  for (const name of named.filter((each) => each.startsWith('.'))) loadedWith(new URL(name, file), importers);
  return importers;
}

describe('the start of a command', () => {
  it('loads commander and no other package, so that help appears at once', () => {
    const loaded = loadedWith(new URL('./main.ts', import.meta.url));
    const outside = new Set([...loaded.values()].flat().filter((name) => !/^(\.|node:)/.test(name)));
    expect([...outside]).toEqual(['commander']);
    expect(loaded.size).toBeGreaterThan(10);
  });
});
