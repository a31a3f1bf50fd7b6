-- A message is written once and changed twice: claimed, settled. With room left on its page a claim touches no index. The pages are
-- filled less, and table and indexes together are smaller, as each claim left an entry in every index before.
alter table outbox_messages set (fillfactor = 40);
