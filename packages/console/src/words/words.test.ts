import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ar } from './ar.ts';
import type { WordKey } from './en.ts';
import { EN_FIRST } from './en-first.ts';
import { EN_SCREENS } from './en-screens.ts';
import { loadLanguage, loadScreenWords } from './load-language.ts';
import { translate } from './translate.ts';

const SRC = fileURLToPath(new URL('..', import.meta.url));
const en = { ...EN_FIRST, ...EN_SCREENS };
const keys = Object.keys(en) as WordKey[];
const sources = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.test.ts') && !/^words[\\/](en|ar)/.test(file))
  .map((file) => ({ file, text: readFileSync(join(SRC, file), 'utf8') }));

const placesIn = (key: WordKey, words: Readonly<Record<WordKey, unknown>>) =>
  [...new Set(JSON.stringify(words[key]).match(/\{\w+\}/g) ?? [])].sort();

/** Returns the files that these import, statically or when a dialog opens, apart from what the routes load. */
function firstFiles(...entries: string[]): Set<string> {
  const found = new Set<string>();
  const follow = (file: string) => {
    const source = sources.find((one) => one.file === file);
    if (source === undefined || found.has(file)) return;
    found.add(file);
    const statics = source.text.matchAll(/^(?:import|export)(?! type)[^;]*?'(\.[^']+)';/gm);
    const dynamics = file.startsWith('routes') ? [] : source.text.matchAll(/import\('(\.[^']+)'\)/g);
    for (const [, imported = ''] of [...statics, ...dynamics]) follow(join(dirname(file), imported));
  };
  for (const entry of entries) follow(entry);
  return found;
}

describe('the words of the console', () => {
  it('are all used by a screen', () => {
    const all = sources.map(({ text }) => text).join('\n');
    expect(keys.filter((key) => !all.includes(`'${key}'`))).toEqual([]);
  });

  it('are the only texts of a screen: the markup itself contains none', () => {
    const written = sources
      .filter(({ file }) => file.endsWith('.tsx'))
      .flatMap(({ file, text }) =>
        [...text.matchAll(/(?<!=)>\s*([A-Z][a-z]+(?: [a-z]+)+)[^<>{}]*</g)].map(([, found]) => `${file}: ${found}`),
      );
    expect(written).toEqual([]);
  });

  it('load before the screens if the first page, the frame or a dialog of these uses them', () => {
    const first = firstFiles('main.tsx', 'screens/find/find-page.tsx');
    const text = sources.filter(({ file }) => first.has(file)).map((source) => source.text);
    const missing = Object.keys(EN_SCREENS).filter((key) => text.some((one) => one.includes(`'${key}'`)));
    expect(first.size).toBeGreaterThan(80);
    expect(missing, 'Move these to en/find.ts, en/status.ts or en/console.ts').toEqual([]);
  });

  it('load with each screen but Find', () => {
    const routes = sources.filter(({ file }) => /^routes[\\/].*\.tsx$/.test(file)).map(({ text }) => text);
    expect(routes.flatMap((text) => text.match(/lazyRouteComponent\(\s*\(\) => import\('[^']+'\)/g) ?? [])).toEqual([
      "lazyRouteComponent(() => import('../screens/find/find-page.tsx')",
    ]);
  });

  it('are the same in every language, with the same values in them', () => {
    expect(Object.keys(ar).sort()).toEqual(keys.toSorted());
    expect(keys.filter((key) => `${placesIn(key, ar)}` !== `${placesIn(key, en)}`)).toEqual([]);
  });

  it('are written in Arabic script in Arabic', () => {
    const textOf = (key: WordKey) => JSON.stringify(ar[key]).replace(/\{\w+\}/g, '');
    expect(keys.filter((key) => !/[\u0600-\u06ff]/.test(textOf(key)))).toEqual([]);
  });

  it('name a time zone in the language, instead of its identifier', async () => {
    await loadLanguage('en');
    await loadLanguage('ar');
    await loadScreenWords();
    const zones = ['Asia/Dubai', 'Europe/Berlin', 'UTC'];
    expect(zones.map((zone) => translate('en', 'authorizations.zone', { zone }))).toEqual([
      'Times are in Gulf Standard Time',
      'Times are in Central European Time',
      'Times are in Coordinated Universal Time',
    ]);
    expect(zones.map((zone) => translate('ar', 'authorizations.zone', { zone }))).toEqual([
      'الأوقات حسب توقيت الخليج',
      'الأوقات حسب توقيت وسط أوروبا',
      'الأوقات حسب التوقيت العالمي المنسق',
    ]);
  });

  it('have the form for their count, and figures in the style of the language', async () => {
    await loadLanguage('en');
    await loadScreenWords();
    await loadLanguage('ar');
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
