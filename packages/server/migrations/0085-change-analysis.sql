-- owner: change-requests. What a change does to the decisions of live rules. It counts only while analysis_id is the hash of what the
-- analysis depends on: the rules, the entries of lists that change, and the promises, before and after the change.
alter table change_requests add column analysis_id text;
-- the edition of rules and lists, and the promises, under which the change was analyzed
alter table change_requests add column analysis_basis text;
alter table change_requests add column analyzed_at timestamptz;
-- the answers with their examples, as JSON
alter table change_requests add column analysis text;
alter table change_requests add column analysis_state text check (analysis_state in ('NONE', 'KEPT', 'BROKEN', 'UNDECIDED'));
alter table change_requests add column analysis_overridden boolean not null default false;

-- owner: rules. The server that checks the proposals and changes of a bank against its promises, by the clock of the database.
create table rule_check_leases (
  bank_id                 text not null primary key,
  leased_by               uuid not null,
  leased_until            timestamptz not null
);
