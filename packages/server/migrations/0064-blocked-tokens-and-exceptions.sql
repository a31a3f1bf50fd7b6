-- Whether the block of the card suspended the token: then the end of the block resumes it.
alter table tokens add column suspended_by_block boolean not null default false;

-- owner: accounts. Payments that somebody of the bank allows once, although a control of the account would decline them.
create table account_exceptions (
  account_id              bigint not null,
  exception_id            uuid not null,
  bank_id                 text not null,
  -- one of the two
  merchant_id             text,
  mcc                     text,
  max_minor               bigint not null,
  valid_until             timestamptz not null,
  reason                  text not null,
  -- the caller, and the name of a person
  created_by              text not null,
  created_name            text,
  created_at              timestamptz not null,
  -- the message that used it
  used_by                 bigint,
  used_at                 timestamptz,
  cancelled_by            text,
  cancelled_at            timestamptz,
  bucket                  smallint not null,
  primary key (bucket, account_id, exception_id),
  check ((merchant_id is null) <> (mcc is null))
);
create index account_exceptions_of_caller on account_exceptions (bank_id, created_by, created_at);
-- until then, an exception of the account may be open; null: it never had one
alter table accounts add column exceptions_until timestamptz;
