-- who sent what deviated; empty for what was counted before
alter table contract_warnings add column caller text not null default '';
alter table contract_warnings drop constraint contract_warnings_pkey;
alter table contract_warnings add primary key (bank_id, on_day, caller, operation, path, rule);
