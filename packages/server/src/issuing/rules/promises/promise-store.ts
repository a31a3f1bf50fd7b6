import type { ConditionSubject, PromiseLevel, PromiseOutcome } from '@cardwright/contract';
import { RULE_CHECK_CHANNEL } from '../../../platform/change-requests/index.ts';
import { queryOne, statement, type Tx } from '../../../platform/storage/index.ts';

export interface PromiseRow {
  name: string;
  version: number;
  subject: ConditionSubject;
  condition: string;
  outcome: PromiseOutcome;
  keeper: PromiseLevel;
  reason: string;
  created_at: Date;
  created_by: string;
  changed_at: Date;
  changed_by: string;
}

const COLUMNS = `name, version, subject, condition, outcome, keeper, reason, created_at, created_by, changed_at, changed_by`;
const selectPromises = statement(
  'rules.select-promises',
  `select ${COLUMNS} from rule_promises where bank_id = $1 order by name`,
);

export function readPromises(tx: Tx, bankId: string): Promise<PromiseRow[]> {
  return tx.query(selectPromises, [bankId]);
}

export async function hasPromises(tx: Tx, bankId: string): Promise<boolean> {
  return (await readPromises(tx, bankId)).length > 0;
}

const selectPromise = statement(
  'rules.select-promise',
  `select ${COLUMNS} from rule_promises where bank_id = $1 and name = $2`,
);

export async function findPromise(tx: Tx, bankId: string, name: string): Promise<PromiseRow | undefined> {
  return (await tx.query<PromiseRow>(selectPromise, [bankId, name]))[0];
}

const upsertPromise = statement(
  'rules.upsert-promise',
  `insert into rule_promises (bank_id, name, version, subject, condition, outcome, keeper, reason, created_at, created_by,
     changed_at, changed_by)
   values ($1, $2, 1, $3, $4, $5, $6, $7, $8, $9, $8, $9)
   on conflict (bank_id, name) do update set version = rule_promises.version + 1, subject = excluded.subject,
     condition = excluded.condition, outcome = excluded.outcome, keeper = excluded.keeper,
     reason = excluded.reason, changed_at = excluded.changed_at, changed_by = excluded.changed_by
   returning ${COLUMNS}`,
  { notifies: RULE_CHECK_CHANNEL },
);

export function storePromise(
  tx: Tx,
  bankId: string,
  promise: Pick<PromiseRow, 'name' | 'subject' | 'condition' | 'outcome' | 'keeper' | 'reason'>,
  by: { readonly now: Date; readonly by: string },
): Promise<PromiseRow> {
  const { name, subject, condition, outcome, keeper, reason } = promise;
  return queryOne(tx, upsertPromise, [bankId, name, subject, condition, outcome, keeper, reason, by.now, by.by]);
}

const deleteStatement = statement(
  'rules.delete-promise',
  'delete from rule_promises where bank_id = $1 and name = $2 returning name',
  { notifies: RULE_CHECK_CHANNEL },
);

export async function removePromise(tx: Tx, bankId: string, name: string): Promise<void> {
  await tx.query(deleteStatement, [bankId, name]);
}
