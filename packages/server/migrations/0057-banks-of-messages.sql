-- Messages of cards that nobody has share an account, whatever their bank: without its bank, the message of one bank kept another bank's
-- from being stored. Only months in which messages are still stored get the new key: those before keep theirs, by which their messages
-- are found as well. While the index of this month is built, its messages wait. Whoever cannot let them wait builds it beforehand, under
-- the same name and with `create unique index concurrently`.
-- as partitions are made on Citus; a word without meaning elsewhere
set local citus.multi_shard_modify_mode = 'sequential';
-- One lock, before any other: a transaction that has read the table and is about to write waits for the index, and would be waited
-- for by the drop of the old one.
lock table authorizations in access exclusive mode;
do $$
declare
  name text;
begin
  for name in select inhrelid::regclass::text from pg_inherits where inhparent = 'authorizations'::regclass
                 and inhrelid::regclass::text >= 'authorizations_' || to_char(now() at time zone 'UTC', 'YYYY_MM') loop
    execute format('create unique index if not exists %I on %I (bucket, account_id, message_key, bank_id)', name || '_identity', name);
    execute format('drop index if exists %I', name || '_message');
  end loop;
end $$;
