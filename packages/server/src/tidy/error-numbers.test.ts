import { ERRORS } from '@cardwright/contract';
import { expect, it } from 'vitest';
import { CONTRACT, isForTests, lineAt, type Source, sourcesUnder, wordsOf } from '../testing/source-tree.ts';

const CATALOGUE = `${CONTRACT}/errors.ts`;
const nameOf = new Map<string, string>(Object.entries(ERRORS).map(([name, { code }]) => [code, name]));

const shipped = ['packages', 'scripts']
  .flatMap(sourcesUnder)
  .filter(({ path }) => !isForTests(path) && !path.startsWith('packages/contract/examples/') && path !== CATALOGUE);

/** Each with what to write instead. */
function numbersIn(source: Source): string[] {
  return wordsOf(source)
    .filter(({ text }) => nameOf.has(text))
    .map(({ text, start }) => {
      const name = nameOf.get(text);
      return (
        `${source.path}:${lineAt(source.text, start)} says '${text}': write '${name}'. ` +
        `The number belongs to the catalogue alone; an answer is rendered with ERRORS.${name}.code`
      );
    });
}

it('errors are called by their names: only the catalogue knows the numbers of the wire', () => {
  expect(shipped.length).toBeGreaterThan(500);
  expect(shipped.flatMap(numbersIn)).toEqual([]);
});
