import { statement, type Tx } from '../../../platform/storage/index.ts';
import type { AuthorizationRow } from './authorization-history-store.ts';
import {
  PENDING_FIELD_COLUMNS,
  PENDING_FIELDS,
  type PendingFields,
  pendingFieldParameters,
  pendingFieldValues,
} from './pending-fields.ts';

/** The key of an authorization that is not indexed yet, or whose state in the index is outdated. */
export interface PendingRow {
  unlisted_id: bigint;
  decided_at: Date;
  account_id: bigint;
  message_key: bigint;
  /** The event that ended its reservation; null for a decision. */
  event: number | null;
}

/** A batch of decisions that are not indexed yet, or an ending. */
export interface PendingBatch {
  unlisted_id: bigint;
  decided_at: Date;
  /** The number of its messages. */
  messages: number;
  is_ending: boolean;
  /** False if a server of an earlier version stored the decisions. */
  has_fields: boolean;
  has_rule_hits: boolean;
}

const selectBatches = statement(
  'authorization.select-pending-batches',
  `select unlisted_id, decided_at, cardinality(message_keys) as messages, event is not null as is_ending,
          merchants is not null as has_fields, rule_hits is not null as has_rule_hits
     from unlisted_authorizations order by unlisted_id limit $1`,
);

/** Reads the oldest batches. */
export function readPendingBatches(tx: Tx, limit: number): Promise<PendingBatch[]> {
  return tx.query(selectBatches, [limit]);
}

const updateFields = statement(
  'authorization.update-pending-fields',
  `update unlisted_authorizations
      set ${pendingFieldParameters(2)
        .map((parameter, at) => `${PENDING_FIELD_COLUMNS[at]} = ${parameter}`)
        .join(', ')}
    where unlisted_id = $1`,
);

/** Stores the fields of a batch of decisions, in the order of its messages. */
export async function storePendingFields(tx: Tx, batch: bigint, fields: readonly PendingFields[]): Promise<void> {
  await tx.query(updateFields, [batch, ...pendingFieldValues(fields)]);
}

/**
 * SQL that joins the messages of batches, as n, with their authorizations, as z: for the parameters of `pendingValues`. The
 * range of time limits the plan to partitions that hold these authorizations. The offset keeps Citus from joining the tables
 * node by node: a batch and its authorizations may be on different nodes.
 */
export const PENDING_AUTHORIZATIONS = `(
           select u.decided_at, n.* from unlisted_authorizations u
            cross join lateral unnest(u.account_ids, u.message_keys, ${PENDING_FIELD_COLUMNS.map((name) => `u.${name}`).join(', ')})
                   as n (account_id, message_key, ${PENDING_FIELDS.join(', ')})
            where u.unlisted_id = any($1::bigint[]) offset 0) n
      join authorizations z
        on z.bucket = account_bucket(n.account_id) and z.account_id = n.account_id and z.message_key = n.message_key
       and z.decided_at = n.decided_at and z.decided_at between $2 and $3`;

/** The parameters of a statement with `PENDING_AUTHORIZATIONS`. */
export function pendingValues(batches: readonly PendingBatch[]): unknown[] {
  const times = batches.map((batch) => batch.decided_at.getTime());
  return [batches.map((batch) => batch.unlisted_id), new Date(Math.min(...times)), new Date(Math.max(...times))];
}

const selectPendingBatches = statement(
  'authorization.select-pending',
  `select u.unlisted_id, u.decided_at, u.event, n.account_id, n.message_key
     from (select unlisted_id, decided_at, event, account_ids, message_keys from unlisted_authorizations
            where unlisted_id = any($1::bigint[]) offset 0) u
    cross join lateral unnest(u.account_ids, u.message_keys) with ordinality as n (account_id, message_key, place)
    order by u.unlisted_id, n.place`,
);
const selectPendingOfAccount = statement(
  'authorization.select-pending-of-account',
  `select distinct u.decided_at, n.account_id, n.message_key from unlisted_authorizations u
    cross join lateral unnest(u.account_ids, u.message_keys) as n (account_id, message_key)
    where u.account_ids @> array[$1::bigint] and n.account_id = $1
    order by u.decided_at desc, n.message_key desc`,
);

/** Reads the keys of batches, in order. */
export function readPending(tx: Tx, batches: readonly bigint[]): Promise<PendingRow[]> {
  return tx.query(selectPendingBatches, [batches]);
}

export type PendingKey = Pick<PendingRow, 'decided_at' | 'account_id' | 'message_key'>;

export function nameOfDecision({ decided_at, account_id, message_key }: PendingKey): string {
  return `${account_id}/${message_key}/${decided_at.getTime()}`;
}

/**
 * Authorizations that one statement reads with their messages. A larger chunk would block the event loop, and with it
 * authorizations.
 */
export const DECISIONS_PER_CHUNK = 250;

/** Reads the pending keys of an account, each once, newest first. */
export function readPendingOf(tx: Tx, accountId: bigint): Promise<PendingKey[]> {
  return tx.query(selectPendingOfAccount, [accountId]);
}

const selectAnyPending = statement('authorization.select-any-pending', 'select 1 from unlisted_authorizations limit 1');

/** Whether any authorization is pending. An idle server checks this. */
export async function isAnyPending(tx: Tx): Promise<boolean> {
  return (await tx.query(selectAnyPending, [])).length > 0;
}

const deletePendingStatement = statement(
  'authorization.delete-pending',
  'delete from unlisted_authorizations where unlisted_id = any($1::bigint[])',
);

export async function deletePending(tx: Tx, ids: readonly bigint[]): Promise<void> {
  await tx.query(deletePendingStatement, [ids]);
}

const insertPendingEnding = statement(
  'authorization.insert-pending-ending',
  `insert into unlisted_authorizations (bucket, decided_at, account_ids, message_keys, event)
   values (account_bucket($1), $3, array[$1::bigint], array[$2::bigint], $4)`,
);

/** Queues an authorization whose reservation ended, so that the index shows its new state. */
export async function recordEnding(
  tx: Tx,
  key: { account_id: bigint; message_key: bigint; decided_at: Date },
  event: number,
): Promise<void> {
  await tx.query(insertPendingEnding, [key.account_id, key.message_key, key.decided_at, event]);
}

export interface DecisionRow {
  bank_id: string;
  decided_at: Date;
  message_key: bigint;
  account_id: bigint;
  card_id: bigint | null;
  retrieval_reference: bigint;
  system_trace: number;
  state: AuthorizationRow['state'];
  action_code: string;
  rule: string;
  approval_code: string;
  billing_minor: bigint;
  currency: string | null;
  acquirer: string;
  account_sequence: bigint | null;
  message: string;
  /** The trace, if the rules of the bank were evaluated; null otherwise. */
  rules_trace: string | null;
}

const COLUMNS = `z.bank_id, z.decided_at, z.message_key, z.account_id, z.card_id, z.retrieval_reference, z.system_trace,
          z.state, z.action_code, z.rule, z.approval_code, z.billing_minor, a.currency, z.acquirer, z.account_sequence,
          z.message, case when strpos(z.trace, '["RULES",') > 0 then z.trace end as rules_trace`;

const selectDecisions = statement(
  'authorization.select-decisions',
  `select ${COLUMNS}
     from unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) as requested (account_id, message_key, decided_at)
     join authorizations z
       on z.bucket = account_bucket(requested.account_id) and z.account_id = requested.account_id
      and z.message_key = requested.message_key and z.decided_at = requested.decided_at
     left join accounts a on a.bucket = z.bucket and a.account_id = z.account_id`,
);

/** Reads the present state of authorizations. */
export function readDecisionRows(tx: Tx, keys: readonly PendingKey[]): Promise<DecisionRow[]> {
  return tx.query(selectDecisions, [
    keys.map((key) => key.account_id),
    keys.map((key) => key.message_key),
    keys.map((key) => key.decided_at),
  ]);
}

const selectAllDecisions = statement(
  'authorization.select-all-decisions',
  `select z.bucket, ${COLUMNS}
     from authorizations z
     left join accounts a on a.bucket = z.bucket and a.account_id = z.account_id
    where z.bank_id = $1 and (z.bucket, z.account_id, z.message_key) > ($2, $3, $4)
    order by z.bucket, z.account_id, z.message_key limit $5`,
);

/** Reads all authorizations of a bank, in the order of their keys. */
export function readAllDecisionRows(
  tx: Tx,
  bankId: string,
  after: { bucket: number; account_id: bigint; message_key: bigint },
  limit: number,
): Promise<(DecisionRow & { bucket: number })[]> {
  return tx.query(selectAllDecisions, [bankId, after.bucket, after.account_id, after.message_key, limit]);
}

/** The planner settings of lanes, for a transaction that reads everything by its key, however small the tables are. */
const BY_KEY = Object.entries({
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_material: 'off',
  enable_memoize: 'off',
})
  .map(([setting, value]) => `set_config('${setting}', '${value}', true)`)
  .join(', ');

const tryLock = statement(
  'authorization.try-listing-lock',
  `select pg_try_advisory_xact_lock(hashtext('list-authorizations')) as locked, ${BY_KEY}`,
);
const waitForLock = statement(
  'authorization.wait-for-listing-lock',
  `select pg_advisory_xact_lock(hashtext('list-authorizations'))`,
);

/**
 * Whether this transaction may write the index. If so, it also gets planner settings for that. Only one transaction may
 * write at a time, so that an older state never replaces a newer one.
 */
export async function tryIndexLock(tx: Tx): Promise<boolean> {
  const rows = await tx.query<{ locked: boolean }>(tryLock, []);
  return rows[0]?.locked ?? false;
}

export async function waitForIndexLock(tx: Tx): Promise<void> {
  await tx.query(waitForLock, []);
}
