import { statement, type Tx } from '../../../platform/storage/index.ts';
import type { AuthorizationEventRow } from '../records/authorization-history-store.ts';
import { nameOfDecision, type PendingRow } from '../records/pending-decision-store.ts';

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
  account_number: string;
  currency: string;
  exid: string;
}

const selectDecisionEvents = statement(
  'authorization.select-published',
  `select z.bank_id, z.account_id, z.message_key, z.decided_at, z.retrieval_reference, z.action_code, z.rule,
          z.billing_minor, z.trace, a.account_number, a.currency, c.exid
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

/** Where a card was used, as the index of decisions has it. */
export interface DecisionPlace {
  merchant: string;
  merchant_place: string;
  mcc: string;
}

const selectPlaces = statement(
  'authorization.select-published-places',
  `select l.account_id, l.message_key, l.decided_at, l.merchant, l.merchant_place, l.mcc
     from unnest($1::text[], $2::bigint[], $3::bigint[], $4::timestamptz[])
            as requested (bank_id, account_id, message_key, decided_at)
     join listed_authorizations l
       on l.bank_id = requested.bank_id and l.decided_at = requested.decided_at
      and l.message_key = requested.message_key and l.account_id = requested.account_id`,
);

/**
 * Reads where the cards of indexed decisions were used, by {@link nameOfDecision}. Their messages are not read, because
 * one statement is about thousands of decisions and a message can have a MiB.
 */
export async function readDecisionPlaces(
  tx: Tx,
  rows: readonly DecisionEventRow[],
): Promise<ReadonlyMap<string, DecisionPlace>> {
  if (rows.length === 0) return new Map();
  const places = await tx.query<DecisionPlace & Pick<DecisionEventRow, 'account_id' | 'message_key' | 'decided_at'>>(
    selectPlaces,
    [
      rows.map((row) => row.bank_id),
      rows.map((row) => row.account_id),
      rows.map((row) => row.message_key),
      rows.map((row) => row.decided_at),
    ],
  );
  return new Map(places.map((place) => [nameOfDecision(place), place]));
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
