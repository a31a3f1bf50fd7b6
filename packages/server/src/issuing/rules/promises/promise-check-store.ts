import type { PromiseState } from '@cardwright/contract';
import { RULE_CHECK_CHANNEL } from '../../../platform/change-requests/index.ts';
import { queryOne, statement, type Tx } from '../../../platform/storage/index.ts';
import type { RuleVersionRow } from '../rule-store.ts';

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
  { notifies: RULE_CHECK_CHANNEL },
);

/** Deletes an earlier check with its override, and notifies the servers that check proposals. */
export async function beginCheck(tx: Tx, bankId: string, { rule_id, version }: Version): Promise<void> {
  await tx.query(deleteCheck, [bankId, rule_id, version]);
  await tx.query(requestCheck, [bankId]);
}

const selectBanks = statement(
  'rules.select-banks-with-proposals',
  `select distinct v.bank_id from rule_versions v
    where v.state = 'PROPOSED' and exists (select from rule_promises p where p.bank_id = v.bank_id)`,
);

/** Returns the banks with promises that proposed versions must keep. */
export async function findBanksWithProposals(tx: Pick<Tx, 'query'>): Promise<string[]> {
  return (await tx.query<{ bank_id: string }>(selectBanks, [])).map(({ bank_id: bankId }) => bankId);
}

const claimBank = statement(
  'rules.claim-rule-checks',
  `insert into rule_check_leases (bank_id, leased_by, leased_until) values ($1, $2, now() + interval '60 seconds')
   on conflict (bank_id) do update set leased_by = excluded.leased_by, leased_until = excluded.leased_until
    where rule_check_leases.leased_by = $2 or rule_check_leases.leased_until < now()
   returning bank_id`,
);

/** Claims the checks of a bank, or renews the claim. Returns false while another server has them. */
export async function claimChecks(tx: Pick<Tx, 'query'>, bankId: string, lease: string): Promise<boolean> {
  return (await tx.query(claimBank, [bankId, lease])).length > 0;
}

const releaseBank = statement(
  'rules.release-rule-checks',
  'delete from rule_check_leases where bank_id = $1 and leased_by = $2',
);

export async function releaseChecks(tx: Pick<Tx, 'query'>, bankId: string, lease: string): Promise<void> {
  await tx.query(releaseBank, [bankId, lease]);
}

const selectBasis = statement(
  'rules.select-check-basis',
  `select coalesce((select edition from bank_editions where bank_id = $1), 0) || ' ' ||
          (select count(*) from programs where bank_id = $1 and in_force_from <= $2) || ' ' ||
          coalesce((select md5(to_jsonb(b)::text) from banks b where bank_id = $1), '') || ' ' ||
          coalesce((select string_agg(concat_ws(' ', name, version, created_at), ' ' order by name)
                      from rule_promises where bank_id = $1), '') as basis`,
);

/**
 * Returns a text that changes with the rules, lists, programs, promises or configuration of a bank, and when a program
 * comes into force.
 */
export async function readBasis(tx: Tx, bankId: string, now: Date): Promise<string> {
  return (await queryOne<{ basis: string }>(tx, selectBasis, [bankId, now])).basis;
}
