-- owner: operation. A message id that took effect, with its answer (docs/interface/repeats.md#envelopes).
create table message_claims (
  bank_id                 text not null,
  src_application         text not null,
  msg_id                  text not null,
  operation               text not null,
  -- keyed hash of the content, timestamp apart
  content_hash            bytea not null,
  -- body of the answer and its contract warnings; null only inside the claiming transaction
  answer                  text,
  claimed_at              timestamptz not null,
  primary key (bank_id, src_application, msg_id)
);
create index message_claims_claimed_at on message_claims (bank_id, claimed_at);

-- owner: operation. Accepted deviations, counted by day (docs/interface/requests.md#contract-warnings).
create table contract_warnings (
  bank_id                 text not null,
  on_day                  date not null,
  operation               text not null,
  path                    text not null,
  rule                    text not null,
  occurrences             bigint not null,
  first_at                timestamptz not null,
  last_at                 timestamptz not null,
  primary key (bank_id, on_day, operation, path, rule)
);

-- owner: audit. Append-only.
create table audit_log (
  bank_id                 text not null,
  audit_id                bigint generated always as identity,
  at                      timestamptz not null,
  actor                   text not null,
  operation               text not null,
  subject                 text not null,
  outcome                 text not null,
  request_id              text not null,
  details                 jsonb,
  primary key (bank_id, audit_id, at)
) partition by range (at);

-- owner: clients.
create table clients (
  bank_id                 text not null references banks,
  client_id               bigint generated always as identity,
  customer_id             text not null,
  card_type               text not null,
  mailing_address         text not null check (mailing_address in ('PERMANENT', 'PRESENT', 'WORK')),
  -- the whole record as it was sent
  record                  jsonb not null,
  created_at              timestamptz not null,
  primary key (bank_id, client_id),
  unique (bank_id, customer_id)
);

-- owner: accounts. Number of each bank's newest account.
create table account_numbers_issued (
  bank_id                 text primary key references banks,
  last_number             bigint not null
);

-- owner: accounts. Finds the account of a number; kept apart so that accounts can be distributed by account_id.
create table account_directory (
  bank_id                 text not null,
  account_number          text not null,
  account_id              bigint not null,
  primary key (bank_id, account_number)
);

-- owner: accounts. Hot: one row is locked and written by every authorization. Room is left on each page so that an
-- update stays on it and touches no index.
create table accounts (
  account_id              bigint generated always as identity primary key,
  bank_id                 text not null,
  client_id               bigint not null,
  account_number          text not null,
  product_code            text not null,
  card_type               text not null,
  branch_code             text not null,
  currency                char(3) not null,
  available_minor         bigint not null,
  reserved_minor          bigint not null default 0 check (reserved_minor >= 0),
  funds_check             boolean not null default true,
  custom_fields           jsonb,
  created_at              timestamptz not null
) with (fillfactor = 70);

-- owner: accounts. Every movement that a bank posted.
create table account_transactions (
  account_id              bigint not null,
  transaction_id          bigint generated always as identity,
  bank_id                 text not null,
  transaction_code        text not null check (transaction_code in ('CREDIT', 'DEBIT')),
  amount_minor            bigint not null check (amount_minor > 0),
  available_after_minor   bigint not null,
  transaction_date        text not null,
  transaction_ref_number  text not null,
  posted_at               timestamptz not null,
  primary key (account_id, transaction_id, posted_at)
) partition by range (posted_at);

-- owner: cards. Finds the card of an EXID.
create table card_directory (
  bank_id                 text not null,
  exid                    text not null,
  account_id              bigint not null,
  card_id                 bigint not null,
  primary key (bank_id, exid)
);

-- owner: cards.
create sequence card_ids;
create table cards (
  account_id              bigint not null,
  card_id                 bigint not null,
  bank_id                 text not null,
  -- the cardholder
  client_id               bigint not null,
  exid                    text not null,
  product_code            text not null,
  bin                     text not null,
  masked_number           text not null,
  sequence_number         text not null,
  -- YYMM
  expiry                  char(4) not null,
  status                  text not null default 'ACTIVE'
                          check (status in ('ACTIVE', 'BLOCKED', 'LOST', 'STOLEN', 'CLOSED')),
  status_changed_at       timestamptz not null,
  cardholder_name         text not null,
  card_role               text not null check (card_role in ('P', 'S')),
  card_form               text not null check (card_form in ('V', 'P')),
  institution_id          text,
  custom_fields           jsonb,
  created_at              timestamptz not null,
  primary key (account_id, card_id)
);

-- owner: vault. The only place of a full card number: sealed, found by a keyed hash or by what a mask leaves visible.
create table vault_card_numbers (
  bank_id                 text not null,
  card_id                 bigint not null,
  account_id              bigint not null,
  lookup_version          smallint not null,
  lookup_hash             bytea not null,
  first6                  char(6) not null,
  last4                   char(4) not null,
  number_length           smallint not null,
  expiry                  char(4) not null,
  key_version             smallint not null references data_keys,
  sealed_number           bytea not null,
  primary key (bank_id, card_id),
  unique (bank_id, lookup_version, lookup_hash)
);
create index vault_card_numbers_masked on vault_card_numbers (bank_id, first6, last4);
