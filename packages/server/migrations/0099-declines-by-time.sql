-- owner: authorization. Finds the newest declines of a bank, for its report of them.
create index listed_authorizations_declined on listed_authorizations (bank_id, decided_at) where action_code <> '00';
