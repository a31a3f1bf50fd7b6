import { statement, type Tx } from '../../../platform/storage/index.ts';
import type { AuthorizationEventRow } from '../records/authorization-history-store.ts';
import type { PendingRow } from '../records/pending-decision-store.ts';

/** The fields of an authorization that events contain. */
export interface DecisionEventRow {
  bank_id: string;
  account_id: bigint;
  message_key: bigint;
  decided_at: Date;
  retrieval_reference: bigint;
  action_code: string;
  rule: string;
  billing_minor: bigint;
  trace: string;
  message: string;
  account_number: string;
  currency: string;
  exid: string;
}

const selectDecisionEvents = statement(
  'authorization.select-published',
  `select z.bank_id, z.account_id, z.message_key, z.decided_at, z.retrieval_reference, z.action_code, z.rule,
          z.billing_minor, z.trace, z.message, a.account_number, a.currency, c.exid
     from unnest($1::bigint[], $2::bigint[], $3::timestamptz[]) as requested (account_id, message_key, decided_at)
     join authorizations z
       on z.bucket = account_bucket(requested.account_id) and z.account_id = requested.account_id
      and z.message_key = requested.message_key and z.decided_at = requested.decided_at and z.bank_id = any($4::text[])
     join accounts a on a.bucket = z.bucket and a.account_id = z.account_id
     join cards c on c.bucket = z.bucket and c.account_id = z.account_id and c.card_id = z.card_id`,
);

/** Reads the authorizations with these keys that belong to these banks, in no particular order. */
export function readDecisionEvents(
  tx: Tx,
  bankIds: readonly string[],
  keys: readonly Omit<PendingRow, 'unlisted_id' | 'event'>[],
): Promise<DecisionEventRow[]> {
  return tx.query(selectDecisionEvents, [
    keys.map((key) => key.account_id),
    keys.map((key) => key.message_key),
    keys.map((key) => key.decided_at),
    bankIds,
  ]);
}

export interface EndingEventRow extends Pick<AuthorizationEventRow, 'kind' | 'amount_minor' | 'at'> {
  account_id: bigint;
  message_key: bigint;
  event: number;
}

const selectEndings = statement(
  'authorization.select-published-endings',
  `select e.account_id, e.message_key, e.event, e.kind, e.amount_minor, e.at
     from unnest($1::bigint[], $2::bigint[], $3::smallint[]) as requested (account_id, message_key, event)
     join authorization_events e
       on e.bucket = account_bucket(requested.account_id) and e.account_id = requested.account_id
      and e.message_key = requested.message_key and e.event = requested.event`,
);

/** Reads the endings of reservations, in no particular order. */
export function readEndingEvents(
  tx: Tx,
  endings: readonly { account_id: bigint; message_key: bigint; event: number }[],
): Promise<EndingEventRow[]> {
  return tx.query(selectEndings, [
    endings.map((ending) => ending.account_id),
    endings.map((ending) => ending.message_key),
    endings.map((ending) => ending.event),
  ]);
}
