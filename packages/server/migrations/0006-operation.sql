-- owner: operation. Message ids that took effect, with their answers (docs/interface/repeats.md#envelopes).
create table message_claims (
  bank_id                 text not null,
  src_application         text not null,
  msg_id                  text not null,
  operation               text not null,
  -- keyed hash of the content without its timestamp
  content_hash            bytea not null,
  -- body of the answer and its contract warnings; null only inside the claiming transaction
  answer                  text,
  claimed_at              timestamptz not null,
  -- version of the content key that made the hash
  content_version         smallint not null,
  primary key (bank_id, src_application, msg_id)
);
create index message_claims_claimed_at on message_claims (bank_id, claimed_at);

-- owner: operation. Plain JSON requests with an Idempotency-Key, and their answers (docs/interface/repeats.md#idempotency-key).
create table idempotency_keys (
  -- the caller's bank; for an acquirer and the operator as in people
  bank_id                 text not null,
  -- keyed hashes of the caller with its operation and key, and of the request
  key_hash                bytea not null,
  content_hash            bytea not null,
  content_version         smallint not null,
  -- sealed, as it may hold a generated secret
  sealed_answer           bytea not null,
  key_version             smallint not null,
  claimed_at              timestamptz not null,
  primary key (bank_id, key_hash)
);
create index idempotency_keys_claimed_at on idempotency_keys (bank_id, claimed_at);

-- owner: operation. Accepted deviations from the contract, counted by day (docs/interface/requests.md#contract-warnings).
create table contract_warnings (
  bank_id                 text not null,
  on_day                  date not null,
  operation               text not null,
  path                    text not null,
  rule                    text not null,
  occurrences             bigint not null,
  first_at                timestamptz not null,
  last_at                 timestamptz not null,
  -- the caller that deviated; empty in rows that are older than the column
  caller                  text not null default '',
  primary key (bank_id, on_day, caller, operation, path, rule)
);
