-- What a bank configures for the control of its cards (docs/operating.md): functions, windows, merchant groups, texts.
alter table banks add column card_control jsonb not null default '{}';
-- Product flags that card settings show (docs/interface/card-settings.md#product-flags).
alter table products add column can_activate boolean not null default false;
alter table products add column permissions boolean[] not null default '{false,false,false,false,false}';

-- counters: five pairs minor:end, comma separated (day, month, counters 1 to 3); the end in milliseconds since 1970,
-- empty where the window never ends. One text, because every approval writes all of them.
alter table accounts add column counters text not null default '';
-- counts what changed the facts that decisions look at: each change below, and each approval
alter table accounts add column sequence bigint not null default 0;

-- owner: accounts. Append-only: everything but approvals that changed what decisions about an account depend on, in the
-- order in which it took effect. With the approvals it makes the past decidable again (backtest).
create table account_changes (
  account_id              bigint not null,
  -- the account's sequence before the change
  sequence                bigint not null,
  bank_id                 text not null,
  kind                    text not null,
  -- JSON, by kind
  change                  text not null,
  at                      timestamptz not null,
  primary key (account_id, sequence, at)
) partition by range (at);

-- owner: card-settings. Hot: read with the accounts of a batch, where their version is not known yet.
create table account_settings (
  account_id              bigint primary key,
  bank_id                 text not null,
  -- counts the changes, so that a server knows whether what it remembers is in force
  version                 integer not null,
  -- JSON: field of the table to its text, in one form for each kind of field
  settings                text not null,
  changed_at              timestamptz not null
);

-- The entries that can come into force, newest first, as JSON; and how often they changed.
alter table cards add column restrictions text not null default '[]';
alter table cards add column restrictions_version integer not null default 0;

-- owner: restrictions. Append-only: every change, whether still in force or not.
create table card_restrictions (
  account_id              bigint not null,
  card_id                 bigint not null,
  -- the card's restrictions_version that it made
  version                 integer not null,
  bank_id                 text not null,
  restriction_type        text not null,
  is_allowed              boolean not null,
  -- last day in force, in the bank's time zone; null: without end
  end_date                date,
  allowed_values          text,
  actor                   text not null,
  changed_at              timestamptz not null,
  primary key (account_id, card_id, version)
);

-- the account's sequence before the decision; null for what was decided before there was one
alter table authorizations add column account_sequence bigint;

-- Accounts that are there already begin their history today.
do $$
declare
  month date := date_trunc('month', now() at time zone 'UTC');
begin
  execute format('create table account_changes_%s partition of account_changes for values from (%L) to (%L)',
    to_char(month, 'YYYY_MM'), month::timestamp at time zone 'UTC', (month + interval '1 month') at time zone 'UTC');
end $$;
insert into account_changes (account_id, sequence, bank_id, kind, change, at)
select account_id, 0, bank_id, 'OPENED',
       json_build_object('availableMinor', available_minor::text, 'fundsCheck', funds_check)::text, now()
  from accounts;
insert into account_changes (account_id, sequence, bank_id, kind, change, at)
select account_id, row_number() over (partition by account_id order by card_id), bank_id, 'CARD_ADDED',
       json_build_object('cardId', card_id::text, 'status', status, 'expiry', expiry,
                         'sequenceNumber', sequence_number)::text, now()
  from cards;
update accounts a set sequence = (select count(*) from account_changes c where c.account_id = a.account_id);
