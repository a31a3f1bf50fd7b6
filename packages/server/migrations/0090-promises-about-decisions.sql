-- owner: rules. What keeps a promise: the live rules, or the whole decision at every product of the bank.
alter table rule_promises add column keeper text not null default 'RULES' check (keeper in ('RULES', 'DECISION'));
