import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../../testing/database/test-database.ts';
import { fileResource } from '../../../testing/file-resources.ts';
import { type ApprovalCodes, createApprovalCodes } from './approval-codes.ts';

describe('approval codes', () => {
  const db = fileResource(() => testDatabase());

  it('are six digits, and unique for a bank and day, even if several servers take them at once', async () => {
    const servers = [createApprovalCodes(db.database), createApprovalCodes(db.database)];
    const batches = Array.from({ length: 60 }, (_, at) =>
      takeOf(servers[at % 2]!, 'ONE', '2026-11-20', (at * 13) % 150),
    );
    const codes = (await Promise.all(batches)).flat();
    expect(codes).toHaveLength(
      Array.from({ length: 60 }, (_, at) => (at * 13) % 150).reduce((sum, count) => sum + count),
    );
    for (const code of codes) expect(code).toMatch(/^\d{6}$/);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it('are reused after they are returned, and start again each day', async () => {
    const codes = createApprovalCodes(db.database);
    const takenCodes = await takeOf(codes, 'TWO', '2026-11-20', 64);
    codes.releaseUse('TWO', '2026-11-20', takenCodes);
    const again = await takeOf(codes, 'TWO', '2026-11-20', 64);
    expect(again.toSorted()).toEqual(takenCodes.toSorted());
    const tomorrow = await takeOf(codes, 'TWO', '2026-11-21', 1);
    codes.releaseUse('TWO', '2026-11-20', again);
    expect(await takeOf(codes, 'TWO', '2026-11-21', 63)).not.toContain(tomorrow[0]);
  });

  it('start again after a million on one day', async () => {
    await db.sql(`insert into approval_codes (bank_id, on_day, next_code) values ('BUSY', '2026-11-20', 999990)`);
    const takenCodes = await takeOf(createApprovalCodes(db.database), 'BUSY', '2026-11-20', 64);
    expect(new Set(takenCodes).size).toBe(64);
    for (const code of ['999990', '999999', '000000', '000053']) expect(takenCodes).toContain(code);
  });

  it('are leased for all banks of a batch with one statement, and again before a bank has none left', async () => {
    const requests: unknown[][] = [];
    const codes = createApprovalCodes({
      query: (statement, parameters) => {
        requests.push(parameters as unknown[]);
        return db.database.query(statement, parameters);
      },
    });
    const batch = ['MANY2', 'MANY1', 'MANY3'].map((bankId) => ({ bankId, day: '2026-11-20', count: 2 }));
    const takenCodes = await codes.take(batch);
    expect(takenCodes.map((some) => some.length)).toEqual([2, 2, 2]);
    expect(requests).toEqual([
      [
        ['MANY1', 'MANY2', 'MANY3'],
        ['2026-11-20', '2026-11-20', '2026-11-20'],
        [64, 64, 64],
      ],
    ]);
    // 32 codes are left, which is enough. With one fewer, the next block is leased, and no caller waits for it
    const more = await takeOf(codes, 'MANY1', '2026-11-20', 30);
    expect(requests).toHaveLength(1);
    more.push(...(await takeOf(codes, 'MANY1', '2026-11-20', 1)));
    expect(requests.slice(1)).toEqual([[['MANY1'], ['2026-11-20'], [128]]]);
    // the new block is used after the codes that are left
    more.push(...(await takeOf(codes, 'MANY1', '2026-11-20', 90)));
    expect(requests).toHaveLength(2);
    expect([...(takenCodes[1] ?? []), ...more]).toEqual(
      Array.from({ length: 123 }, (_, at) => String(at).padStart(6, '0')),
    );
  });
});

async function takeOf(codes: ApprovalCodes, bankId: string, day: string, count: number): Promise<string[]> {
  return (await codes.take([{ bankId, day, count }])).flat();
}
