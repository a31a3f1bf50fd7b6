import { queryOne, statement, type Tx } from '../../../platform/storage/index.ts';
import type { ProvisioningRow } from './provisioning-store.ts';

/** A stored decision, for a replay. */
export interface ProvisioningHistoryRow extends Omit<ProvisioningRow, 'provisioning_id' | 'network' | 'masked_number'> {
  account_id: bigint | null;
  card_id: bigint | null;
  /** The facts as JSON, see `writeFacts`. */
  facts: string | null;
}

export interface ProvisioningPeriod {
  readonly from: Date;
  readonly to: Date;
  /** The accounts; null for all accounts of the bank and requests for cards that it does not have. */
  readonly accountIds: readonly bigint[] | null;
}

const OF_PERIOD = `bank_id = $1 and decided_at < $2 and ($3::bigint[] is null or account_id = any($3))`;
const selectHistory = statement(
  'tokens.select-provisioning-history',
  `select provisioning_key, decision_id, account_id, card_id, exid, requestor_id, requestor_name, request, outcome, reason, rule,
          trace, token_reference, decided_at, facts
     from token_provisionings where ${OF_PERIOD} and (decided_at, provisioning_key) > ($4, $5)
    order by decided_at, provisioning_key limit $6`,
);

const ROWS_AT_ONCE = 1_000;

/** The next decisions of a period, oldest first. */
export function readProvisioningHistory(
  tx: Tx,
  bankId: string,
  { from, to, accountIds }: ProvisioningPeriod,
  after: Pick<ProvisioningHistoryRow, 'decided_at' | 'provisioning_key'> | undefined,
): Promise<ProvisioningHistoryRow[]> {
  const place = [after?.decided_at ?? from, after?.provisioning_key ?? -1n];
  return tx.query(selectHistory, [bankId, to, accountIds, ...place, ROWS_AT_ONCE]);
}

const countHistory = statement(
  'tokens.count-provisioning-history',
  `select count(*)::int as count from token_provisionings where ${OF_PERIOD} and decided_at >= $4`,
);

export async function countStoredProvisionings(
  tx: Tx,
  bankId: string,
  { from, to, accountIds }: ProvisioningPeriod,
): Promise<number> {
  return (await queryOne<{ count: number }>(tx, countHistory, [bankId, to, accountIds, from])).count;
}

const selectDeletions = statement(
  'tokens.select-deletions',
  `select t.reference::text as reference, t.changed_at from tokens t
     join unnest($2::bigint[]) as requested (account_id) on t.bucket = account_bucket(requested.account_id)
      and t.account_id = requested.account_id
    where t.bank_id = $1 and t.state = 'DELETED'`,
);

/** When the deleted tokens of some accounts were deleted, by reference. */
export async function readDeletions(
  tx: Tx,
  bankId: string,
  accountIds: readonly bigint[],
): Promise<ReadonlyMap<string, Date>> {
  const rows = await tx.query<{ reference: string; changed_at: Date }>(selectDeletions, [bankId, accountIds]);
  return new Map(rows.map(({ reference, changed_at: at }) => [reference, at]));
}
