import { type Statement, statement } from '../../platform/storage/index.ts';

/** A table whose rows hold hashes under a content key, next to the column `content_version`. */
export interface ContentColumn {
  readonly table: string;
  /**
   * How long a row needs the key of its hash.
   * - `IT_EXISTS`: as long as the row exists, because it is deleted or rehashed in time.
   * - `REPEATS_ARE_KNOWN`: while repeats are recognized, because the rows are never deleted.
   * - `IT_IS_VALID`: while the hashed value can be used.
   */
  readonly neededWhile: 'IT_EXISTS' | 'REPEATS_ARE_KNOWN' | 'IT_IS_VALID';
  /** Finds one row that needs the key of version `$1`. A second parameter is a time. */
  readonly findOne: Statement;
  readonly count: Statement;
}

/**
 * Every table with hashes under a content key. A test compares the list with the database. Small tables come first,
 * because a single row is enough to retain a key.
 */
export const CONTENT_COLUMNS: readonly ContentColumn[] = [
  {
    table: 'receiver_keys',
    neededWhile: 'IT_EXISTS',
    findOne: statement('keys.find-content-of-senders', 'select from receiver_keys where content_version = $1 limit 1'),
    count: statement(
      'keys.count-content-of-senders',
      'select content_version as version, count(*) as rows from receiver_keys group by 1 order by 1',
    ),
  },
  {
    table: 'token_activation_codes',
    neededWhile: 'IT_IS_VALID',
    findOne: statement(
      'keys.find-content-of-codes',
      'select from token_activation_codes where content_version = $1 and expires_at > $2 limit 1',
    ),
    count: statement(
      'keys.count-content-of-codes',
      'select content_version as version, count(*) as rows from token_activation_codes group by 1 order by 1',
    ),
  },
  {
    table: 'onboarding_requests',
    neededWhile: 'REPEATS_ARE_KNOWN',
    findOne: statement(
      'keys.find-content-of-onboarding',
      'select from onboarding_requests where content_version = $1 and received_at > $2 limit 1',
    ),
    count: statement(
      'keys.count-content-of-onboarding',
      'select content_version as version, count(*) as rows from onboarding_requests group by 1 order by 1',
    ),
  },
  {
    table: 'tokens',
    neededWhile: 'REPEATS_ARE_KNOWN',
    findOne: statement(
      'keys.find-content-of-activations',
      'select from tokens where content_version = $1 and activated_with is not null and changed_at > $2 limit 1',
    ),
    count: statement(
      'keys.count-content-of-activations',
      `select content_version as version, count(*) as rows from tokens
        where activated_with is not null group by 1 order by 1`,
    ),
  },
  {
    table: 'message_claims',
    neededWhile: 'IT_EXISTS',
    findOne: statement(
      'keys.find-content-of-envelopes',
      'select from message_claims where content_version = $1 limit 1',
    ),
    count: statement(
      'keys.count-content-of-envelopes',
      'select content_version as version, count(*) as rows from message_claims group by 1 order by 1',
    ),
  },
  {
    table: 'received_notifications',
    neededWhile: 'IT_EXISTS',
    findOne: statement(
      'keys.find-content-of-notifications',
      'select from received_notifications where content_version = $1 limit 1',
    ),
    count: statement(
      'keys.count-content-of-notifications',
      'select content_version as version, count(*) as rows from received_notifications group by 1 order by 1',
    ),
  },
  {
    table: 'idempotency_keys',
    neededWhile: 'IT_EXISTS',
    findOne: statement('keys.find-content-of-keys', 'select from idempotency_keys where content_version = $1 limit 1'),
    count: statement(
      'keys.count-content-of-keys',
      'select content_version as version, count(*) as rows from idempotency_keys group by 1 order by 1',
    ),
  },
];
