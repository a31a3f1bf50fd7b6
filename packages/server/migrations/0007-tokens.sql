-- what banks.notification_templates of the configuration says; the built-in texts stand in for the rest
alter table banks add column notification_templates jsonb not null default '[]';

-- owner: tokens. Finds the token of a reference, and the one that a request under this Idempotency-Key made.
create table token_directory (
  bank_id                 text not null,
  -- public
  reference               uuid not null,
  account_id              bigint not null,
  token_id                bigint not null,
  -- keyed hashes of the caller's key and of what it asked for
  request_key             bytea,
  request_hash            bytea,
  primary key (bank_id, reference),
  unique (bank_id, request_key)
);

-- owner: tokens. A token as it is now. Written under the lock of its account.
create table tokens (
  account_id              bigint not null,
  token_id                bigint generated always as identity,
  bank_id                 text not null,
  card_id                 bigint not null,
  reference               uuid not null,
  requestor_id            text not null,
  requestor_name          text not null,
  device_type             text not null,
  activation_pref         text,
  state                   text not null check (state in
                            ('REQUESTED', 'PENDING_ACTIVATION', 'ACTIVE', 'SUSPENDED', 'DEACTIVATED', 'DELETED')),
  -- of its newest line of history
  sequence                integer not null,
  created_at              timestamptz not null,
  changed_at              timestamptz not null,
  primary key (account_id, token_id)
);
create index tokens_of_bank on tokens (bank_id, created_at, token_id);
create index tokens_in_state on tokens (bank_id, state, created_at, token_id);

-- owner: tokens. Append-only: every change of a token.
create table token_history (
  account_id              bigint not null,
  token_id                bigint not null,
  sequence                integer not null,
  bank_id                 text not null,
  event                   text not null,
  -- null when it was made
  from_state              text,
  to_state                text not null,
  requested_by            text not null check (requested_by in ('CARDHOLDER', 'ISSUER', 'REQUESTOR')),
  reason_code             text not null,
  -- the caller
  actor                   text not null,
  -- null where nothing was told
  notification_id         uuid,
  at                      timestamptz not null,
  primary key (account_id, token_id, sequence)
);

-- owner: tokens. The one activation code of a token that can still be used; a newer one takes its place.
create table token_activation_codes (
  account_id              bigint not null,
  token_id                bigint not null,
  bank_id                 text not null,
  -- keyed hash: six digits would be guessed from a plain one
  code_hash               bytea not null,
  expires_at              timestamptz not null,
  tries_left              smallint not null check (tries_left >= 0),
  primary key (account_id, token_id)
);
