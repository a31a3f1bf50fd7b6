-- Accounts that an amendment would give to its merchant, so that the screening of others finds them while it waits. Null where
-- it leaves the account as it is.
alter table merchant_amendments
  add column debit_account text,
  add column credit_account text;
update merchant_amendments
   set debit_account = nullif(amendment::json ->> 'debitAccountNumOrIban', ''),
       credit_account = nullif(amendment::json ->> 'creditAccountNumOrIban', '')
 where status in ('SCREENING', 'PENDING_APPROVAL') and 'ACCOUNT' = any(types);
create index merchant_amendments_by_debit_account
  on merchant_amendments (acquirer_id, upper(replace(debit_account, ' ', '')))
  where status in ('SCREENING', 'PENDING_APPROVAL') and debit_account is not null;
create index merchant_amendments_by_credit_account
  on merchant_amendments (acquirer_id, upper(replace(credit_account, ' ', '')))
  where status in ('SCREENING', 'PENDING_APPROVAL') and credit_account is not null;
