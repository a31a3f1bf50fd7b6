import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const SRC = fileURLToPath(new URL('.//', import.meta.url));
const LONGEST = 150;
const files = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(tsx?|css)$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(SRC, file), 'utf8') }));
const components = files.filter(({ file }) => file.endsWith('.tsx'));

describe('the sources of the console', () => {
  it('are small: no component has more than 150 lines', () => {
    const long = components.filter(({ text }) => text.split('\n').length - 1 > LONGEST).map(({ file }) => file);
    expect(long, 'Cut it into parts that have names').toEqual([]);
  });

  it('are named in kebab-case, after their content', () => {
    const named = /^[a-z0-9]+(-[a-z0-9]+)*(\.(module|test|d))?\.(tsx?|css)$/;
    expect(files.map(({ file }) => basename(file)).filter((name) => !named.test(name))).toEqual([]);
  });

  it('import no screen into another screen: code that two screens need is a part', () => {
    const wrong = files.flatMap(({ file, text }) => {
      const own = /^screens[\\/]([\w-]+)/.exec(file)?.[1];
      const seen = [...text.matchAll(/from '\.\.\/([\w-]+)\//g)].map(([, folder]) => folder ?? '');
      return own === undefined ? [] : seen.filter((folder) => folder !== own).map((folder) => `${file} -> ${folder}`);
    });
    expect(wrong.filter((found) => existsSync(join(SRC, 'screens', found.split('-> ')[1] ?? '')))).toEqual([]);
  });

  it('load nothing from other sites, and never convert text to markup', () => {
    const wrong = files
      .filter(({ file }) => !file.endsWith('.test.ts'))
      .filter(({ text }) => /https?:\/\/|dangerouslySetInnerHTML|\.innerHTML|\beval\(/.test(text))
      .map(({ file }) => file);
    expect(wrong).toEqual([]);
  });
});
