-- Accounts lie in 256 buckets, by a hash of their number that never changes: the whole of an account, and so a batch of
-- authorizations, can be put on one node of a distributed database. Whoever knows the account knows the bucket. An
-- expression that planners take into the statement around it.
create function account_bucket(account_id bigint) returns smallint
  language sql immutable parallel safe
  return (account_id % 65536 * 40503 % 65536 / 256)::smallint;

-- owner: accounts. Numbers of accounts: needed before the row, whose bucket is made from it.
create sequence account_ids;
select setval('account_ids', greatest(1, (select max(account_id) from accounts)), exists (select from accounts));
alter table accounts alter column account_id drop identity;

-- Every key that began with the account begins with its bucket.
do $$
declare
  name text;
  key text;
begin
  foreach name in array array['accounts', 'account_transactions', 'account_changes', 'account_settings', 'cards',
    'card_restrictions', 'authorizations', 'authorization_events', 'insurance_enrolments', 'insurance_history', 'tokens',
    'token_history', 'token_activation_codes'] loop
    execute format('alter table %I add column bucket smallint', name);
    execute format('update %I set bucket = account_bucket(account_id)', name);
    execute format('alter table %I alter column bucket set not null', name);
    select string_agg(quote_ident(a.attname), ', ' order by k.place) into key
      from pg_constraint c
      cross join unnest(c.conkey) with ordinality k (number, place)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number
     where c.conrelid = name::regclass and c.contype = 'p';
    -- authorizations have no key of the whole table
    continue when key is null;
    execute format('alter table %I drop constraint %I, add primary key (bucket, %s)', name, name || '_pkey', key);
  end loop;
  for name in select inhrelid::regclass::text from pg_inherits where inhparent = 'authorizations'::regclass loop
    execute format('drop index %I', name || '_message');
    execute format('create unique index %I on %I (bucket, account_id, message_key)', name || '_message', name);
  end loop;
end $$;
