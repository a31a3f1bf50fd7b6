import type { JsonObject } from '@cardwright/contract';
import { parseJson } from '@cardwright/contract';
import { statement, type Tx } from '../storage/index.ts';
import { type LogRow, NO_HASH, writeLogRow } from './chain.ts';
import { LOG_COLUMNS } from './chain-store.ts';

const selectLink = statement(
  'audit.select-link-of-subject',
  `select ${LOG_COLUMNS}, c.chain_no, c.chain_hash,
          coalesce((select p.chain_hash from audit_chain p where p.bank_id = c.bank_id and p.chain_no = c.chain_no - 1),
                   (select a.chain_hash from audit_anchors a where a.bank_id = c.bank_id and a.chain_no = c.chain_no - 1 limit 1))
            as previous_hash
     from audit_log l join audit_chain c on c.bank_id = l.bank_id and c.audit_id = l.audit_id and c.at = l.at
    where l.bank_id = $1 and l.subject = $2 and l.operation = $3 order by l.at limit 1`,
);

/** A row of the log with its place in the chain, in the form in which audit exports have them. */
export interface RowProof {
  readonly row: JsonObject;
  readonly chain_no: string;
  readonly previous_chain_hash: string;
  readonly chain_hash: string;
}

/** The sealed row of an operation about a subject; undefined if there is none, or if it is not sealed yet. */
export async function proveRow(tx: Tx, log: string, subject: string, operation: string): Promise<RowProof | undefined> {
  type Row = LogRow & { chain_no: bigint; chain_hash: Buffer; previous_hash: Buffer | null };
  const [row] = await tx.query<Row>(selectLink, [log, subject, operation]);
  if (row === undefined || (row.previous_hash === null && row.chain_no > 1n)) return undefined;
  const parsed = parseJson(writeLogRow(row));
  if (!parsed.ok) throw new Error('a row of the log is not JSON');
  return {
    row: parsed.value as JsonObject,
    chain_no: String(row.chain_no),
    previous_chain_hash: (row.previous_hash ?? NO_HASH).toString('hex'),
    chain_hash: row.chain_hash.toString('hex'),
  };
}
