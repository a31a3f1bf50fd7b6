-- owner: clients. Where a search finds clients: a row for each beginning of each word of a name (`n:`), for a phone number
-- backwards (`p:`) and an e-mail address (`e:`), all folded as clients/search-terms.ts folds them. Records are stored as they
-- were sent, so this tells nothing that they do not.
create table client_terms (
  bank_id                 text not null,
  term                    text collate "C" not null,
  client_id               bigint not null,
  primary key (bank_id, term, client_id)
);

-- version of search-terms.ts by which its terms were made; 0: none yet
alter table clients add column terms_version smallint not null default 0;
create index clients_without_terms on clients (bank_id, terms_version, client_id);

-- of a client, and of the bank, newest first. What they hold never changes, so no authorization touches them.
create index accounts_of_client on accounts (bank_id, client_id, created_at, account_id);
create index accounts_of_bank on accounts (bank_id, created_at, account_id);
create index cards_of_client on cards (bank_id, client_id, created_at, card_id);
create index cards_of_bank on cards (bank_id, created_at, card_id);
create index cards_by_last_digits on cards (bank_id, right(masked_number, 4), created_at, card_id);
create index cards_by_status on cards (bank_id, status, created_at, card_id);

-- owner: authorization. Messages that were decided, or whose reservation ended, and that the lists do not show so yet: a row
-- for each batch. Rows live for a second.
create table unlisted_authorizations (
  bucket                  smallint not null,
  unlisted_id             bigint generated always as identity,
  decided_at              timestamptz not null,
  account_ids             bigint[] not null,
  message_keys            bigint[] not null,
  primary key (bucket, unlisted_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

-- owner: authorization. What lists show and search of each authorization, written beside the hot path
-- (authorization/listing/list-decided.ts): the rows of authorizations are wide, and have no index by time.
create table listed_authorizations (
  bank_id                 text not null,
  decided_at              timestamptz not null,
  message_key             bigint not null,
  account_id              bigint not null,
  card_id                 bigint,
  retrieval_reference     bigint not null,
  system_trace            integer not null,
  state                   "char" not null,
  action_code             char(2) not null,
  rule                    text not null,
  approval_code           text not null,
  billing_minor           bigint not null,
  -- of the account; null where no card was found
  currency                char(3),
  -- decimals of the currency
  exponent                smallint,
  acquirer                text not null,
  merchant                text not null,
  merchant_place          text not null,
  mcc                     text not null,
  country                 text,
  channel                 text not null,
  primary key (bank_id, decided_at, message_key, account_id)
) partition by range (decided_at);
create index listed_authorizations_of_account on listed_authorizations (bank_id, account_id, decided_at, message_key);
create index listed_authorizations_by_merchant on listed_authorizations (bank_id, merchant, decided_at, message_key);
create index listed_authorizations_by_mcc on listed_authorizations (bank_id, mcc, decided_at, message_key);
create index listed_authorizations_by_country on listed_authorizations (bank_id, country, decided_at, message_key);
-- most are approved, and found without an index
create index listed_authorizations_by_rule on listed_authorizations (bank_id, rule, decided_at, message_key)
  where action_code <> '00';
create index listed_authorizations_by_code on listed_authorizations (bank_id, action_code, decided_at, message_key)
  where action_code <> '00';
create index listed_authorizations_ended on listed_authorizations (bank_id, state, decided_at, message_key)
  where state in ('R', 'E');

-- owner: authorization. How many authorizations there were in an hour or a day of the bank's time zone, all together and
-- split in each of five ways.
create table authorization_statistics (
  bank_id                 text not null,
  grain                   text not null check (grain in ('hour', 'day')),
  starts_at               timestamptz not null,
  -- all, or what it is split by
  split                   text not null,
  value                   text not null,
  -- of the account; empty where no card was found
  currency                text not null,
  approved                bigint not null,
  declined                bigint not null,
  approved_minor          bigint not null,
  declined_minor          bigint not null,
  primary key (bank_id, grain, split, starts_at, value, currency)
) with (fillfactor = 70);
