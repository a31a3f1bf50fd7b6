-- owner: banks. The directory of banks, shared by all banks. It holds no data of their customers.
create table banks (
  bank_id                 text primary key check (char_length(bank_id) between 1 and 4),
  bank_code               text not null unique check (char_length(bank_code) between 1 and 3),
  name                    text not null,
  country                 char(2) not null,
  currency                char(3) not null,
  time_zone               text not null,
  -- local time at which the next business date begins
  cut_off                 time not null default '00:00',
  fraud_monitoring        boolean not null default false,
  sandbox                 boolean not null default false,
  created_at              timestamptz not null default now(),
  -- the bank's card control configuration (docs/operating.md): functions, windows, merchant groups, texts
  card_control            jsonb not null default '{}',
  -- banks.notification_templates of the configuration; built-in texts replace those that are missing
  notification_templates  jsonb not null default '[]',
  -- the configuration of the bank's card bureau; null: none
  embossing               jsonb,
  -- the configuration of the bank's own decision system; null: the bank has none. Its keys are those of the endpoint that gets
  -- its advices.
  decision_partner        jsonb
);

-- owner: banks. Products of the banks. A BIN identifies the bank of a network's message, so it is unique across banks.
create table products (
  bank_id                 text not null references banks,
  product_code            text not null,
  name                    text not null,
  card_type               text not null check (card_type in ('PREPAID', 'CREDIT', 'DEBIT')),
  bin                     text not null unique check (bin ~ '^\d{6,8}$'),
  card_number_length      smallint not null default 16 check (card_number_length between 16 and 19),
  validity_months         smallint not null default 60 check (validity_months between 1 and 240),
  -- product flags that card settings show (docs/interface/card-settings.md#product-flags)
  can_activate            boolean not null default false,
  permissions             boolean[] not null default '{false,false,false,false,false}',
  -- how many months before its expiry a physical card is renewed; null: it is not renewed automatically
  renewal_months_before   smallint check (renewal_months_before between 1 and 24),
  -- the newest version of its program; 0: none. Servers detect a new version by it
  program_version         integer not null default 0,
  primary key (bank_id, product_code)
);

-- owner: banks. Defaults and ceilings that a product gives its accounts (docs/interface/programs.md). A version never changes.
create table programs (
  bank_id                 text not null,
  product_code            text not null,
  version                 integer not null,
  -- JSON: defaults and ceilings by field, amounts as received
  definition              text not null,
  -- null: from its commit
  in_force_from           timestamptz,
  created_at              timestamptz not null,
  created_by              text not null,
  primary key (bank_id, product_code, version)
);

-- owner: sandbox. The offset of the sandbox's clock.
create table sandbox_clock (
  only_row                boolean primary key default true check (only_row),
  offset_ms               bigint not null default 0
);

-- owner: sandbox. Progress of filling the sandbox with a month of data; no row: it was never started.
create table sandbox_demo_data (
  only_row                boolean primary key default true check (only_row),
  began_at                timestamptz not null,
  days_done               integer not null default 0
);
