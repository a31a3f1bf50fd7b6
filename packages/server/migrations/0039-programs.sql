-- owner: banks. What a product gives its accounts, version by version: docs/interface/programs.md. A version never changes.
create table programs (
  bank_id                 text not null,
  product_code            text not null,
  version                 integer not null,
  -- JSON: defaults and ceilings by field, amounts as they were sent
  definition              text not null,
  -- null: from its commit on
  in_force_from           timestamptz,
  created_at              timestamptz not null,
  created_by              text not null,
  primary key (bank_id, product_code, version)
);

-- The newest version of its program; 0: none. Whoever decides knows by it whether there is another one.
alter table products add column program_version integer not null default 0;
