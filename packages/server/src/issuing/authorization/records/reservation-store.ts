import { queryOne, statement, type Tx } from '../../../platform/storage/index.ts';
import type { AuthorizationRow } from './authorization-history-store.ts';
import { recordEnding } from './pending-decision-store.ts';

export interface ReservationRow extends Pick<AuthorizationRow, 'retrieval_reference'> {
  decided_at: Date;
  state: AuthorizationRow['state'];
  reserved_minor: bigint;
  next_event: number;
  counted: string | null;
}

const selectReservation = statement(
  'authorization.select-reservation',
  `select decided_at, state, reserved_minor, next_event, counted, retrieval_reference from authorizations
    where bucket = account_bucket($2) and account_id = $2 and message_key = $3 and bank_id = $1 and decided_at = $4`,
);

/** Reads the present state of a reservation. The account must be locked. */
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
  /** The response as JSON, for a repeated request. */
  answer: string;
}

const insertEvent = statement(
  'authorization.insert-event',
  `insert into authorization_events (bucket, bank_id, account_id, message_key, event, kind, amount_minor, request_key,
     answer, at)
   values (account_bucket($2), $1, $2, $3, $4, $5, $6, $7, $8, $9)`,
);

/** Changes a reservation and records the event. */
export async function endReservation(
  tx: Tx,
  bankId: string,
  key: { account_id: bigint; message_key: bigint; decided_at: Date },
  after: { state: AuthorizationRow['state']; reservedMinor: bigint },
  event: NewEvent,
  now: Date,
): Promise<void> {
  const { account_id: accountId, message_key: messageKey } = key;
  const { state, reservedMinor } = after;
  const { event: number, kind, amountMinor, requestKey, answer } = event;
  await Promise.all([
    tx.query(updateReservation, [bankId, accountId, messageKey, key.decided_at, state, reservedMinor]),
    tx.query(insertEvent, [bankId, accountId, messageKey, number, kind, amountMinor, requestKey, answer, now]),
    recordEnding(tx, key, number),
  ]);
}

export interface ReservationKey {
  readonly account_id: bigint;
  readonly message_key: bigint;
  readonly decided_at: Date;
}

/**
 * Selects reservations of a bank by retrieval reference: those inside a range, or those outside. Both ends belong to the range.
 */
export interface ReservationScope {
  readonly kind: 'inside' | 'outside';
  readonly first: bigint;
  readonly last: bigint;
}

/** Every reference is outside an empty range. */
export const ALL_RESERVATIONS: ReservationScope = { kind: 'outside', first: 1n, last: 0n };

const selectExpiring = statement(
  'authorization.select-expiring',
  `select account_id, message_key, decided_at from authorizations
    where bank_id = $1 and decided_at < $2 and state = 'A' and (retrieval_reference between $3 and $4) = $5
    order by decided_at limit $6`,
);

/** Finds the oldest open reservations of a scope that were decided before an instant. Locks nothing. */
export function findExpiring(
  tx: Tx,
  bankId: string,
  until: Date,
  { kind, first, last }: ReservationScope,
  limit: number,
): Promise<ReservationKey[]> {
  return tx.query(selectExpiring, [bankId, until, first, last, kind === 'inside', limit]);
}

const lockExpiryStatement = statement(
  'authorization.lock-expiry',
  `select pg_try_advisory_xact_lock(hashtext('expire-reservations' || $2::text), hashtext(bank_id)) as locked
     from banks where bank_id = $1`,
);

/** Whether this transaction may expire the bank's reservations on this side of a range. False while another server does so. */
export async function lockExpiry(tx: Tx, bankId: string, { kind }: ReservationScope): Promise<boolean> {
  const rows = await tx.query<{ locked: boolean }>(lockExpiryStatement, [bankId, kind]);
  return rows[0]?.locked ?? false;
}
