-- owner: tokens. Finds the token of a reference.
create table token_directory (
  bank_id                 text not null,
  -- public
  reference               uuid not null,
  account_id              bigint not null,
  token_id                bigint not null,
  primary key (bank_id, reference)
);

-- owner: tokens. Current state of each token. Written under the lock of its account.
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
  -- sequence of its newest row of token_history
  sequence                integer not null,
  created_at              timestamptz not null,
  changed_at              timestamptz not null,
  -- keyed hash of the code that activated the token: the same code again is a repeat, another code is refused
  activated_with          bytea,
  -- version of the content key that made the hash; null: no code activated the token
  content_version         smallint,
  bucket                  smallint not null,
  primary key (bucket, account_id, token_id)
);
create index tokens_of_bank on tokens (bank_id, created_at, token_id);
create index tokens_in_state on tokens (bank_id, state, created_at, token_id);

-- owner: tokens. All changes of a token. Append-only.
create table token_history (
  account_id              bigint not null,
  token_id                bigint not null,
  sequence                integer not null,
  bank_id                 text not null,
  event                   text not null,
  -- null when it was created
  from_state              text,
  to_state                text not null,
  requested_by            text not null check (requested_by in ('CARDHOLDER', 'ISSUER', 'REQUESTOR')),
  reason_code             text not null,
  -- the caller
  actor                   text not null,
  -- null: no notification was sent
  notification_id         uuid,
  at                      timestamptz not null,
  bucket                  smallint not null,
  primary key (bucket, account_id, token_id, sequence)
);

-- owner: tokens. The one usable activation code of a token. A newer code replaces it.
create table token_activation_codes (
  account_id              bigint not null,
  token_id                bigint not null,
  bank_id                 text not null,
  -- a keyed hash, as six digits can be guessed from a plain one
  code_hash               bytea not null,
  expires_at              timestamptz not null,
  tries_left              smallint not null check (tries_left >= 0),
  -- version of the content key that made the hash
  content_version         smallint not null,
  bucket                  smallint not null,
  primary key (bucket, account_id, token_id)
);
