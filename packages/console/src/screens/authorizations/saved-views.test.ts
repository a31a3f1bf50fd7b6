import { expect, it } from 'vitest';
import { loadSavedViews, storeSavedViews, withSavedView } from './saved-views.ts';

it('filters are kept for the person who named them, and whatever else lies there is nothing', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  };
  const declined = { name: 'Declined abroad', filters: { state: 'DECLINED' as const, country: 'FR' } };
  storeSavedViews('noor', withSavedView(loadSavedViews('noor', storage), declined), storage);
  expect(loadSavedViews('noor', storage)).toEqual([declined]);
  expect(loadSavedViews('omar', storage)).toEqual([]);
  const other = { ...declined, filters: { country: 'DE' } };
  expect(withSavedView([declined, { name: 'B', filters: {} }], other)).toEqual([{ name: 'B', filters: {} }, other]);
  for (const broken of ['{', '{"name":1}', '[1,{"name":"x"}]', 'null']) {
    kept.set('cardwright.filters.noor', broken);
    expect(loadSavedViews('noor', storage)).toEqual([]);
  }
});
