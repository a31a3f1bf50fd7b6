import type { LiveCardStatus } from '@cardwright/contract';
import { statement } from '../../../platform/storage/index.ts';
import type { ProgramVersionStored } from '../../banks/index.ts';
import { inBuckets, returning } from '../message/citus-statements.ts';
import { UNKNOWN_BANK } from '../message/resolved-message.ts';
import { BATCH_LOCK } from './early-reversal-store.ts';
import { PENDING_FIELD_COLUMNS, pendingFieldParameters } from './pending-fields.ts';

/** Statements of the hot path. Each serves a whole batch and runs on a lane's own connection (see lane-connection). */

export interface LockedAccount {
  account_id: bigint;
  currency: string;
  available_minor: bigint;
  funds_check: boolean;
  counters: string;
  has_limits: boolean;
  product_code: string;
  sequence: bigint;
  /** Until this time, an exception of the account may be open; null if it never had one. */
  exceptions_until: Date | null;
  /** Number of changes to the account or its cards, not counting movements of money. */
  changes: bigint;
}

/**
 * Locks the accounts of a batch, in the same order for all batches, and skips accounts that are locked already. The
 * shared lock marks the transaction for {@link batchesInFlight}, and nothing waits for it.
 */
export const lockAccounts = statement(
  'authorization.lock-accounts',
  `select a.account_id, a.currency, a.available_minor, a.funds_check, a.counters, a.has_limits, a.product_code, a.sequence, a.exceptions_until,
          a.sequence - a.movements as changes, pg_try_advisory_xact_lock_shared(${BATCH_LOCK.class}, ${BATCH_LOCK.object}) as is_marked
     from unnest($1::smallint[], $2::text[], $3::bigint[]) as requested (bucket, bank_id, account_id)
     join accounts a on a.bucket = requested.bucket and a.account_id = requested.account_id and a.bank_id = requested.bank_id${inBuckets('a')}
    order by a.account_id
      for update of a skip locked`,
);

export interface LoadedCard {
  account_id: bigint;
  card_id: bigint;
  status: LiveCardStatus;
  expiry: string;
  sequence_number: string;
  /** The expiry of the plastic before a renewal; null if there was no renewal. */
  earlier_expiry: string | null;
  earlier_sequence_number: string | null;
  created_at: Date;
  product_code: string;
  card_role: string;
  restrictions: string;
}

/**
 * Loads cards that are not cached. Runs after the accounts are locked: a status change takes the same lock, so the batch sees
 * all of the change or none of it.
 */
export const loadCards = statement(
  'authorization.load-cards',
  `select c.account_id, c.card_id, c.status, c.expiry, c.sequence_number, c.earlier_expiry, c.earlier_sequence_number,
          c.created_at, c.product_code, c.card_role, c.restrictions
     from unnest($1::smallint[], $2::text[], $3::bigint[], $4::bigint[]) as requested (bucket, bank_id, account_id, card_id)
     join cards c on c.bucket = requested.bucket and c.account_id = requested.account_id
      and c.card_id = requested.card_id and c.bank_id = requested.bank_id${inBuckets('c')}`,
);

export interface LoadedSettings {
  account_id: bigint;
  settings: string;
}

/** Loads the settings of accounts that are not cached. Runs after the accounts are locked. */
export const loadSettings = statement(
  'authorization.load-settings',
  `select s.account_id, s.settings
     from unnest($1::smallint[], $2::text[], $3::bigint[]) as requested (bucket, bank_id, account_id)
     join account_settings s on s.bucket = requested.bucket and s.account_id = requested.account_id
      and s.bank_id = requested.bank_id${inBuckets('s')}`,
);

export interface LoadedEdition {
  bank_id: string;
  edition: bigint;
}

/** The edition is null if the bank never had rules, lists or programs. */
export interface LoadedBank {
  bank_id: string;
  edition: bigint | null;
  /** Whether a reversal waits for its original, at the bank or at a network. */
  has_early_reversals: boolean;
}

/** Loads the editions of the banks' rules, lists and programs. Runs after the accounts are locked. */
export const loadEditions = statement(
  'authorization.load-editions',
  `select b.bank_id, (select e.edition from bank_editions e where e.bank_id = b.bank_id) as edition,
          coalesce((select true from early_reversals r where r.bank_id = b.bank_id limit 1),
                   (select true from early_reversals r where r.bank_id = '${UNKNOWN_BANK}' limit 1), false) as has_early_reversals
     from unnest($1::text[]) as b (bank_id)`,
);

export interface EarlierRow {
  bank_id: string;
  account_id: bigint;
  message_key: bigint;
  decided_at: Date;
  action_code: string;
  approval_code: string;
  rule: string;
  settlement_date: string;
  message: string;
  next_event: number;
}

/** Finds messages of a batch that have a decision already, within the time in which repeats are recognized. */
export const loadEarlier = statement(
  'authorization.load-earlier',
  `select z.bank_id, z.account_id, z.message_key, z.decided_at, z.action_code, z.approval_code, z.rule, z.settlement_date,
          z.message, z.next_event
     from unnest($1::smallint[], $2::text[], $3::bigint[], $4::bigint[])
            as requested (bucket, bank_id, account_id, message_key)
     join authorizations z
       on z.bucket = requested.bucket and z.account_id = requested.account_id and z.message_key = requested.message_key
      and z.bank_id = requested.bank_id and z.decided_at > $5 and z.decided_at < $6${inBuckets('z')}`,
);

export interface LoadedProgram extends ProgramVersionStored {
  bank_id: string;
}

/** Loads all versions of the programs of banks whose cached edition is outdated. */
export const loadPrograms = statement(
  'authorization.load-programs',
  `select bank_id, product_code, version, definition, in_force_from, created_at, created_by from programs
    where bank_id = any($1::text[])`,
);

export interface LoadedLimits {
  account_id: bigint;
  limits: string;
  used: string;
}

/** Loads the limits of accounts that have any. Runs after the accounts are locked. */
export const loadLimits = statement(
  'authorization.load-limits',
  `select l.account_id, l.limits, l.used
     from unnest($1::smallint[], $2::text[], $3::bigint[]) as requested (bucket, bank_id, account_id)
     join account_limits l on l.bucket = requested.bucket and l.account_id = requested.account_id
      and l.bank_id = requested.bank_id${inBuckets('l')}`,
);

/** Stores the used part of limits after decisions. */
export const useLimits = statement(
  'authorization.use-limits',
  `update account_limits l set used = moved.used
     from unnest($1::smallint[], $2::text[], $3::bigint[], $4::text[]) as moved (bucket, bank_id, account_id, used)
    where l.bucket = moved.bucket and l.account_id = moved.account_id and l.bank_id = moved.bank_id${inBuckets('l')}`,
);

/** Inserts the used part of limits for accounts that have no row for it yet. */
export const beginLimits = statement(
  'authorization.begin-limits',
  `insert into account_limits (bucket, bank_id, account_id, used)
   select n.bucket, n.bank_id, n.account_id, n.used
     from unnest($1::smallint[], $2::text[], $3::bigint[], $4::text[]) as n (bucket, bank_id, account_id, used)
   on conflict (bucket, account_id) do update set used = excluded.used`,
);

/** Marks accounts as having limits, so that batches load them. */
export const markLimitedMessage = statement(
  'authorization.mark-limited',
  `update accounts a set has_limits = true
     from unnest($1::smallint[], $2::text[], $3::bigint[]) as requested (bucket, bank_id, account_id)
    where a.bucket = requested.bucket and a.account_id = requested.account_id and a.bank_id = requested.bank_id${inBuckets('a')}`,
);

/**
 * Stores the funds of accounts after decisions, and adds the number of decisions that changed them to the account's sequence. A
 * decision that spent a switch also counts as a change of the account.
 */
export const moveAccounts = statement(
  'authorization.move-accounts',
  `update accounts a
      set available_minor = a.available_minor - moved.minor, reserved_minor = a.reserved_minor + moved.minor,
          counters = moved.counters, sequence = a.sequence + moved.steps, movements = a.movements + moved.movements
     from unnest($1::smallint[], $2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::int[], $7::int[])
            as moved (bucket, bank_id, account_id, minor, counters, steps, movements)
    where a.bucket = moved.bucket and a.account_id = moved.account_id and a.bank_id = moved.bank_id${inBuckets('a')}`,
);

/** Stores settings after approvals spent switches: sets the new status of the switches and removes their times. */
export const spendSettings = statement(
  'authorization.spend-settings',
  `update account_settings s
      set settings = (s.settings::jsonb - array(select jsonb_array_elements_text(spent.ended::jsonb))
                      || spent.patch::jsonb)::text,
          version = s.version + 1, changed_at = $6
     from unnest($1::smallint[], $2::text[], $3::bigint[], $4::text[], $5::text[])
            as spent (bucket, bank_id, account_id, patch, ended)
    where s.bucket = spent.bucket and s.account_id = spent.account_id and s.bank_id = spent.bank_id${inBuckets('s')}`,
);

/**
 * Stores decisions. Skips a message that another server stored meanwhile, which can happen only if there was no account to
 * lock; the number of stored rows shows it. Messages and traces are each sent as one text with a line for each row, because
 * JSON contains no line break, and PostgreSQL would parse an array of texts character by character.
 */
export const insertAuthorizations = statement(
  'authorization.insert-authorizations',
  `insert into authorizations (bucket, bank_id, account_id, message_key, decided_at, retrieval_reference, card_id,
     billing_minor, reserved_minor, system_trace, sender, settlement_date, rule_version, state, acquirer, action_code,
     approval_code, rule, message, trace, account_sequence, counted)
   select n.bucket, n.bank_id, n.account_id, n.message_key, $5, n.retrieval_reference, n.card_id,
          n.billing_minor, n.reserved_minor, n.system_trace, n.sender, n.settlement_date, $6,
          case when n.action_code = '00' then 'A' else 'D' end::"char", n.acquirer, n.action_code, n.approval_code,
          n.rule, n.message, n.trace, n.account_sequence, n.counted
     from unnest($1::smallint[], $2::text[], $3::bigint[], $4::bigint[], $7::bigint[], $8::bigint[], $9::bigint[],
                 $10::bigint[], $11::int[], $12::int[], $13::date[], $14::text[], $15::text[], $16::text[], $17::text[],
                 string_to_array($18, E'\\n'), string_to_array($19, E'\\n'), $20::bigint[], $21::text[])
       as n (bucket, bank_id, account_id, message_key, retrieval_reference, card_id, billing_minor, reserved_minor,
             system_trace, sender, settlement_date, acquirer, action_code, approval_code, rule, message, trace,
             account_sequence, counted)
   on conflict do nothing${returning('message_key')}`,
);

/**
 * Counts, in the row of the first message, how often it was repeated with another amount. This locks the row, so that
 * the next statement uses the same numbers.
 */
export const countConflicts = statement(
  'authorization.count-conflicts',
  `update authorizations z set next_event = z.next_event + c.occurrences
     from (select bucket, bank_id, account_id, message_key, decided_at, count(*)::smallint as occurrences
             from unnest($1::smallint[], $2::text[], $3::bigint[], $4::bigint[], $5::timestamptz[])
                  as u (bucket, bank_id, account_id, message_key, decided_at) group by 1, 2, 3, 4, 5) c
    where z.bucket = c.bucket and z.account_id = c.account_id and z.message_key = c.message_key
      and z.decided_at = c.decided_at and z.bank_id = c.bank_id${inBuckets('z')}`,
);

/** Records each repeat of a message with another amount, in the order of arrival. */
export const insertConflicts = statement(
  'authorization.insert-conflicts',
  `insert into authorization_events (bucket, bank_id, account_id, message_key, event, kind, amount_minor, request_key,
     answer, at)
   select z.bucket, z.bank_id, z.account_id, z.message_key, z.next_event - n.place, 'DUPLICATE_REFUSED', n.amount_minor, '', '', $7
     from (select u.*, row_number() over (partition by bank_id, account_id, message_key order by came desc) as place
             from unnest($1::smallint[], $2::text[], $3::bigint[], $4::bigint[], $5::timestamptz[], $6::bigint[])
                  with ordinality as u (bucket, bank_id, account_id, message_key, decided_at, amount_minor, came)) n
     join authorizations z
       on z.bucket = n.bucket and z.account_id = n.account_id and z.message_key = n.message_key
      and z.decided_at = n.decided_at and z.bank_id = n.bank_id${inBuckets('z')}`,
);

/** Adds the newly decided messages of a batch to the queue of the indexer. */
export const insertPending = statement(
  'authorization.insert-pending',
  `insert into unlisted_authorizations (bucket, decided_at, account_ids, message_keys, ${PENDING_FIELD_COLUMNS.join(', ')})
   values ($1, $2, $3::bigint[], $4::bigint[], ${pendingFieldParameters(5).join(', ')})`,
);
