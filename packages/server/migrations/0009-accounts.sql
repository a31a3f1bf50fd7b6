-- owner: clients. Clients of the banks.
create table clients (
  bank_id                 text not null references banks,
  client_id               bigint generated always as identity,
  customer_id             text not null,
  card_type               text not null,
  mailing_address         text not null check (mailing_address in ('PERMANENT', 'PRESENT', 'WORK')),
  -- the whole record as received
  record                  jsonb not null,
  created_at              timestamptz not null,
  -- version of the code that made its search terms; 0: none yet
  terms_version           smallint not null default 0,
  primary key (bank_id, client_id),
  unique (bank_id, customer_id)
);
create index clients_without_terms on clients (bank_id, terms_version, client_id);

-- owner: clients. Search terms of clients: a row for each prefix of each word of a name (`n:`), for a reversed phone number (`p:`)
-- and for an email address (`e:`), all case-folded. Records hold the same data in the clear.
create table client_terms (
  bank_id                 text not null,
  term                    text collate "C" not null,
  client_id               bigint not null,
  primary key (bank_id, term, client_id)
);

-- owner: clients. Notes of support staff about a client. Append-only.
create table client_notes (
  bank_id                 text not null,
  client_id               bigint not null,
  created_at              timestamptz not null,
  note_id                 bigint generated always as identity,
  actor                   text not null,
  person                  text,
  note                    text not null check (length(note) between 1 and 2000),
  primary key (bank_id, client_id, created_at, note_id),
  foreign key (bank_id, client_id) references clients
);

-- owner: accounts. The number of each bank's newest account.
create table account_numbers_issued (
  bank_id                 text primary key references banks,
  last_number             bigint not null
);

-- owner: accounts. Finds the account of a number. A table of its own, so that accounts can be distributed by account_id.
create table account_directory (
  bank_id                 text not null,
  account_number          text not null,
  account_id              bigint not null,
  primary key (bank_id, account_number)
);

-- Accounts lie in 256 buckets, by a hash of their id that never changes. A distributed database can put all rows of a bucket, and so
-- a batch of authorizations, on one node. The body is an expression, which the planner inlines.
create function account_bucket(account_id bigint) returns smallint
  language sql immutable parallel safe
  return (account_id % 65536 * 40503 % 65536 / 256)::smallint;

-- owner: accounts. Ids of accounts. An id is drawn before its row is inserted, as the bucket depends on it.
create sequence account_ids;

-- owner: accounts. Hot: every authorization locks and writes one row. Free space on each page keeps the new version of a row on the
-- page and out of the indexes.
create table accounts (
  account_id              bigint not null,
  bank_id                 text not null,
  client_id               bigint not null,
  account_number          text not null,
  product_code            text not null,
  card_type               text not null,
  branch_code             text not null,
  currency                char(3) not null,
  available_minor         bigint not null,
  reserved_minor          bigint not null default 0 check (reserved_minor >= 0),
  funds_check             boolean not null default true,
  custom_fields           jsonb,
  created_at              timestamptz not null,
  -- five pairs minor:end, comma-separated (day, month, counters 1 to 3). The end is in milliseconds since 1970, and empty where the
  -- window never ends. One text, because every approval writes all of them
  counters                text not null default '',
  -- counts changes of the facts of decisions: each row of account_changes, and each approval
  sequence                bigint not null default 0,
  bucket                  smallint not null,
  -- whether it has custom limits, so that accounts without any need no query
  has_limits              boolean not null default false,
  -- how many steps of the sequence moved money and nothing else. The others changed what decisions depend on, in the account or its
  -- cards: what a server has cached of that is valid while sequence minus movements is the same
  movements               bigint not null default 0,
  primary key (bucket, account_id)
) with (fillfactor = 70);
-- Lists of a client and of a bank, newest first. Their columns never change, so authorizations do not write them.
create index accounts_of_client on accounts (bank_id, client_id, created_at, account_id);
create index accounts_of_bank on accounts (bank_id, created_at, account_id);

-- owner: accounts. Movements that a bank posted.
create table account_transactions (
  account_id              bigint not null,
  transaction_id          bigint generated always as identity,
  bank_id                 text not null,
  transaction_code        text not null check (transaction_code in ('CREDIT', 'DEBIT')),
  amount_minor            bigint not null check (amount_minor > 0),
  available_after_minor   bigint not null,
  transaction_date        text not null,
  transaction_ref_number  text not null,
  posted_at               timestamptz not null,
  bucket                  smallint not null,
  primary key (bucket, account_id, transaction_id, posted_at)
) partition by range (posted_at);

-- owner: accounts. Changes, except approvals, of the facts that decisions about an account depend on, in the order in which they took
-- effect. Append-only. Together with the approvals they let a backtest replay past decisions.
create table account_changes (
  account_id              bigint not null,
  -- the account's sequence before the change
  sequence                bigint not null,
  bank_id                 text not null,
  kind                    text not null,
  -- JSON, by kind
  change                  text not null,
  at                      timestamptz not null,
  bucket                  smallint not null,
  primary key (bucket, account_id, sequence, at)
) partition by range (at);
