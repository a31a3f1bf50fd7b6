-- owner: merchant-lists. What a bank adds to its decisions, rules and the lists that they name, changes edition by edition: each change
-- is the next one. A bank without a row here has never set any.
create table bank_editions (
  bank_id                 text not null primary key,
  edition                 bigint not null
);

-- owner: merchant-lists. When each edition came into force, for decisions that do not say by which one they were made.
create table edition_times (
  bank_id                 text not null,
  edition                 bigint not null,
  at                      timestamptz not null,
  primary key (bank_id, edition)
);

-- owner: merchant-lists. Named lists of merchants, or of merchant categories.
create table merchant_lists (
  bank_id                 text not null,
  name                    text not null,
  kind                    text not null check (kind in ('merchantId', 'mcc')),
  -- entries now
  entry_count             integer not null,
  -- the one that changed it last
  edition                 bigint not null,
  list_id                 bigint generated always as identity,
  created_at              timestamptz not null,
  changed_at              timestamptz not null,
  changed_by              text not null,
  primary key (bank_id, name)
);
create index merchant_lists_by_age on merchant_lists (bank_id, created_at, list_id);

-- owner: merchant-lists. What a list held, and from which edition until before which: so past decisions can be made again.
create table merchant_list_entries (
  bank_id                 text not null,
  name                    text not null,
  entry                   text not null,
  from_edition            bigint not null,
  until_edition           bigint,
  primary key (bank_id, name, entry, from_edition)
);
create index merchant_list_entries_added on merchant_list_entries (bank_id, name, from_edition);
create index merchant_list_entries_removed on merchant_list_entries (bank_id, name, until_edition) where until_edition is not null;
