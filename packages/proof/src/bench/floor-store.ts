import { accountColumns } from '@cardwright/server/internal/issuing/authorization/message/account-columns';
import { statement, type Tx } from '@cardwright/server/internal/platform/storage/index';

/** A stored decision, whose columns an insert of the floor repeats under another key. */
export interface StoredDecision {
  bank_id: string;
  account_id: bigint;
  retrieval_reference: bigint;
  card_id: bigint | null;
  billing_minor: bigint;
  reserved_minor: bigint;
  system_trace: number;
  sender: number;
  settlement_date: string;
  rule_version: number;
  acquirer: string;
  action_code: string;
  approval_code: string;
  rule: string;
  message: string;
  trace: string;
  account_sequence: bigint | null;
  counted: string | null;
}

const selectDecisions = statement(
  'bench.select-stored-decisions',
  `select bank_id, account_id, retrieval_reference, card_id, billing_minor, reserved_minor, system_trace, sender, settlement_date,
          rule_version, acquirer, action_code, approval_code, rule, message, trace, account_sequence, counted
     from authorizations limit $1`,
);

export function readStoredDecisions(tx: Tx, count: number): Promise<StoredDecision[]> {
  return tx.query(selectDecisions, [count]);
}

/** The parameters of `insertAuthorizations`, with keys that follow `firstKey`. */
export function columnsOfInsert(decisions: readonly StoredDecision[], firstKey: bigint, now: Date): unknown[] {
  const column = <K extends keyof StoredDecision>(name: K) => decisions.map((one) => one[name]);
  return [
    ...accountColumns(decisions.map((one) => ({ bankId: one.bank_id, accountId: one.account_id }))),
    decisions.map((_, at) => firstKey + BigInt(at)),
    now,
    decisions[0]?.rule_version ?? 0,
    column('retrieval_reference'),
    column('card_id'),
    column('billing_minor'),
    column('reserved_minor'),
    column('system_trace'),
    column('sender'),
    column('settlement_date'),
    column('acquirer'),
    column('action_code'),
    column('approval_code'),
    column('rule'),
    column('message').join('\n'),
    column('trace').join('\n'),
    column('account_sequence'),
    column('counted'),
  ];
}
