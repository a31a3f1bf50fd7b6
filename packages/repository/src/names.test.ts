import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  allFiles,
  CLI,
  CONTRACT,
  EMBEDDED_POSTGRES,
  exportsOf,
  isCode,
  PROOF,
  passedOnBy,
  REPOSITORY,
  SDK,
  SERVER,
  source,
  sourcesUnder,
} from './source-tree.ts';

const sources = [CONTRACT, SDK, EMBEDDED_POSTGRES, SERVER, CLI, PROOF, REPOSITORY].flatMap(sourcesUnder);

/** Their exports are for other packages. */
const ENTRIES = [
  ...[CONTRACT, SDK, EMBEDDED_POSTGRES].map((folder) => `${folder}/index.ts`),
  `${SDK}/browser.ts`,
  `${SDK}/webhooks.ts`,
  `${SERVER}/entry-points.ts`,
];

describe('exports', () => {
  it('have names of their own in their folder', () => {
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

  // types may stand in what their own file exports
  it('are used by another file, types apart', () => {
    const taken = new Set(
      allFiles()
        .filter(isCode)
        .flatMap((path) => source(path).imports)
        // scripts load what was built
        .flatMap(({ file, names }) => names.map((name) => `${builtFrom(file)} ${name}`)),
    );
    const unused = sources
      .filter(({ path }) => !ENTRIES.includes(path) && !taken.has(`${path} *`))
      .flatMap((each) => [...exportsOf(each, 'values'), ...passedOnBy(each)].map((name) => `${each.path} ${name}`))
      .filter((exported) => !taken.has(exported));
    expect(unused, 'take `export` away, or the line in index.ts; delete what nothing uses then').toEqual([]);
  });
});

function builtFrom(file: string | undefined): string | undefined {
  return file?.replace('/dist/', '/src/').replace(/\.js$/, '.ts');
}
