-- owner: authorization. Approval codes are leased in blocks, so that two servers never give the same
-- (docs/interface/decision.md#approval-codes).
create table approval_codes (
  bank_id                 text not null,
  on_day                  date not null,
  next_code               integer not null,
  primary key (bank_id, on_day)
);

-- owner: authorization. Hot. One row for each message, with the message, the decision and its trace. Written once; only
-- state, reserved_minor and next_event change, when the reservation ends. account_id 0 holds messages whose card
-- is nobody's.
create table authorizations (
  account_id              bigint not null,
  -- 64 bits of a hash over what identifies the message (docs/interface/repeats.md#authorizations)
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
  -- the request as received, card number masked
  message                 text not null,
  -- [[rule, saw...], ...] in the order asked; the last one refused if the message was declined
  trace                   text not null
) partition by range (decided_at);

-- unique in each partition, which is all that a partitioned table can promise; beyond it the lock on the account does
create index authorizations_reference on authorizations (bank_id, retrieval_reference);
-- what may expire, oldest first: rows leave it when their reservation ends
create index authorizations_open on authorizations (bank_id, decided_at) where state = 'A';

-- owner: authorization. What happened to an authorization later. Append-only.
create table authorization_events (
  account_id              bigint not null,
  message_key             bigint not null,
  event                   smallint not null,
  bank_id                 text not null,
  kind                    text not null check (kind in ('REVERSAL', 'COMPLETION', 'EXPIRY', 'DUPLICATE_REFUSED')),
  amount_minor            bigint not null,
  -- what makes a repeated request the same one
  request_key             text not null,
  answer                  text not null,
  at                      timestamptz not null,
  primary key (account_id, message_key, event, at)
) partition by range (at);
