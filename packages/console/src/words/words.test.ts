import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ar } from './ar.ts';
import { START_WORDS } from './en/start.ts';
import { en, type WordKey } from './en.ts';
import { loadLanguage, loadWordsOf } from './load-language.ts';
import { translate } from './translate.ts';

const SRC = fileURLToPath(new URL('..', import.meta.url));
const keys = Object.keys(en) as WordKey[];
const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts') && !/^words[\\/](en|ar)/.test(file))
  .map((file) => ({ file, text: readFileSync(join(SRC, file), 'utf8') }));

const placesIn = (key: WordKey, words: Readonly<Record<WordKey, unknown>>) =>
  [...new Set(JSON.stringify(words[key]).match(/\{\w+\}/g) ?? [])].sort();

describe('the words of the console', () => {
  it('are all used: what no screen says is taken away', () => {
    const all = sources.map(({ text }) => text).join('\n');
    expect(keys.filter((key) => !all.includes(`'${key}'`))).toEqual([]);
  });

  it('are the only texts of a screen: nothing is written into the markup itself', () => {
    const written = sources
      .filter(({ file }) => file.endsWith('.tsx'))
      .flatMap(({ file, text }) =>
        [...text.matchAll(/(?<!=)>\s*([A-Z][a-z]+(?: [a-z]+)+)[^<>{}]*</g)].map(([, found]) => `${file}: ${found}`),
      );
    expect(written).toEqual([]);
  });

  it('are the same in every language, with the same values in them', () => {
    expect(Object.keys(ar).sort()).toEqual(keys.toSorted());
    expect(keys.filter((key) => `${placesIn(key, ar)}` !== `${placesIn(key, en)}`)).toEqual([]);
  });

  it('are Arabic in Arabic', () => {
    const told = (key: WordKey) => JSON.stringify(ar[key]).replace(/\{\w+\}/g, '');
    expect(keys.filter((key) => !/[\u0600-\u06ff]/.test(told(key)))).toEqual([]);
  });

  it('that the frame, the sign-in page and the search screen use are in the part that loads first', () => {
    const first = new Set<string>();
    const follow = (file: string) => {
      if (first.has(file) || /^words[\\/](en|ar)/.test(file)) return;
      first.add(file);
      const text = readFileSync(join(SRC, file), 'utf8');
      for (const [, path = ''] of text.matchAll(/(?:from|import\(|import) ?'(\.[^']+\.tsx?)'/g)) {
        const next = join(dirname(file), path);
        // a route loads its screen when it opens
        if (!/^routes/.test(file) || !/^screens/.test(next) || /find-page/.test(next)) follow(next);
      }
    };
    follow('main.tsx');
    // the table of all statuses also has those that only later screens show
    const texts = sources.filter(({ file }) => first.has(file) && !file.endsWith('statuses.ts'));
    const used = texts.map(({ text }) => text).join('\n');
    expect(texts.length).toBeGreaterThan(50);
    expect(keys.filter((key) => used.includes(`'${key}'`) && !(key in START_WORDS))).toEqual([]);
  });

  it('take the form of their count, and their values as the language writes figures', async () => {
    await loadLanguage('en');
    await loadLanguage('ar');
    await loadWordsOf('/console/overview');
    expect(translate('en', 'card.effect.tokensDeleted', { count: 1 })).toBe(
      'Its token is deleted, and its wallet is notified.',
    );
    expect(translate('en', 'card.effect.tokensDeleted', { count: 1200 })).toBe(
      'Its 1,200 tokens are deleted, and their wallets are notified.',
    );
    expect(translate('ar', 'card.effect.tokensDeleted', { count: 2 })).toBe('يُحذف رمزاها وتُبلَّغ محفظتاهما.');
    expect(translate('en', 'search.nothing', { typed: 'amina' })).toBe('No results for “amina”');
  });
});
