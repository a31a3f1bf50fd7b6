-- owner: authorization. Approval codes. Servers lease them in blocks, so that no two servers issue the same
-- (docs/interface/decision.md#approval-codes).
create table approval_codes (
  bank_id                 text not null,
  on_day                  date not null,
  next_code               integer not null,
  primary key (bank_id, on_day)
);

-- owner: authorization. Hot. One row for each message, with the message, the decision and its trace. After the insert only state,
-- reserved_minor and next_event change, when the reservation ends. account_id 0 holds messages of unknown cards.
create table authorizations (
  account_id              bigint not null,
  -- 64 bits of a hash over the fields that identify the message (docs/interface/repeats.md#authorizations)
  message_key             bigint not null,
  decided_at              timestamptz not null,
  retrieval_reference     bigint not null,
  card_id                 bigint,
  billing_minor           bigint not null,
  reserved_minor          bigint not null,
  system_trace            integer not null,
  sender                  integer not null,
  settlement_date         date not null,
  rule_version            smallint not null,
  next_event              smallint not null default 0,
  -- D declined, A approved and reserved, R reversed, C completed, E expired
  state                   "char" not null,
  bank_id                 text not null,
  acquirer                text not null,
  action_code             char(2) not null,
  approval_code           text not null,
  rule                    text not null,
  -- the request as received, with a masked card number
  message                 text not null,
  -- [[rule, fact...], ...] in the order of evaluation; the last rule declined the message, if it was declined
  trace                   text not null,
  -- the account's sequence before the decision; null: the account had none yet
  account_sequence        bigint,
  bucket                  smallint not null,
  -- the limits that counted the decision, as `1,4`, and the merchant where one was counted
  counted                 text
) partition by range (decided_at);
-- The identity of a message is unique in each partition, by an index that the server creates with the partition: a partitioned table
-- cannot have a unique index without its partition key. The lock of the account keeps it unique across partitions.
create index authorizations_reference on authorizations (bank_id, retrieval_reference);
-- Reservations that may expire, oldest first. A row leaves the index when its reservation ends.
create index authorizations_open on authorizations (bank_id, decided_at) where state = 'A';

-- owner: authorization. Later events of an authorization. Append-only.
create table authorization_events (
  account_id              bigint not null,
  message_key             bigint not null,
  event                   smallint not null,
  bank_id                 text not null,
  kind                    text not null check (kind in ('REVERSAL', 'COMPLETION', 'EXPIRY', 'DUPLICATE_REFUSED')),
  amount_minor            bigint not null,
  -- identifies a repeated request
  request_key             text not null,
  answer                  text not null,
  at                      timestamptz not null,
  bucket                  smallint not null,
  primary key (bucket, account_id, message_key, event, at)
) partition by range (at);

-- owner: authorization. The sum of stand-in approvals of an account on the newest business date with any. A row changes under the
-- account's lock.
create table stood_in (
  bucket                  smallint not null,
  account_id              bigint not null,
  bank_id                 text not null,
  business_date           date not null,
  minor                   bigint not null,
  primary key (bucket, account_id)
);

-- owner: authorization. Answers of a bank's own decision system that arrived after the decision.
create table late_partner_answers (
  bucket                  smallint not null,
  account_id              bigint not null,
  message_key             bigint not null,
  bank_id                 text not null,
  decision                text not null check (decision in ('APPROVE', 'DECLINE')),
  action_code             char(2),
  reason                  text,
  after_ms                integer not null,
  at                      timestamptz not null,
  primary key (bucket, account_id, message_key)
);
-- Finds decisions by their late answers, and counts late answers of a day.
create index late_partner_answers_by_time on late_partner_answers (bank_id, at, message_key);

-- owner: authorization. Decisions and ends of reservations that listed_authorizations does not have yet, a row for each batch. Rows
-- live for a second.
create table unlisted_authorizations (
  bucket                  smallint not null,
  unlisted_id             bigint generated always as identity,
  decided_at              timestamptz not null,
  account_ids             bigint[] not null,
  message_keys            bigint[] not null,
  -- the event that ended the reservation; null: the row is of decisions
  event                   smallint,
  primary key (bucket, unlisted_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- owner: authorization. The projection of authorizations that lists and searches read, written outside the hot path. Rows of
-- authorizations are wide, and have no index by time.
create table listed_authorizations (
  bank_id                 text not null,
  decided_at              timestamptz not null,
  message_key             bigint not null,
  account_id              bigint not null,
  card_id                 bigint,
  retrieval_reference     bigint not null,
  system_trace            integer not null,
  state                   "char" not null,
  action_code             char(2) not null,
  rule                    text not null,
  approval_code           text not null,
  billing_minor           bigint not null,
  -- currency of the account; null: no card was found
  currency                char(3),
  -- decimals of the currency
  exponent                smallint,
  acquirer                text not null,
  merchant                text not null,
  merchant_place          text not null,
  mcc                     text not null,
  country                 text,
  channel                 text not null,
  -- the position of the decision among the changes of its account
  account_sequence        bigint,
  primary key (bank_id, decided_at, message_key, account_id)
) partition by range (decided_at);
create index listed_authorizations_of_account on listed_authorizations (bank_id, account_id, decided_at, message_key);
create index listed_authorizations_by_merchant on listed_authorizations (bank_id, merchant, decided_at, message_key);
-- Most authorizations are approved, and found without an index.
create index listed_authorizations_by_rule on listed_authorizations (bank_id, rule, decided_at, message_key)
  where action_code <> '00';
create index listed_authorizations_by_code on listed_authorizations (bank_id, action_code, decided_at, message_key)
  where action_code <> '00';
create index listed_authorizations_ended on listed_authorizations (bank_id, state, decided_at, message_key)
  where state in ('R', 'E');

-- owner: authorization. Decisions that the projection has and the statistics do not have yet, equal ones added up. Where many banks
-- decide, a row of statistics changes once for many decisions. Rows live for some seconds, until the turn of their bank.
create table uncounted_authorizations (
  bank_id                 text not null,
  uncounted_id            bigint generated always as identity,
  -- time of one of the decisions; no hour and no day of any time zone begins between them
  decided_at              timestamptz not null,
  action_code             text not null,
  rule                    text not null,
  channel                 text not null,
  country                 text,
  mcc                     text not null,
  -- currency of the account; null: no card was found
  currency                text,
  decisions               bigint not null,
  billing_minor           bigint not null,
  primary key (bank_id, uncounted_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);

-- owner: authorization. Counts of authorizations by hour and day of the bank's time zone, in total and split in five ways.
create table authorization_statistics (
  bank_id                 text not null,
  grain                   text not null check (grain in ('hour', 'day')),
  starts_at               timestamptz not null,
  -- all, or the dimension of the split
  split                   text not null,
  value                   text not null,
  -- currency of the account; empty: no card was found
  currency                text not null,
  approved                bigint not null,
  declined                bigint not null,
  approved_minor          bigint not null,
  declined_minor          bigint not null,
  primary key (bank_id, grain, split, starts_at, value, currency)
) with (fillfactor = 70);

-- owner: authorization. Response times by hour and day of the bank's time zone: the count of authorizations for each step of time.
-- Written in batches outside the hot path.
create table authorization_response_times (
  bank_id                 text not null,
  grain                   text not null check (grain in ('hour', 'day')),
  starts_at               timestamptz not null,
  step                    smallint not null,
  messages                bigint not null,
  primary key (bank_id, grain, starts_at, step)
) with (fillfactor = 70);

-- owner: backtests. Requested backtests of a bank, with their state and result.
create table backtests (
  bank_id                 text not null,
  backtest_id             uuid not null,
  state                   text not null check (state in ('WAITING', 'RUNNING', 'DONE', 'CANCELLED', 'FAILED')),
  -- replayed decisions are of this time; null: from the first one
  from_at                 timestamptz,
  to_at                   timestamptz not null,
  -- JSON as received
  proposal                text not null,
  -- account numbers; null: all
  accounts                text[],
  asked_by                text not null,
  asked_at                timestamptz not null,
  done                    bigint not null default 0,
  total                   bigint,
  -- the server that runs it, by the database's clock; a lease that is over is of a server that is gone
  lease                   uuid,
  leased_until            timestamptz,
  attempts                smallint not null default 0,
  failure                 text,
  -- JSON
  result                  text,
  ended_at                timestamptz,
  primary key (bank_id, backtest_id)
);
create index backtests_to_do on backtests (bank_id, asked_at) where state in ('WAITING', 'RUNNING');

-- owner: backtests. A sample of the decisions that would have been different.
create table backtest_differences (
  bank_id                 text not null,
  backtest_id             uuid not null,
  decided_at              timestamptz not null,
  place                   bigint not null,
  -- JSON, as in the answer
  difference              text not null,
  primary key (bank_id, backtest_id, decided_at, place)
);
