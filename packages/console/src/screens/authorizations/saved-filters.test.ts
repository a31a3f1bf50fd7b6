import { expect, it } from 'vitest';
import { loadSavedFilters, storeSavedFilters, withSavedFilter } from './saved-filters.ts';

it('filters are kept for the person who named them, and whatever else lies there is nothing', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  };
  const declined = { name: 'Declined abroad', filters: { state: 'DECLINED' as const, country: 'FR' } };
  storeSavedFilters('noor', withSavedFilter(loadSavedFilters('noor', storage), declined), storage);
  expect(loadSavedFilters('noor', storage)).toEqual([declined]);
  expect(loadSavedFilters('omar', storage)).toEqual([]);
  const other = { ...declined, filters: { country: 'DE' } };
  expect(withSavedFilter([declined, { name: 'B', filters: {} }], other)).toEqual([{ name: 'B', filters: {} }, other]);
  for (const broken of ['{', '{"name":1}', '[1,{"name":"x"}]', 'null']) {
    kept.set('cardwright.filters.noor', broken);
    expect(loadSavedFilters('noor', storage)).toEqual([]);
  }
});
