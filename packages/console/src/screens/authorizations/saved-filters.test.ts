import { expect, it } from 'vitest';
import { readSaved, withSaved, writeSaved } from './saved-filters.ts';

it('filters are kept for the person who named them, and whatever else lies there is nothing', () => {
  const kept = new Map<string, string>();
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  };
  const declined = { name: 'Declined abroad', filters: { state: 'DECLINED' as const, country: 'FR' } };
  writeSaved('noor', withSaved(readSaved('noor', storage), declined), storage);
  expect(readSaved('noor', storage)).toEqual([declined]);
  expect(readSaved('omar', storage)).toEqual([]);
  const other = { ...declined, filters: { country: 'DE' } };
  expect(withSaved([declined, { name: 'B', filters: {} }], other)).toEqual([{ name: 'B', filters: {} }, other]);
  for (const broken of ['{', '{"name":1}', '[1,{"name":"x"}]', 'null']) {
    kept.set('cardwright.filters.noor', broken);
    expect(readSaved('noor', storage)).toEqual([]);
  }
});
