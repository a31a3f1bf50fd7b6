-- what the request for a token said of it; null for tokens that the bank made itself
alter table tokens add column token_type text;
alter table tokens add column device_id text;
create index tokens_of_device on tokens (bank_id, device_id) where device_id is not null;

-- owner: tokens. Devices that asked for tokens. A row is locked while its device is counted, so that requests for cards of several
-- accounts cannot pass a limit together.
create table token_devices (
  bank_id                 text not null,
  device_id               text not null,
  asked_at                timestamptz not null,
  primary key (bank_id, device_id)
);

-- owner: tokens. Decisions about requests for tokens. Append-only.
create table token_provisionings (
  bank_id                 text not null,
  provisioning_key        bigint generated always as identity,
  -- public
  decision_id             uuid not null,
  provisioning_id         uuid not null,
  -- the OAuth client that asked
  network                 text not null,
  -- null: no card was found
  account_id              bigint,
  card_id                 bigint,
  exid                    text,
  masked_number           text,
  requestor_id            text not null,
  requestor_name          text not null,
  -- JSON, without the card
  request                 text not null,
  outcome                 text not null check (outcome in ('APPROVED', 'APPROVED_WITH_CODE', 'DECLINED')),
  reason                  text,
  rule                    text not null,
  -- JSON
  trace                   text not null,
  token_reference         uuid,
  decided_at              timestamptz not null,
  primary key (bank_id, provisioning_key)
);
create unique index token_provisionings_by_id on token_provisionings (bank_id, decision_id);
create index token_provisionings_of_bank on token_provisionings (bank_id, decided_at, provisioning_key);
create index token_provisionings_of_card on token_provisionings (bank_id, account_id, card_id, decided_at);
