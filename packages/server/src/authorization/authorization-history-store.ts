import { queryOne, statement, type Tx } from '../storage/index.ts';

/** Reads and changes of authorizations after they were decided: not the hot path. */
export interface AuthorizationRow {
  account_id: bigint;
  message_key: bigint;
  decided_at: Date;
  bank_id: string;
  retrieval_reference: bigint;
  system_trace: number;
  acquirer: string;
  billing_minor: bigint;
  reserved_minor: bigint;
  settlement_date: string;
  rule_version: number;
  next_event: number;
  state: 'D' | 'A' | 'R' | 'C' | 'E';
  action_code: string;
  approval_code: string;
  rule: string;
  message: string;
  trace: string;
  exid: string | null;
  masked_number: string | null;
  account_number: string | null;
  currency: string | null;
}

export interface Narrowing {
  acquirer: string | undefined;
  systemTrace: number | undefined;
  /** For a network: only what it sent itself. */
  sender: number | undefined;
}

const selectByReference = statement(
  'authorization.select-by-reference',
  `select z.account_id, z.message_key, z.decided_at, z.bank_id, z.retrieval_reference, z.system_trace, z.acquirer,
          z.billing_minor, z.reserved_minor, z.settlement_date, z.rule_version, z.next_event, z.state, z.action_code,
          z.approval_code, z.rule, z.message, z.trace,
          coalesce((select old.exid from cards old
                     where old.account_id = z.account_id and old.replaced_by = z.card_id
                       and old.status_changed_at > z.decided_at
                     order by old.status_changed_at limit 1), c.exid) as exid, c.masked_number, a.account_number, a.currency
     from authorizations z
     left join accounts a on a.account_id = z.account_id
     left join cards c on c.account_id = z.account_id and c.card_id = z.card_id
    where z.bank_id = any($1) and z.retrieval_reference = $2
      and ($3::text is null or z.acquirer = $3) and ($4::int is null or z.system_trace = $4)
      and ($5::int is null or z.sender = $5)
    order by z.decided_at desc
    limit 20`,
);

export function findAuthorizationsByReference(
  tx: Tx,
  bankIds: readonly string[],
  reference: bigint,
  narrowing: Narrowing,
): Promise<AuthorizationRow[]> {
  const { acquirer = null, systemTrace = null, sender = null } = narrowing;
  return tx.query(selectByReference, [bankIds, reference, acquirer, systemTrace, sender]);
}

export interface ReservationRow {
  decided_at: Date;
  state: AuthorizationRow['state'];
  reserved_minor: bigint;
  next_event: number;
}

const selectReservation = statement(
  'authorization.select-reservation',
  `select decided_at, state, reserved_minor, next_event from authorizations
    where account_id = $2 and message_key = $3 and bank_id = $1 and decided_at = $4`,
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
    where account_id = $2 and message_key = $3 and bank_id = $1 and decided_at = $4`,
);

export interface NewEvent {
  event: number;
  kind: 'REVERSAL' | 'COMPLETION' | 'EXPIRY';
  amountMinor: bigint;
  requestKey: string;
  /** JSON text of the answer, for a repeated request. */
  answer: string;
}

const insertEvent = statement(
  'authorization.insert-event',
  `insert into authorization_events (bank_id, account_id, message_key, event, kind, amount_minor, request_key, answer, at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
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

export interface AuthorizationEventRow {
  kind: 'REVERSAL' | 'COMPLETION' | 'EXPIRY' | 'DUPLICATE_REFUSED';
  amount_minor: bigint;
  request_key: string;
  answer: string;
  at: Date;
}

const selectEvents = statement(
  'authorization.select-events',
  `select kind, amount_minor, request_key, answer, at from authorization_events
    where account_id = $2 and message_key = $3 and bank_id = $1 order by event`,
);

export function readAuthorizationEvents(
  tx: Tx,
  bankId: string,
  key: { account_id: bigint; message_key: bigint },
): Promise<AuthorizationEventRow[]> {
  return tx.query(selectEvents, [bankId, key.account_id, key.message_key]);
}

const selectExpiring = statement(
  'authorization.select-expiring',
  `select account_id, message_key, decided_at from authorizations
    where bank_id = $1 and decided_at < $2 and state = 'A' order by decided_at limit $3`,
);

/** The oldest open reservations that were decided before an instant. */
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
