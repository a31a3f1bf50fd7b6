-- owner: audit. The audit log. Append-only.
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
  -- the caller's address, where the entry is of a request
  from_address            text,
  -- what changed, before and after: never a card number, a secret or a person's data
  before                  jsonb,
  after                   jsonb,
  primary key (bank_id, audit_id, at)
) partition by range (at);
-- Readers request the newest rows of the log or of a subject.
create index audit_log_by_time on audit_log (bank_id, at, audit_id);
create index audit_log_of_subject on audit_log (bank_id, subject, at, audit_id);

-- owner: audit. Rows of the log that no chain holds yet. The transaction that writes a log row queues it, and sealing removes it.
create table audit_queue (
  bank_id                 text not null,
  audit_id                bigint not null,
  at                      timestamptz not null,
  primary key (bank_id, audit_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- owner: audit. The hash chain of each bank: a row for each row of its log, in the order of sealing. Append-only. sealed_at is
-- never before the time of the log row, and only grows along a chain, so the oldest months of a chain are its beginning.
create table audit_chain (
  bank_id                 text not null,
  chain_no                bigint not null,
  audit_id                bigint not null,
  at                      timestamptz not null,
  -- SHA-256 of the row of the log
  row_hash                bytea not null,
  -- SHA-256 of the chain_hash before it, chain_no and row_hash
  chain_hash              bytea not null,
  sealed_at               timestamptz not null,
  primary key (bank_id, chain_no, sealed_at)
) partition by range (sealed_at);
create index audit_chain_audit_id on audit_chain (bank_id, audit_id);

-- owner: audit. The state of a chain after rows were added, authenticated by a key of the vault: the database alone is not enough
-- to forge a chain. Append-only.
create table audit_seals (
  bank_id                 text not null,
  chain_no                bigint not null,
  chain_hash              bytea not null,
  sealed_at               timestamptz not null,
  key_version             smallint not null references data_keys,
  mac                     bytea not null,
  primary key (bank_id, chain_no, sealed_at)
) partition by range (sealed_at);

-- owner: audit. Where the remaining part of a chain begins after old months were dropped. Authenticated like audit_seals.
create table audit_anchors (
  bank_id                 text not null,
  -- the last one that was dropped; 0: none was
  chain_no                bigint not null,
  chain_hash              bytea not null,
  -- log rows before this time were dropped with the chain
  kept_from               timestamptz not null,
  made_at                 timestamptz not null,
  key_version             smallint not null references data_keys,
  mac                     bytea not null,
  primary key (bank_id, kept_from)
);
