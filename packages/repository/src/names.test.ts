import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exportsOf, PACKAGES, sourcesUnder } from './source-tree.ts';

const sources = PACKAGES.flatMap(sourcesUnder);

describe('exports', () => {
  it('have unique names within a folder', () => {
    const homes = new Map<string, string[]>();
    for (const each of sources) {
      for (const exported of exportsOf(each)) {
        const name = `${dirname(each.path)} ${exported}`;
        homes.set(name, [...(homes.get(name) ?? []), each.path]);
      }
    }
    expect(homes.size).toBeGreaterThan(1_500);
    const shared = [...homes]
      .filter(([, paths]) => paths.length > 1)
      .map(([name, paths]) => `${name} is exported by ${paths.join(' and by ')}`);
    expect(shared, 'name each for what it is, or keep one of them and import it').toEqual([]);
  });
});
