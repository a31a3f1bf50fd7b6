import { expect, it } from 'vitest';
import { periodsAt } from '../../../platform/kernel/time/periods.ts';
import { testDatabase } from '../../../testing/database/test-database.ts';
import { fileResource } from '../../../testing/file-resources.ts';
import type { CountableRow } from './count-decisions.ts';
import { countOrRecord, countRecordedDecisions } from './count-indexed.ts';

const db = fileResource(() => testDatabase());

const decisionRow = (bank_id: string, more: Partial<CountableRow> = {}): CountableRow => ({
  ...{
    bank_id,
    decided_at: new Date('2026-11-21T20:10:00Z'),
    action_code: '00',
    rule: 'APPROVED',
    channel: 'ECOMMERCE',
  },
  ...{ country: 'AE', mcc: '5812', currency: 'AED', billing_minor: 1_000n },
  ...more,
});
const periodsOf = (row: CountableRow) => periodsAt(row.decided_at, 'Asia/Dubai');
const count = (rows: readonly CountableRow[]) =>
  db.database.transaction(async (tx) => ({ commit: true, result: await countOrRecord(tx, rows, periodsOf) }));
const countRecordedOf = (...bankIds: string[]) =>
  db.database.transaction(async (tx) => ({
    commit: true,
    result: await countRecordedDecisions(tx, bankIds, periodsOf),
  }));
const storedTexts = async () => {
  const rows = await db.sql<{ text: string }>(
    `select concat_ws(' ', bank_id, approved, declined, approved_minor, declined_minor) as text from authorization_statistics
      where grain = 'day' and split = 'all' and bank_id in ('FEW', 'B001', 'B002') order by bank_id`,
  );
  return rows.map((row) => row.text);
};

it('counts decisions of few banks at once', async () => {
  await count([decisionRow('FEW'), decisionRow('FEW', { action_code: '51', rule: 'FUNDS', billing_minor: 7n })]);
  expect(await storedTexts()).toEqual(['FEW 1 1 1000 7']);
  expect(await db.sql('select from uncounted_authorizations')).toEqual([]);
});

it('counts decisions of many banks once each, when it is the turn of their bank', async () => {
  const banks = Array.from({ length: 101 }, (_, at) => `B${String(at).padStart(3, '0')}`);
  await count([...banks.map((bank) => decisionRow(bank)), decisionRow('B001'), decisionRow('FEW')]);
  await count(banks.map((bank) => decisionRow(bank, { country: null, currency: null })));
  expect(await storedTexts()).toEqual(['FEW 1 1 1000 7']);
  expect(await countRecordedOf('B001', 'FEW')).toBe(true);
  // without an account, the amount is not in the bank's currency
  const after = ['B001 2 0 2000 0', 'B001 1 0 0 0', 'FEW 2 1 2000 7'];
  expect((await storedTexts()).sort()).toEqual(after.sort());
  expect(await countRecordedOf('B001', 'FEW')).toBe(false);
  expect((await storedTexts()).sort()).toEqual(after);
  await countRecordedOf('B002');
  expect((await storedTexts()).filter((text) => text.startsWith('B002'))).toHaveLength(2);
  expect(await db.sql('select from uncounted_authorizations')).toHaveLength(2 * 99);
});
