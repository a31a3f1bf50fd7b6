import type { Database, Tx } from '../../platform/storage/index.ts';
import { Pan, type Vault } from '../../platform/vault/index.ts';
import { beforeFirst } from './keyed-column.ts';
import { lockTable, moveTable, type Rotation, type RotationKind } from './rotation-store.ts';
import { LOOKUP_COLUMN, type RowTexts, SEALED_COLUMNS, type SealedColumn } from './sealed-columns.ts';

const BATCH_ROWS = 50;

type SliceRow = RowTexts & { old_value: Buffer | null; old_version: number };

export function columnsOf(kind: RotationKind): readonly SealedColumn[] {
  if (kind === 'LOOKUP') return [LOOKUP_COLUMN];
  return kind === 'DATA' ? SEALED_COLUMNS : [];
}

export function tablesOf(kind: RotationKind): string[] {
  return columnsOf(kind).map(({ table }) => table);
}

/**
 * Reseals or rehashes the next rows of a table under the rotation's key, in a transaction. Returns 'BUSY' if another
 * server works on this table or the rotation was stopped.
 */
export function rewriteBatch(
  { database, vault }: { database: Database; vault: Vault },
  rotation: Rotation,
  column: SealedColumn,
): Promise<'MORE' | 'PASSED' | 'BUSY'> {
  return database.transaction<'MORE' | 'PASSED' | 'BUSY'>(async (tx) => {
    const progress = await lockTable(tx, rotation, column.table);
    if (progress === undefined) return { commit: false, result: 'BUSY' };
    if (progress.is_passed) return { commit: false, result: 'PASSED' };
    const place = progress.reached ?? beforeFirst(column);
    const rows = await tx.query<SliceRow>(column.slice, [...place, rotation.key_version, BATCH_ROWS]);
    const rewritten = await write(tx, vault, rotation, column, rows);
    const last = rows.at(-1);
    const isPassed = rows.length < BATCH_ROWS;
    const reached = last === undefined ? place : column.key.map(([name]) => last[name]!);
    await moveTable(tx, rotation, column.table, { reached, isPassed, rows: rewritten });
    return { commit: true, result: isPassed ? 'PASSED' : 'MORE' };
  });
}

async function write(
  tx: Tx,
  vault: Vault,
  rotation: Rotation,
  column: SealedColumn,
  rows: readonly SliceRow[],
): Promise<number> {
  const old = rows.filter((row) => row.old_value !== null);
  if (old.length === 0) return 0;
  const remake = rotation.kind === 'LOOKUP' ? rehash : reseal;
  const replacements = old.map((row) => {
    try {
      return remake(vault, rotation.key_version, column, row);
    } catch (error) {
      const place = column.key.map(([name]) => row[name]).join(' ');
      throw new Error(`${column.table}: cannot open the sealed value of row ${place}: ${(error as Error).message}`, {
        cause: error,
      });
    }
  });
  const pairs = old.map((row, at) => ({ row, replacement: replacements[at] }));
  let count = 0;
  for (const owner of new Set(old.map(ownerOf(column)))) {
    const some = pairs.filter(({ row }) => ownerOf(column)(row) === owner);
    const keys = column.key.map(([name]) => some.map(({ row }) => row[name]));
    const values = [some.map(({ row }) => row.old_value), some.map((one) => one.replacement), rotation.key_version];
    count += (await tx.query(column.write, [...keys, ...values])).length;
  }
  return count;
}

/** Returns the bank or acquirer of a row, which is the first column of every key. */
function ownerOf({ key }: SealedColumn): (row: SliceRow) => string | undefined {
  return (row) => row[key[0]?.[0] ?? ''];
}

function reseal({ ring }: Vault, version: number, column: SealedColumn, row: SliceRow): Buffer {
  const context = column.context(row);
  return ring.dataKey(version).seal(ring.dataKey(row.old_version).open(row.old_value!, context), context);
}

function rehash({ ring }: Vault, version: number, column: SealedColumn, row: SliceRow): Buffer {
  // PostgreSQL writes bytea as text with the prefix \x
  const sealed = Buffer.from(row.sealed_number!.slice(2), 'hex');
  const pan = Pan.parse(ring.dataKey(Number(row.key_version)).open(sealed, column.context(row)).toString())!;
  return ring.lookupKey(version).hash('card-number', pan.reveal());
}
