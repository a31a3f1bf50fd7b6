import { ERRORS } from '@cardwright/contract';
import { describe, expect, it } from 'vitest';
import { CONTRACT, isForTests, lineAt, type Source, sourceOf, sourcesUnder, wordsOf } from './source-tree.ts';

const CATALOGUE = `${CONTRACT}/errors.ts`;
/** Files of ISO 8583, whose fields 24, 39 and 70 have their own numbers. */
const OF_ISO8583 = [
  'packages/iso8583/src/network-functions.ts',
  'packages/server/src/issuing/iso8583/mapping/iso1993/action-codes-1993.ts',
  'packages/server/src/issuing/iso8583/mapping/iso1993/function-codes-1993.ts',
];
const nameOf = new Map<string, string>(Object.entries(ERRORS).map(([name, { code }]) => [code, name]));

const shipped = ['packages', 'scripts']
  .flatMap(sourcesUnder)
  .filter(({ path }) => !isForTests(path) && !path.startsWith('packages/contract/examples/') && path !== CATALOGUE)
  .filter(({ path }) => !OF_ISO8583.includes(path));

/** Returns the error numbers in a source, each with the name that replaces it. */
function numbersIn(source: Source): string[] {
  return wordsOf(source).flatMap(({ text, start }) => {
    const name = nameOf.get(text);
    if (name === undefined) return [];
    const place = `${source.path}:${lineAt(source.text, start)}`;
    return [`${place} says '${text}': write '${name}'; where an answer is rendered, ERRORS.${name}.code`];
  });
}

describe('errors', () => {
  it('have names in code: only the catalogue contains the wire numbers', () => {
    expect(shipped.length).toBeGreaterThan(500);
    expect(
      shipped.flatMap(numbersIn),
      "Write the name, fail('card_not_found'): packages/contract/src/errors.ts has them all",
    ).toEqual([]);
  });

  it('are reported if they are written as numbers, with the name to write instead', () => {
    const text = "const said = fail('404');\ntype Refused = Failure<'303' | 'state_forbids'>;\nreply.code(404);\n";
    expect(numbersIn(sourceOf('packages/server/src/issuing/cards/wrong.ts', text))).toEqual([
      "packages/server/src/issuing/cards/wrong.ts:1 says '404': write 'merchant_exists'; where an answer is rendered, ERRORS.merchant_exists.code",
      "packages/server/src/issuing/cards/wrong.ts:2 says '303': write 'card_not_found'; where an answer is rendered, ERRORS.card_not_found.code",
    ]);
  });
});
