import { statement, type Tx } from '../../platform/storage/index.ts';

export interface ProposedVersionRow {
  rule_id: string;
  name: string;
  version: number;
  proposed_at: Date;
  proposed_by: string;
  created_by: string;
}

const selectProposed = statement(
  'rules.select-proposed-versions',
  `select r.rule_id, r.name, v.version, v.proposed_at, v.proposed_by, v.created_by
     from rule_versions v join rules r on r.bank_id = v.bank_id and r.rule_id = v.rule_id
    where v.bank_id = $1 and v.state = 'PROPOSED' order by v.proposed_at, r.rule_id limit $2`,
);

/** The versions of rules that wait for approval, oldest first. */
export function readProposedVersions(tx: Tx, bankId: string, most: number): Promise<ProposedVersionRow[]> {
  return tx.query(selectProposed, [bankId, most]);
}
