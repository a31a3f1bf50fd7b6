-- owner: merchant-lists. The current edition of a bank's rules, merchant lists and programs. Each change makes the next edition. A
-- bank without a row has never had any.
create table bank_editions (
  bank_id                 text not null primary key,
  edition                 bigint not null
);

-- owner: merchant-lists. When each edition came into force, for decisions that do not name their edition.
create table edition_times (
  bank_id                 text not null,
  edition                 bigint not null,
  at                      timestamptz not null,
  primary key (bank_id, edition)
);

-- owner: merchant-lists. Named lists of merchants or of merchant categories.
create table merchant_lists (
  bank_id                 text not null,
  name                    text not null,
  kind                    text not null check (kind in ('merchantId', 'mcc')),
  -- current number of entries
  entry_count             integer not null,
  -- the edition that changed it last
  edition                 bigint not null,
  list_id                 bigint generated always as identity,
  created_at              timestamptz not null,
  changed_at              timestamptz not null,
  changed_by              text not null,
  primary key (bank_id, name)
);
create index merchant_lists_by_age on merchant_lists (bank_id, created_at, list_id);

-- owner: merchant-lists. Entries of a list, from one edition until before another one, so that past decisions can be replayed.
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

-- owner: rules. Rules of the banks.
create table rules (
  bank_id                 text not null,
  rule_id                 uuid not null,
  -- the order of creation, which is the order of evaluation
  number                  integer not null,
  name                    text not null,
  created_at              timestamptz not null,
  primary key (bank_id, rule_id),
  unique (bank_id, name),
  unique (bank_id, number)
);

-- owner: rules. Versions of a rule. The definition of a version never changes, its state does.
create table rule_versions (
  bank_id                 text not null,
  rule_id                 uuid not null,
  version                 integer not null,
  state                   text not null check (state in ('DRAFT', 'SHADOW', 'PROPOSED', 'LIVE', 'RETIRED')),
  -- JSON as received
  condition               text not null,
  effect                  text not null check (effect in ('05', '57', '62')),
  description             text,
  from_at                 timestamptz,
  until_at                timestamptz,
  created_at              timestamptz not null,
  created_by              text not null,
  shadow_at               timestamptz,
  proposed_at             timestamptz,
  proposed_by             text,
  backtest_id             uuid,
  live_at                 timestamptz,
  approved_by             text,
  retired_at              timestamptz,
  retired_by              text,
  -- optional reasons of the approval, and of the retirement or rejection
  approved_reason         text,
  retired_reason          text,
  primary key (bank_id, rule_id, version)
);

-- owner: rules. From which edition until before which a version was evaluated, live or in shadow mode, so that past decisions can be
-- replayed.
create table rule_spans (
  bank_id                 text not null,
  rule_id                 uuid not null,
  version                 integer not null,
  kind                    text not null check (kind in ('SHADOW', 'LIVE')),
  from_edition            bigint not null,
  until_edition           bigint,
  primary key (bank_id, rule_id, version, kind, from_edition)
);

-- owner: rules. Daily totals of each version, added up when decisions are indexed.
create table rule_statistics (
  bank_id                 text not null,
  rule_id                 uuid not null,
  day                     date not null,
  version                 integer not null,
  currency                text not null,
  asked                   bigint not null,
  would_decline           bigint not null,
  would_decline_minor     bigint not null,
  declined                bigint not null,
  declined_minor          bigint not null,
  primary key (bank_id, rule_id, day, version, currency)
);

-- owner: rules. Names that limits of accounts and cards have or had. A condition that names another limit is reported to its author.
-- Rows are never deleted, so that setting a limit with a known name writes nothing.
create table limit_names (
  bank_id                 text not null,
  name                    text not null,
  -- whether the limits sum amounts; others count messages or merchants
  is_sum                  boolean not null,
  primary key (bank_id, name, is_sum)
);

-- owner: limits. Custom limits of an account and its cards, and what is used of each. The first limit of an account creates the row,
-- which stays: keys of limits are never reused.
create table account_limits (
  bucket                  smallint not null,
  account_id              bigint not null,
  bank_id                 text not null,
  -- key of the next limit
  next_key                integer not null default 1,
  -- JSON
  limits                  text not null default '[]',
  used                    text not null default '{}',
  primary key (bucket, account_id)
);

-- owner: limits. What is used of limits that accounts share: limits of a program, and limits of a bank. A transaction that changes a
-- row locks its account first, then these rows in the order of their products. The first such limit creates the row, which stays.
create table shared_limits (
  bank_id                 text not null,
  -- empty: the whole bank
  product_code            text not null,
  -- JSON
  used                    text not null default '{}',
  primary key (bank_id, product_code)
);
