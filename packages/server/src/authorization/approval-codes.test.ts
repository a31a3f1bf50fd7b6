import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDatabase, testDatabase } from '../testing/test-database.ts';
import { createApprovalCodes } from './approval-codes.ts';

describe('approval codes', () => {
  let db: TestDatabase;
  beforeAll(async () => {
    db = await testDatabase();
  });
  afterAll(() => db?.close());

  it('are six digits, and never the same for a bank and day, whoever takes them at once', async () => {
    const servers = [createApprovalCodes(db.database), createApprovalCodes(db.database)];
    const batches = Array.from({ length: 60 }, (_, at) => servers[at % 2]!.take('ONE', '2026-11-20', (at * 13) % 150));
    const codes = (await Promise.all(batches)).flat();
    expect(codes).toHaveLength(
      Array.from({ length: 60 }, (_, at) => (at * 13) % 150).reduce((sum, count) => sum + count),
    );
    for (const code of codes) expect(code).toMatch(/^\d{6}$/);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it('are used again after they were given back, and begin anew for each day', async () => {
    const codes = createApprovalCodes(db.database);
    const taken = await codes.take('TWO', '2026-11-20', 64);
    codes.giveBack('TWO', '2026-11-20', taken);
    const again = await codes.take('TWO', '2026-11-20', 64);
    expect(again.toSorted()).toEqual(taken.toSorted());
    const tomorrow = await codes.take('TWO', '2026-11-21', 1);
    codes.giveBack('TWO', '2026-11-20', again);
    expect(await codes.take('TWO', '2026-11-21', 63)).not.toContain(tomorrow[0]);
  });

  it('begin again after a million on one day', async () => {
    await db.sql(`insert into approval_codes (bank_id, on_day, next_code) values ('BUSY', '2026-11-20', 999990)`);
    const taken = await createApprovalCodes(db.database).take('BUSY', '2026-11-20', 64);
    expect(new Set(taken).size).toBe(64);
    for (const code of ['999990', '999999', '000000', '000053']) expect(taken).toContain(code);
  });
});
