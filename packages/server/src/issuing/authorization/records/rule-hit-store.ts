import { statement, type Tx } from '../../../platform/storage/index.ts';
import { PENDING_AUTHORIZATIONS, type PendingBatch, pendingValues } from './pending-decision-store.ts';

/** Decisions of one batch for which a bank's rules had the same result. */
export interface RuleHitRow {
  bank_id: string;
  decided_at: Date;
  currency: string | null;
  rule_hit: string;
  decisions: bigint;
  billing_minor: bigint;
}

const selectHits = statement(
  'authorization.select-pending-rule-hits',
  `select z.bank_id, z.decided_at, n.currency, n.rule_hit, count(*) as decisions, sum(z.billing_minor)::bigint as billing_minor
     from ${PENDING_AUTHORIZATIONS}
    where n.rule_hit is not null group by 1, 2, 3, 4`,
  { plannedEachTime: true },
);

/** Reads the results of the banks' rules for the messages of batches. */
export function readRuleHits(tx: Tx, batches: readonly PendingBatch[]): Promise<RuleHitRow[]> {
  return tx.query(selectHits, pendingValues(batches));
}
