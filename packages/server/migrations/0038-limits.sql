-- owner: limits. Limits of a bank's own on an account and its cards, and what is used of each. A row is there from the first limit
-- of an account on, and stays: the keys of limits are never given again.
create table account_limits (
  bucket                  smallint not null,
  account_id              bigint not null,
  bank_id                 text not null,
  -- the key of the next limit
  next_key                integer not null default 1,
  -- JSON: limits/stored-limits.ts
  limits                  text not null default '[]',
  used                    text not null default '{}',
  primary key (bucket, account_id)
);

-- Whether it has any, so that nothing is asked of those that have none.
alter table accounts add column has_limits boolean not null default false;

-- Which limits counted the decision: `1,4`, and the merchant where one was counted.
alter table authorizations add column counted text;
