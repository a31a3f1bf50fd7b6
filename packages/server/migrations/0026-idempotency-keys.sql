-- owner: operation. Plain JSON requests with an Idempotency-Key, with their answers (docs/interface/repeats.md#idempotency-key).
create table idempotency_keys (
  -- the caller's bank; of an acquirer and the operator as in audit_log
  bank_id                 text not null,
  -- keyed hashes of the caller with its operation and key, and of what it asked for
  key_hash                bytea not null,
  content_hash            bytea not null,
  content_version         smallint not null,
  -- it may hold a secret that was made
  sealed_answer           bytea not null,
  key_version             smallint not null,
  claimed_at              timestamptz not null,
  primary key (bank_id, key_hash)
);
create index idempotency_keys_claimed_at on idempotency_keys (bank_id, claimed_at);

-- What provisionings, reversals and completions kept of their keys.
alter table token_directory drop column request_key, drop column request_hash, drop column content_version;
alter table authorization_events drop column content_version;
