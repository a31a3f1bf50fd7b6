-- owner: backtests. Backtests of a bank that were asked for: where they stand, and what came of them.
create table backtests (
  bank_id                 text not null,
  backtest_id             uuid not null,
  state                   text not null check (state in ('WAITING', 'RUNNING', 'DONE', 'CANCELLED', 'FAILED')),
  -- decisions of this time; null: from the first one
  from_at                 timestamptz,
  to_at                   timestamptz not null,
  -- JSON, as it was sent
  proposal                text not null,
  -- numbers of accounts; null: all
  accounts                text[],
  asked_by                text not null,
  asked_at                timestamptz not null,
  done                    bigint not null default 0,
  total                   bigint,
  -- whose turn it is; by the database's clock. Past it the server is gone
  lease                   uuid,
  leased_until            timestamptz,
  attempts                smallint not null default 0,
  failure                 text,
  -- JSON
  result                  text,
  ended_at                timestamptz,
  primary key (bank_id, backtest_id)
);
create index backtests_to_do on backtests (bank_id, asked_at) where state in ('WAITING', 'RUNNING');

-- owner: backtests. Decisions that would have been different: a sample to read.
create table backtest_differences (
  bank_id                 text not null,
  backtest_id             uuid not null,
  decided_at              timestamptz not null,
  place                   bigint not null,
  -- JSON, as it is answered
  difference              text not null,
  primary key (bank_id, backtest_id, decided_at, place)
);
