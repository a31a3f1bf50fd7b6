import { statement, type Tx } from '../../../platform/storage/index.ts';

/** Reads and changes stored authorizations, outside the hot path. */
export interface AuthorizationRow {
  account_id: bigint;
  message_key: bigint;
  /** The account's sequence number; null if the history began later, or if no card was found. */
  account_sequence: bigint | null;
  card_id: bigint | null;
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
  /** Restricts a network to the authorizations that it sent itself. */
  sender: number | undefined;
}

const selectByReference = statement(
  'authorization.select-by-reference',
  `select z.account_id, z.message_key, z.account_sequence, z.card_id, z.decided_at, z.bank_id, z.retrieval_reference,
          z.system_trace, z.acquirer, z.billing_minor, z.reserved_minor, z.settlement_date, z.rule_version, z.next_event, z.state, z.action_code,
          z.approval_code, z.rule, z.message, z.trace,
          coalesce((select old.exid from cards old
                     where old.bucket = z.bucket and old.account_id = z.account_id and old.replaced_by = z.card_id
                       and old.status_changed_at > z.decided_at
                     order by old.status_changed_at limit 1), c.exid) as exid, c.masked_number, a.account_number, a.currency
     from authorizations z
     left join accounts a on a.bucket = z.bucket and a.account_id = z.account_id
     left join cards c on c.bucket = z.bucket and c.account_id = z.account_id and c.card_id = z.card_id
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
    where bucket = account_bucket($2) and account_id = $2 and message_key = $3 and bank_id = $1 order by event`,
);

export function readAuthorizationEvents(
  tx: Tx,
  bankId: string,
  key: { account_id: bigint; message_key: bigint },
): Promise<AuthorizationEventRow[]> {
  return tx.query(selectEvents, [bankId, key.account_id, key.message_key]);
}
