-- owner: vault. Data keys, one row for each version. The master key of the key file wraps them.
create table data_keys (
  key_version             smallint primary key,
  wrapped_key             bytea not null,
  created_at              timestamptz not null default now(),
  -- A retired data key stays, wrapped. It seals no row any more, and still verifies what it authenticated.
  state                   text not null default 'ACTIVE' check (state in ('NEW', 'ACTIVE', 'RETIRING', 'RETIRED')),
  master_version          smallint not null default 1,
  retired_at              timestamptz
);

-- owner: vault. Keys of the key file that this database knows. The table never holds the keys themselves: the mark, a keyed
-- hash, identifies each. One key of each kind is ACTIVE. NEW: some servers do not have the key yet. RETIRING: a lookup key that
-- searches still use.
create table root_keys (
  kind                    text not null check (kind in ('MASTER', 'LOOKUP')),
  key_version             smallint not null check (key_version > 0),
  state                   text not null check (state in ('NEW', 'ACTIVE', 'RETIRING', 'RETIRED')),
  mark                    bytea not null,
  created_at              timestamptz not null default now(),
  retired_at              timestamptz,
  primary key (kind, key_version)
);

-- owner: vault. Keys of the service, wrapped by the master key. The content key makes keyed hashes that recognize a repeated
-- request for months, so each row with such a hash holds the version of its key. RETIRING: a caller may still repeat requests
-- that were hashed with the key. RETIRED: no such request is left, and the key is destroyed.
create table service_keys (
  purpose                 text not null check (purpose in ('CONTENT')),
  master_version          smallint not null,
  wrapped_key             bytea,
  created_at              timestamptz not null default now(),
  key_version             smallint not null check (key_version > 0),
  state                   text not null check (state in ('NEW', 'ACTIVE', 'RETIRING', 'RETIRED')),
  -- when another key replaced it, by the business clock
  replaced_at             timestamptz,
  destroyed_at            timestamptz,
  primary key (purpose, key_version),
  check ((state = 'RETIRED') = (wrapped_key is null))
);

-- owner: vault. The only place of a full card number. It is sealed, and found by a keyed hash or by the digits that a mask shows.
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
  -- as in cards
  earlier_expiry          char(4),
  primary key (bank_id, card_id),
  unique (bank_id, lookup_version, lookup_hash)
);
create index vault_card_numbers_masked on vault_card_numbers (bank_id, first6, last4);

-- owner: keys. The keys that each running server has. Servers report them every few seconds: no key comes into force before all
-- servers have it.
create table key_holders (
  holder_id               text primary key,
  -- host and process, for people
  name                    text not null,
  master_versions         smallint[] not null,
  lookup_versions         smallint[] not null,
  data_versions           smallint[] not null,
  -- the data key that the server seals with
  sealing_version         smallint not null,
  -- the problem of its keys, if there is one
  problem                 text,
  seen_at                 timestamptz not null,
  content_versions        smallint[] not null default '{1}',
  -- the content key that the server makes hashes with
  hashing_version         smallint not null default 1
);

-- owner: keys. A rotation from all older keys to this one. SPREADING: some servers do not have the new key yet. is_stopped is a
-- column of its own, so that a stopped rotation resumes in its state.
create table key_rotations (
  kind                    text not null check (kind in ('DATA', 'LOOKUP', 'MASTER', 'CONTENT')),
  key_version             smallint not null,
  state                   text not null check (state in ('SPREADING', 'RUNNING', 'DONE')),
  is_stopped              boolean not null default false,
  -- how many times the rotation went through all rows
  passes                  integer not null default 0,
  -- transactions older than this may still write under the old key
  fence                   xid8,
  fenced_at               timestamptz,
  started_at              timestamptz not null default now(),
  finished_at             timestamptz,
  primary key (kind, key_version)
);

-- owner: keys. The progress of a rotation in a table. The server that works on the table holds the row's lock.
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
