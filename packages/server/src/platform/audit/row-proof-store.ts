import { statement, type Tx } from '../storage/index.ts';
import type { LogRow } from './chain.ts';
import { LOG_COLUMNS } from './chain-store.ts';

/** A row of the log with its link of the chain. */
export interface LinkedRow extends LogRow {
  chain_no: bigint;
  chain_hash: Buffer;
  /** Null for the first link, and if the previous link was dropped. */
  previous_hash: Buffer | null;
}

const selectLinkedRow = statement(
  'audit.select-link-of-subject',
  `select ${LOG_COLUMNS}, c.chain_no, c.chain_hash,
          coalesce((select p.chain_hash from audit_chain p where p.bank_id = c.bank_id and p.chain_no = c.chain_no - 1),
                   (select a.chain_hash from audit_anchors a where a.bank_id = c.bank_id and a.chain_no = c.chain_no - 1 limit 1))
            as previous_hash
     from audit_log l join audit_chain c on c.bank_id = l.bank_id and c.audit_id = l.audit_id and c.at = l.at
    where l.bank_id = $1 and l.subject = $2 and l.outcome = $3 order by l.at limit 1`,
);

/** Returns the first sealed row with this subject and outcome, of any operation. */
export async function readLinkedRow(
  tx: Tx,
  log: string,
  subject: string,
  outcome: string,
): Promise<LinkedRow | undefined> {
  return (await tx.query<LinkedRow>(selectLinkedRow, [log, subject, outcome]))[0];
}
