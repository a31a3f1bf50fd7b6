-- When the number of a closed card was deleted from the vault.
alter table cards add column number_deleted_at timestamptz;
create index cards_closed_with_number on cards (bank_id, status_changed_at)
  where status = 'CLOSED' and number_deleted_at is null;
