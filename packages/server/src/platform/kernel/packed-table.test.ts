import { describe, expect, it } from 'vitest';
import { createPackedTable, type PackedTable } from './packed-table.ts';

const read = (table: PackedTable, first: number, second = 0) => {
  const row = table.find(first, second);
  return row === undefined ? undefined : [table.read(row, 0), table.read(row, 1)];
};

describe('a packed table', () => {
  it('finds each row by its key at any size and after any growth', () => {
    const table = createPackedTable({ maxEntries: 100_000, columns: 2 });
    for (let key = 1; key <= 50_000; key++) table.put(key, 0, [key * 3, -key]);
    expect(read(table, 1)).toEqual([3, -1]);
    expect(read(table, 50_000)).toEqual([150_000, -50_000]);
    expect(read(table, 50_001)).toBeUndefined();
    // a row has eight possible places, and half of them are taken on average: a few rows find no room
    const found = Array.from({ length: 50_000 }, (_, at) => read(table, at + 1)?.[0] ?? 0);
    expect(found.filter((value, at) => value === 3 * (at + 1)).length).toBeGreaterThan(49_000);
    expect(found.filter((value, at) => value !== 0 && value !== 3 * (at + 1))).toEqual([]);
  });

  it('takes keys of two numbers, also beyond 32 bits', () => {
    const table = createPackedTable({ maxEntries: 1_000, columns: 2 });
    const large = 2 ** 48 - 1;
    table.put(large, 7, [1, 2]);
    table.put(large, 8, [3, 4]);
    table.put(large - 2 ** 32, 7, [5, 6]);
    expect([read(table, large, 7), read(table, large, 8), read(table, large - 2 ** 32, 7)]).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
    ]);
    expect(read(table, large, 9)).toBeUndefined();
  });

  it('replaces a row, removes one, and clears all', () => {
    const table = createPackedTable({ maxEntries: 1_000, columns: 2 });
    table.put(1, 0, [1, 1]);
    table.put(2, 0, [2, 2]);
    table.put(1, 0, [3, 3]);
    expect([read(table, 1), read(table, 2)]).toEqual([
      [3, 3],
      [2, 2],
    ]);
    table.remove(1, 0);
    expect([read(table, 1), read(table, 2)]).toEqual([undefined, [2, 2]]);
    table.clear();
    expect(read(table, 2)).toBeUndefined();
  });

  it('evicts the least recently used rows once it is full', () => {
    const table = createPackedTable({ maxEntries: 2_048, columns: 2 });
    table.put(1, 0, [1, 1]);
    for (let key = 2; key <= 100_000; key++) {
      table.put(key, 0, [key, key]);
      table.find(1, 0);
    }
    expect(read(table, 1)).toEqual([1, 1]);
    const keys = Array.from({ length: 100_000 }, (_, at) => at + 1).filter((key) => read(table, key) !== undefined);
    expect(keys.length).toBeGreaterThanOrEqual(2_048);
    expect(keys.length).toBeLessThanOrEqual(4_096);
    // all but one are the newest; the other one was used again and again
    expect(keys.filter((key) => key > 80_000).length).toBe(keys.length - 1);
  });
});
