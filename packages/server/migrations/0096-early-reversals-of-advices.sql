-- owner: authorization. A network that gets no response in time reverses its request and advises its own decision, often with
-- the same fields. A reversal that waits for the one must not decline the other.
alter table early_reversals add column of_advice boolean not null default false;
alter table early_reversals
  drop constraint early_reversals_bank_id_retrieval_reference_acquirer_system_key;
alter table early_reversals
  add unique nulls not distinct (bank_id, retrieval_reference, acquirer, system_trace, sender, of_advice);
