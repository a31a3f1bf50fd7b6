import { expect, it } from 'vitest';
import { parseEntries, usesList } from './list-entries.ts';

it('entries are separated by lines or commas and counted once, and the first invalid entry for the kind is reported', () => {
  expect(parseEntries(' 5411\n7995, 7995;\r\n\n', 'mcc')).toEqual({ entries: ['5411', '7995'], faulty: undefined });
  expect(parseEntries('5411\nSHOP 1', 'mcc').faulty).toBe('SHOP 1');
  expect(parseEntries('SHOP 1\nA-SHOP-OF-16-LETTERS', 'merchantId').faulty).toBe('A-SHOP-OF-16-LETTERS');
});

it('a condition uses a list if it names the list, but not if the name is only a value', () => {
  const listed = { field: 'mcc', op: 'notInList', value: 'gambling' } as const;
  expect(usesList({ all: [{ field: 'amount', op: 'gt', value: '1' }, { any: [{ not: listed }] }] }, 'gambling')).toBe(
    true,
  );
  expect(usesList({ field: 'merchantId', op: 'eq', value: 'gambling' }, 'gambling')).toBe(false);
  expect(usesList(listed, 'other')).toBe(false);
});
