import type { PromiseState } from '@cardwright/contract';
import { statement, type Tx } from '../../platform/storage/index.ts';
import { PROMISE_CHANNEL } from './promise-store.ts';
import type { RuleVersionRow } from './rule-store.ts';

export interface PromiseCheckRow {
  check_id: string;
  state: Exclude<PromiseState, 'NONE' | 'PENDING'>;
  result: string;
  checked_at: Date;
  overridden_at: Date | null;
  overridden_by: string | null;
  override_reason: string | null;
}

type Version = Pick<RuleVersionRow, 'rule_id' | 'version'>;

const COLUMNS = 'check_id, state, result, checked_at, overridden_at, overridden_by, override_reason';
const selectCheck = statement(
  'rules.select-promise-check',
  `select ${COLUMNS} from promise_checks where bank_id = $1 and rule_id = $2 and version = $3`,
);

export async function findCheck(tx: Tx, bankId: string, { rule_id, version }: Version) {
  return (await tx.query<PromiseCheckRow>(selectCheck, [bankId, rule_id, version]))[0];
}

const upsertCheck = statement(
  'rules.upsert-promise-check',
  `insert into promise_checks (bank_id, rule_id, version, check_id, state, result, checked_at)
   values ($1, $2, $3, $4, $5, $6, $7)
   on conflict (bank_id, rule_id, version) do update set check_id = excluded.check_id, state = excluded.state,
     result = excluded.result, checked_at = excluded.checked_at, overridden_at = null, overridden_by = null,
     override_reason = null
   where promise_checks.check_id <> excluded.check_id`,
);

/** Replaces the check of a version. A repeated check keeps the override. */
export async function storeCheck(
  tx: Tx,
  bankId: string,
  { rule_id, version }: Version,
  check: Pick<PromiseCheckRow, 'check_id' | 'state' | 'result' | 'checked_at'>,
): Promise<void> {
  const { check_id: id, state, result, checked_at: at } = check;
  await tx.query(upsertCheck, [bankId, rule_id, version, id, state, result, at]);
}

const updateOverride = statement(
  'rules.override-promise-check',
  `update promise_checks set overridden_at = $4, overridden_by = $5, override_reason = $6
    where bank_id = $1 and rule_id = $2 and version = $3 and check_id = $7 returning check_id`,
);

/** Returns false if another check has replaced the one that is overridden. */
export async function storeOverride(
  tx: Tx,
  bankId: string,
  { rule_id, version }: Version,
  {
    checkId,
    at,
    by,
    reason,
  }: { readonly checkId: string; readonly at: Date; readonly by: string; readonly reason: string },
): Promise<boolean> {
  return (await tx.query(updateOverride, [bankId, rule_id, version, at, by, reason, checkId])).length > 0;
}

const deleteCheck = statement(
  'rules.delete-promise-check',
  'delete from promise_checks where bank_id = $1 and rule_id = $2 and version = $3',
);
const requestCheck = statement(
  'rules.request-promise-check',
  'select name from rule_promises where bank_id = $1 limit 1',
  { notifies: PROMISE_CHANNEL },
);

/** Drops an earlier check with its override, and wakes the servers that check proposals. */
export async function beginCheck(tx: Tx, bankId: string, { rule_id, version }: Version): Promise<void> {
  await tx.query(deleteCheck, [bankId, rule_id, version]);
  await tx.query(requestCheck, [bankId]);
}

const selectBanks = statement(
  'rules.select-banks-with-proposals',
  `select distinct v.bank_id from rule_versions v
    where v.state = 'PROPOSED' and exists (select from rule_promises p where p.bank_id = v.bank_id)`,
);

/** The banks with promises that proposed versions have to keep. */
export async function findBanksWithProposals(tx: Pick<Tx, 'query'>): Promise<string[]> {
  return (await tx.query<{ bank_id: string }>(selectBanks, [])).map(({ bank_id: bankId }) => bankId);
}
