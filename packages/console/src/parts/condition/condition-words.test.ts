import { beforeAll, expect, it } from 'vitest';
import { loadLanguage, loadScreenWords } from '../../words/load-language.ts';
import { describeState } from './condition-words.ts';

beforeAll(async () => {
  await loadLanguage('en');
  await loadLanguage('ar');
  await loadScreenWords();
});

it('names in the language of the page the state that an analysis leaves open', () => {
  const names = ['list gambling', 'limitSum SPENT', 'product'];
  expect(names.map((name) => describeState(name, 'en'))).toEqual([
    'List \u2068gambling\u2069',
    'The amount used of limit \u2068SPENT\u2069 before the message',
    'Card product',
  ]);
  expect(describeState('list gambling', 'ar')).toBe('القائمة \u2068gambling\u2069');
});
