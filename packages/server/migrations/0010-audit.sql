alter table audit_log
  -- the caller's address, where a request is told
  add column from_address text,
  -- what was changed, as it was and as it is: never a card number, a secret or a person's data
  add column before       jsonb,
  add column after        jsonb;

-- owner: audit. Rows of the log that no chain holds yet; written with them, taken by who seals them.
create table audit_queue (
  bank_id                 text not null,
  audit_id                bigint not null,
  at                      timestamptz not null,
  primary key (bank_id, audit_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);
insert into audit_queue (bank_id, audit_id, at) select bank_id, audit_id, at from audit_log;

-- owner: audit. The hash chain of each bank: a row for each row of its log, in the order in which they were sealed.
-- Append-only. Never less than the row's own time, sealed_at only grows along a chain: whole months are its beginning.
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

-- owner: audit. Where a chain stood when rows were added, under a key of the vault: who has only the database cannot make
-- another chain look right. Append-only.
create table audit_seals (
  bank_id                 text not null,
  chain_no                bigint not null,
  chain_hash              bytea not null,
  sealed_at               timestamptz not null,
  key_version             smallint not null references data_keys,
  mac                     bytea not null,
  primary key (bank_id, chain_no, sealed_at)
) partition by range (sealed_at);

-- owner: audit. Where what is left of a chain begins, since its old months were dropped; sealed like the others.
create table audit_anchors (
  bank_id                 text not null,
  -- last one that was dropped, 0 where all are there
  chain_no                bigint not null,
  chain_hash              bytea not null,
  -- rows of the log before this time were dropped with it
  kept_from               timestamptz not null,
  made_at                 timestamptz not null,
  key_version             smallint not null references data_keys,
  mac                     bytea not null,
  primary key (bank_id, kept_from)
);
