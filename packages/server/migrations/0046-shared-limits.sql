-- owner: limits. What is used of the limits that accounts share: those of a program, and those of a bank. Whoever moves one has locked
-- its account first, then these rows in the order of their products. A row is there from the first such limit on, and stays.
create table shared_limits (
  bank_id                 text not null,
  -- empty: of the whole bank
  product_code            text not null,
  -- JSON: limits/stored-limits.ts
  used                    text not null default '{}',
  primary key (bank_id, product_code)
);

-- A change of a program is a new edition of its bank from now on: one number tells whether anything has changed.
insert into bank_editions (bank_id, edition) select distinct bank_id, 1 from programs
  on conflict (bank_id) do nothing;
