import { expect, it } from 'vitest';
import { loadColumns, storeColumns } from './column-choice.ts';
import { loadSavedViews, storeSavedViews, withSavedView } from './saved-views.ts';

function fakeStorage() {
  const stored = new Map<string, string>();
  return {
    stored,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  };
}

it('a view is stored for the person who named it, and an unreadable store has no views', () => {
  const storage = fakeStorage();
  const declined = { name: 'Declined abroad', filters: { state: 'DECLINED' as const, country: 'FR' } };
  storeSavedViews('noor', withSavedView(loadSavedViews('noor', storage), declined), storage);
  expect(loadSavedViews('noor', storage)).toEqual([declined]);
  expect(loadSavedViews('omar', storage)).toEqual([]);
  const other = { ...declined, filters: { country: 'DE' }, columns: ['at', 'mcc'] as const };
  expect(withSavedView([declined, { name: 'B', filters: {} }], other)).toEqual([{ name: 'B', filters: {} }, other]);
  for (const broken of ['{', '{"name":1}', '[1,{"name":"x"}]', 'null', '[{"name":"x","filters":{},"columns":1}]']) {
    storage.stored.set('cardwright.filters.noor', broken);
    expect(loadSavedViews('noor', storage)).toEqual([]);
  }
});

it('the columns of a person keep the order of the list and always include the time', () => {
  const storage = fakeStorage();
  expect(loadColumns('noor', storage)).toHaveLength(7);
  storeColumns('noor', ['reference', 'mcc'], storage);
  expect(loadColumns('noor', storage)).toEqual(['at', 'mcc', 'reference']);
  storage.stored.set('cardwright.columns.noor', 'nothing,amount');
  expect(loadColumns('noor', storage)).toEqual(['at', 'amount']);
});
