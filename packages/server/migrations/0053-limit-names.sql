-- owner: rules. Names that limits of accounts and cards have or had: whoever writes a condition that asks another one is told. Nothing is
-- taken away here, so that setting a limit of a name that is known writes nothing.
create table limit_names (
  bank_id                 text not null,
  name                    text not null,
  -- whether they sum amounts; the others count messages or merchants
  is_sum                  boolean not null,
  primary key (bank_id, name, is_sum)
);

insert into limit_names (bank_id, name, is_sum)
  select distinct bank_id, one ->> 'id', one ->> 'measure' = 'amount'
    from account_limits, jsonb_array_elements(limits::jsonb) one
  on conflict do nothing;
insert into limit_names (bank_id, name, is_sum)
  select distinct bank_id, one #>> '{asked,id}', coalesce(one #>> '{asked,measure}', '') = 'amount'
    from programs, jsonb_array_elements(coalesce(definition::jsonb -> 'limits', '[]')) one
   where one #>> '{asked,level}' in ('account', 'card')
  on conflict do nothing;
