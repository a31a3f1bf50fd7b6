import { queryOne, statement, type Tx } from '../storage/index.ts';
import type { AuthorizationRow } from './authorization-history-store.ts';

export interface ReservationRow {
  decided_at: Date;
  state: AuthorizationRow['state'];
  reserved_minor: bigint;
  next_event: number;
}

const selectReservation = statement(
  'authorization.select-reservation',
  `select decided_at, state, reserved_minor, next_event from authorizations
    where bucket = account_bucket($2) and account_id = $2 and message_key = $3 and bank_id = $1 and decided_at = $4`,
);

/** The reservation as it is now. Ask only after the account was locked. */
export async function readReservation(
  tx: Tx,
  bankId: string,
  key: { account_id: bigint; message_key: bigint; decided_at: Date },
): Promise<ReservationRow> {
  return await queryOne<ReservationRow>(tx, selectReservation, [
    bankId,
    key.account_id,
    key.message_key,
    key.decided_at,
  ]);
}

const updateReservation = statement(
  'authorization.update-reservation',
  `update authorizations set state = $5, reserved_minor = $6, next_event = next_event + 1
    where bucket = account_bucket($2) and account_id = $2 and message_key = $3 and bank_id = $1 and decided_at = $4`,
);

interface NewEvent {
  event: number;
  kind: 'REVERSAL' | 'COMPLETION' | 'EXPIRY';
  amountMinor: bigint;
  requestKey: string;
  /** JSON text of the answer, for a repeated request. */
  answer: string;
}

const insertEvent = statement(
  'authorization.insert-event',
  `insert into authorization_events (bucket, bank_id, account_id, message_key, event, kind, amount_minor, request_key,
     answer, at)
   values (account_bucket($2), $1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);

/** Changes the reservation and keeps what happened. */
export async function endReservation(
  tx: Tx,
  bankId: string,
  key: { account_id: bigint; message_key: bigint; decided_at: Date },
  after: { state: AuthorizationRow['state']; reservedMinor: bigint },
  event: NewEvent,
  now: Date,
): Promise<void> {
  const { account_id: accountId, message_key: messageKey } = key;
  await tx.query(updateReservation, [bankId, accountId, messageKey, key.decided_at, after.state, after.reservedMinor]);
  await tx.query(insertEvent, [
    bankId,
    accountId,
    messageKey,
    event.event,
    event.kind,
    event.amountMinor,
    event.requestKey,
    event.answer,
    now,
  ]);
}

const selectExpiring = statement(
  'authorization.select-expiring',
  `select z.account_id, z.message_key, z.decided_at from authorizations z
     join accounts a on a.bucket = z.bucket and a.account_id = z.account_id and a.bank_id = z.bank_id
    where z.bank_id = $1 and z.decided_at < $2 and z.state = 'A' order by z.decided_at limit $3
      for update of a skip locked`,
);

/** The oldest open reservations that were decided before an instant, of accounts that nobody else has locked. Locks these. */
export function findExpiring(
  tx: Tx,
  bankId: string,
  until: Date,
  limit: number,
): Promise<{ account_id: bigint; message_key: bigint; decided_at: Date }[]> {
  return tx.query(selectExpiring, [bankId, until, limit]);
}

const lockExpiryStatement = statement(
  'authorization.lock-expiry',
  `select pg_try_advisory_xact_lock(hashtext('expire-reservations'), hashtext(bank_id)) as locked
     from banks where bank_id = $1`,
);

/** Whether this transaction may expire the bank's reservations: false while another server does it. */
export async function lockExpiry(tx: Tx, bankId: string): Promise<boolean> {
  const rows = await tx.query<{ locked: boolean }>(lockExpiryStatement, [bankId]);
  return rows[0]?.locked ?? false;
}
