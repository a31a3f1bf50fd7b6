import { describe, expect, it } from 'vitest';
import { isPure, PURE } from './pure-files.ts';
import { areaOf, filesUnder, isCode, isForTests, SERVER, type Source, shortName, source } from './source-tree.ts';

describe('pure files', () => {
  const pureFiles = filesUnder(SERVER).filter((path) => isCode(path) && !isForTests(path) && isPure(path));

  it('exist', () => {
    expect(pureFiles.length).toBeGreaterThan(PURE.length);
  });

  it('import only pure files, the kernel and the contract, directly and indirectly', () => {
    const wrong = pureFiles.flatMap((path) =>
      [...loadedBy(path)].filter((loaded) => !isPureEnough(loaded)).map((loaded) => `${shortName(path)} -> ${loaded}`),
    );
    expect(wrong, 'Hand it in: what is pure takes everything as arguments').toEqual([]);
  });

  it('are synchronous, and use neither the clock nor random numbers', () => {
    expect(
      pureFiles.flatMap((path) => impurities(source(path))),
      'Hand in the time and the random values',
    ).toEqual([]);
  });
});

function isPureEnough(loaded: string): boolean {
  if (loaded.startsWith(SERVER)) return isPure(loaded) || areaOf(loaded) === 'kernel';
  return [
    '@cardwright/contract',
    'any-ascii',
    'fast-luhn',
    'currency-codes',
    'i18n-iso-countries',
    'temporal-polyfill',
    // Calendars cache computed values in it. They return the same values without it.
    'lru-cache',
  ].includes(loaded);
}

/** Returns all files that are loaded with a file. Type imports are not loaded. */
function loadedBy(path: string, visited = new Set<string>()): Set<string> {
  for (const { file, specifier, typeOnly } of source(path).imports) {
    const loaded = file ?? specifier;
    if (typeOnly || visited.has(loaded)) continue;
    visited.add(loaded);
    if (file !== undefined) loadedBy(file, visited);
  }
  return visited;
}

const IMPURE_MEMBERS = ['Date.now', 'Math.random', 'performance.now', 'crypto.randomUUID', 'process.env'];

function impurities({ path, nodes, text }: Source): string[] {
  return nodes
    .filter((node) => {
      const code = text.slice(node.start, node.end);
      if (node.type === 'AwaitExpression' || node.async === true) return true;
      if (node.type === 'NewExpression') return /^new (Date|Promise)\(\s*\)$|^new Promise\b/.test(code);
      if (node.type === 'CallExpression') return /^(Date|setTimeout|setImmediate|fetch)\(/.test(code);
      return node.type === 'MemberExpression' && IMPURE_MEMBERS.includes(code);
    })
    .map((node) => `${shortName(path)}: ${text.slice(node.start, node.end).split('\n')[0]}`);
}
