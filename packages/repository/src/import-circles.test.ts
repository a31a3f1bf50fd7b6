import { describe, expect, it } from 'vitest';
import { PACKAGES, shortName, sourcesUnder } from './source-tree.ts';

const ADVICE = `Files that import each other can only be read together, also where types alone are taken.
Move what they share into a file of its own, named for what it holds, and let both import that one.`;

/** Each file with its imports, including types. */
type Imports = ReadonlyMap<string, readonly string[]>;

describe('imports', () => {
  it('form no circle in any package, type imports included', () => {
    const sources = PACKAGES.flatMap(sourcesUnder);
    const imports = new Map(
      sources.map(({ path, imports }) => [path, imports.flatMap(({ file }) => (file === undefined ? [] : [file]))]),
    );
    const circles = findCircles(imports).map((circle) => circle.map(shortName).join(' -> '));
    expect(circles, ADVICE).toEqual([]);
  });

  it('in a circle are reported, each circle once, from its first file back to it', () => {
    const imports = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', ['a']],
      ['d', ['e']],
      ['e', ['d', 'a']],
      ['f', ['a', 'f']],
    ]);
    expect(findCircles(imports)).toEqual([
      ['a', 'b', 'c', 'a'],
      ['d', 'e', 'd'],
      ['a', 'b', 'd', 'e', 'a'],
      ['f', 'f'],
    ]);
  });
});

/** Returns the circles that a walk through all files finds. It finds none only if there are none. */
function findCircles(imports: Imports): string[][] {
  const circles: string[][] = [];
  const done = new Set<string>();
  const walk = (file: string, way: readonly string[]): void => {
    const from = way.indexOf(file);
    if (from >= 0) circles.push([...way.slice(from), file]);
    if (from >= 0 || done.has(file)) return;
    for (const next of imports.get(file) ?? []) walk(next, [...way, file]);
    done.add(file);
  };
  for (const file of imports.keys()) walk(file, []);
  return circles;
}
