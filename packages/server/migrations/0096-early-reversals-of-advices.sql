-- owner: authorization. A network that gets no response in time reverses its request and advises its own decision, often with
-- the same fields. A reversal that waits for the one must not decline the other. Null: both are reversed. The key stays, because
-- servers of the version before name it.
alter table early_reversals add column of_advice boolean default false;
