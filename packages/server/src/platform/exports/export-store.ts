import type { ExportList, ExportState } from '@cardwright/contract';
import { MAX_STORED_EXPORTS } from '@cardwright/contract';
import type { Page } from '../kernel/page.ts';
import { queryOne, statement, type Tx } from '../storage/index.ts';

export interface ExportRow {
  export_id: string;
  export_no: bigint;
  list: ExportList;
  query: string;
  state: ExportState;
  requested_at: Date;
  requested_by: string;
  requested_by_name: string | null;
  requester_scopes: string[] | null;
  rows: bigint;
  bytes: bigint;
  parts: number;
  cursor: string | null;
  failure: string | null;
  ended_at: Date | null;
  expires_at: Date | null;
}

export const EXPORT_COLUMNS = `export_id, export_no, list, query, state, requested_at, requested_by, requested_by_name,
  requester_scopes, rows, bytes, parts, cursor, failure, ended_at, expires_at`;
/** The notification channel that wakes export runners. */
export const EXPORT_CHANNEL = 'cardwright_exports';

/** Serializes the requests of a tenant that count its exports and add one. */
const lockExports = statement('exports.lock-exports', 'select pg_advisory_xact_lock(hashtext($1), hashtext($2))', {
  locks: { kind: 'exports', by: [2] },
});
const countActive = statement(
  'exports.count-active',
  `select count(*)::int as count from exports where bank_id = $1 and state in ('WAITING', 'RUNNING')`,
);

export async function countActiveExports(tx: Tx, log: string): Promise<number> {
  await tx.query(lockExports, ['exports', log]);
  return (await queryOne<{ count: number }>(tx, countActive, [log])).count;
}

const insertExport = statement(
  'exports.insert-export',
  `insert into exports (bank_id, export_id, list, query, state, requested_at, requested_by, requested_by_name,
     requester_scopes)
   values ($1, $2, $3, $4, 'WAITING', $5, $6, $7, $8) returning ${EXPORT_COLUMNS}`,
  { notifies: EXPORT_CHANNEL },
);
const selectSurplus = statement(
  'exports.select-surplus',
  `select export_id from exports where bank_id = $1 and ended_at is not null
    order by requested_at desc, export_no desc offset $2`,
);

type NewExport = Pick<
  ExportRow,
  'export_id' | 'list' | 'query' | 'requested_at' | 'requested_by' | 'requested_by_name' | 'requester_scopes'
>;

/** Adds an export. Deletes the oldest exports that have ended, so that a tenant stores a limited number. */
export async function addExport(tx: Tx, log: string, row: NewExport): Promise<ExportRow> {
  const surplus = await tx.query<{ export_id: string }>(selectSurplus, [log, MAX_STORED_EXPORTS - 1]);
  for (const { export_id: id } of surplus) await removeExport(tx, log, id);
  const { export_id: id, list, query, requested_at: at, requested_by: by } = row;
  const values = [log, id, list, query, at, by, row.requested_by_name, row.requester_scopes];
  return queryOne<ExportRow>(tx, insertExport, values);
}

const selectExport = statement(
  'exports.select-export',
  `select ${EXPORT_COLUMNS} from exports
    where bank_id = $1 and export_id = $2 and (expires_at is null or expires_at > $3)`,
);

/** Finds an export whose file has not expired. */
export async function findExport(tx: Tx, log: string, id: string, now: Date): Promise<ExportRow | undefined> {
  return (await tx.query<ExportRow>(selectExport, [log, id, now]))[0];
}

const selectExports = statement(
  'exports.select-exports',
  `select ${EXPORT_COLUMNS} from exports
    where bank_id = $1 and requested_by = $2 and (requested_at, export_no) < ($3, $4)
      and (expires_at is null or expires_at > $6)
    order by requested_at desc, export_no desc limit $5`,
);

/** Lists exports newest first, and one row more than the page holds. */
export function listExportRows(
  tx: Tx,
  log: string,
  requestedBy: string,
  { before, limit }: Page,
  now: Date,
): Promise<ExportRow[]> {
  return tx.query(selectExports, [log, requestedBy, before.at, before.id, limit + 1, now]);
}

const deleteParts = statement('exports.delete-parts', 'delete from export_parts where bank_id = $1 and export_id = $2');
const deleteExport = statement('exports.delete-export', 'delete from exports where bank_id = $1 and export_id = $2');

export async function removeExport(tx: Tx, log: string, id: string): Promise<void> {
  await tx.query(deleteExport, [log, id]);
  await tx.query(deleteParts, [log, id]);
}

const selectPart = statement(
  'exports.select-part',
  'select sealed_text, key_version from export_parts where bank_id = $1 and export_id = $2 and part = $3',
);

export async function readPart(
  tx: Tx,
  log: string,
  id: string,
  part: number,
): Promise<{ sealed_text: Buffer; key_version: number } | undefined> {
  return (await tx.query<{ sealed_text: Buffer; key_version: number }>(selectPart, [log, id, part]))[0];
}
