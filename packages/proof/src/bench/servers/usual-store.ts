import type { LiveCardStatus } from '@cardwright/contract';
import { statement } from '@cardwright/server/internal/platform/storage/index';

/** A card with everything that its decision needs. The account is locked. */
export interface LockedCardRow {
  card_id: bigint;
  account_id: bigint;
  status: LiveCardStatus;
  expiry: string;
  sequence_number: string;
  currency: string;
  available_minor: bigint;
  funds_check: boolean;
  counters: string;
  sequence: bigint;
  restrictions: string;
  settings: string | null;
}

const LOCK_CARD = `select c.card_id, c.account_id, c.status, c.expiry, c.sequence_number, a.currency,
          a.available_minor, a.funds_check, a.counters, a.sequence, c.restrictions, s.settings
     from vault_card_numbers v
     join cards c on c.bucket = account_bucket(v.account_id) and c.account_id = v.account_id and c.card_id = v.card_id
     join accounts a on a.bucket = account_bucket(v.account_id) and a.account_id = v.account_id
     left join account_settings s on s.bucket = account_bucket(v.account_id) and s.account_id = v.account_id
    where v.bank_id = $1 and v.lookup_version = $2 and v.lookup_hash = $3
      for update of a`;
export const lockUsualCard = statement('bench.lock-card', LOCK_CARD);

export const findEarlierUsual = statement(
  'bench.find-earlier',
  `select message, action_code, approval_code, rule, settlement_date from authorizations
    where bucket = account_bucket($1) and account_id = $1 and message_key = $2 and bank_id = $3 and decided_at > $4`,
);

export const reserveUsual = statement(
  'bench.reserve',
  `update accounts set available_minor = available_minor - $2, reserved_minor = reserved_minor + $2,
          counters = $3, sequence = sequence + 1
    where bucket = account_bucket($1) and account_id = $1`,
);

export const insertUsual = statement(
  'bench.insert-authorization',
  `insert into authorizations (bucket, bank_id, account_id, message_key, decided_at, retrieval_reference, card_id,
    billing_minor,
     reserved_minor, system_trace, sender, settlement_date, rule_version, state, acquirer, action_code, approval_code,
     rule, message, trace, account_sequence)
   values (account_bucket($2), $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20)`,
);
