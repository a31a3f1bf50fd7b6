-- owner: banks. Directories that every bank shares; they name the bank and hold nothing of its customers.
create table banks (
  bank_id                 text primary key check (char_length(bank_id) between 1 and 4),
  bank_code               text not null unique check (char_length(bank_code) between 1 and 3),
  name                    text not null,
  country                 char(2) not null,
  currency                char(3) not null,
  time_zone               text not null,
  -- local time at which the next business date begins
  cut_off                 time not null default '00:00',
  fraud_monitoring        boolean not null default false,
  sandbox                 boolean not null default false,
  created_at              timestamptz not null default now()
);

-- owner: banks. A BIN leads a network's message to its bank, so it is unique across banks.
create table products (
  bank_id                 text not null references banks,
  product_code            text not null,
  name                    text not null,
  card_type               text not null check (card_type in ('PREPAID', 'CREDIT', 'DEBIT')),
  bin                     text not null unique check (bin ~ '^\d{6,8}$'),
  card_number_length      smallint not null default 16 check (card_number_length between 16 and 19),
  validity_months         smallint not null default 60 check (validity_months between 1 and 240),
  primary key (bank_id, product_code)
);

-- owner: access. Callers that get their tokens here.
create table oauth_clients (
  client_id               text primary key,
  -- short number that an authorization keeps of its sender
  sender                  integer generated always as identity unique,
  kind                    text not null check (kind in ('bank', 'network', 'acquirer')),
  bank_id                 text references banks,
  acquirer_id             text,
  scopes                  text[] not null,
  -- scrypt, null for clients that sign their assertions
  secret_hash             text,
  -- JWKS of a private_key_jwt client
  jwks                    jsonb,
  requests_per_minute     integer check (requests_per_minute > 0),
  disabled                boolean not null default false,
  sandbox                 boolean not null default false,
  created_at              timestamptz not null default now(),
  check ((kind = 'bank') = (bank_id is not null)),
  check ((kind = 'acquirer') = (acquirer_id is not null))
);

-- owner: access. Keys that sign access tokens, shared by all servers; the private part is sealed by the master key.
create table signing_keys (
  key_id                  text primary key,
  public_jwk              jsonb not null,
  sealed_private_key      bytea not null,
  created_at              timestamptz not null default now()
);

-- owner: access. Assertions that were used, until they expire by themselves.
create table used_assertions (
  client_id               text not null,
  assertion_id            text not null,
  expires_at              timestamptz not null,
  primary key (client_id, assertion_id)
);

-- owner: vault. Data keys, wrapped by the master key of the key file; one row for each version.
create table data_keys (
  key_version             smallint primary key,
  wrapped_key             bytea not null,
  created_at              timestamptz not null default now()
);

-- owner: sandbox. How far the sandbox's clock was moved.
create table sandbox_clock (
  only_row                boolean primary key default true check (only_row),
  offset_ms               bigint not null default 0
);
