import { describe, expect, it } from 'vitest';
import { CLI, CONTRACT, EMBEDDED_POSTGRES, exportsOf, SDK, SERVER, sourcesUnder } from '../testing/source-tree.ts';

/** Names of two exports, each with its reason. */
const SHARED_ON_PURPOSE = [
  // the contract describes the notification, and the SDK receives it
  'receiveTokenNotification',
];

describe('exports', () => {
  it('have names of their own, in the server and in all packages', () => {
    const homes = new Map<string, string[]>();
    for (const source of [CONTRACT, SDK, EMBEDDED_POSTGRES, SERVER, CLI].flatMap(sourcesUnder)) {
      for (const name of exportsOf(source)) homes.set(name, [...(homes.get(name) ?? []), source.path]);
    }
    expect(homes.size).toBeGreaterThan(1_500);
    const shared = [...homes]
      .filter(([name, paths]) => paths.length > 1 && !SHARED_ON_PURPOSE.includes(name))
      .map(([name, paths]) => `${name} is exported by ${paths.join(' and by ')}`);
    expect(shared, 'name each for what it is, or keep one of them and import it').toEqual([]);
  });
});
