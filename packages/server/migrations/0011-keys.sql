-- owner: vault. Keys of the key file that this database knows. The keys themselves are never here: the mark, a keyed hash,
-- tells each from any other. Of each kind one is ACTIVE. NEW: not every server has it yet. RETIRING: a lookup key that is
-- still searched. The first start under these tables fills in what the database was filled with before.
create table root_keys (
  kind                    text not null check (kind in ('MASTER', 'LOOKUP')),
  key_version             smallint not null check (key_version > 0),
  state                   text not null check (state in ('NEW', 'ACTIVE', 'RETIRING', 'RETIRED')),
  mark                    bytea not null,
  created_at              timestamptz not null default now(),
  retired_at              timestamptz,
  primary key (kind, key_version)
);

-- A retired data key stays, wrapped: nothing lies under it, but what was made with it can still be verified.
alter table data_keys
  add column state          text not null default 'ACTIVE' check (state in ('NEW', 'ACTIVE', 'RETIRING', 'RETIRED')),
  add column master_version smallint not null default 1,
  add column retired_at     timestamptz;

-- owner: vault. Keys that are never rotated, wrapped by the master key. CONTENT tells a repeated request from another one:
-- what it made has to be recognised for months.
create table service_keys (
  purpose                 text primary key check (purpose in ('CONTENT')),
  master_version          smallint not null,
  wrapped_key             bytea not null,
  created_at              timestamptz not null default now()
);

alter table signing_keys add column master_version smallint not null default 1;

-- owner: keys. Which keys each running server has, by its own word every few seconds: no key comes into force before all have it.
create table key_holders (
  holder_id               text primary key,
  -- host and process, for people
  name                    text not null,
  master_versions         smallint[] not null,
  lookup_versions         smallint[] not null,
  data_versions           smallint[] not null,
  -- the data key that it seals under
  sealing_version         smallint not null,
  -- what is wrong with its keys, if anything is
  problem                 text,
  seen_at                 timestamptz not null
);

-- owner: keys. A rotation from all older keys to this one. SPREADING: not every server has the new key. STOPPED is a state of
-- its own, so that a rotation that was stopped goes on as what it was.
create table key_rotations (
  kind                    text not null check (kind in ('DATA', 'LOOKUP', 'MASTER')),
  key_version             smallint not null,
  state                   text not null check (state in ('SPREADING', 'RUNNING', 'DONE')),
  is_stopped              boolean not null default false,
  -- how often all rows were gone through
  passes                  integer not null default 0,
  -- transactions older than this may still write under the old key
  fence                   xid8,
  fenced_at               timestamptz,
  started_at              timestamptz not null default now(),
  finished_at             timestamptz,
  primary key (kind, key_version)
);

-- owner: keys. How far a rotation has come in a table. Who works on the table holds the row's lock.
create table key_rotation_tables (
  kind                    text not null,
  key_version             smallint not null,
  table_name              text not null,
  -- key of the last row of the pass, as texts; null before the first
  reached                 text[],
  is_passed               boolean not null default false,
  rows_done               bigint not null default 0,
  primary key (kind, key_version, table_name),
  foreign key (kind, key_version) references key_rotations on delete cascade
);
