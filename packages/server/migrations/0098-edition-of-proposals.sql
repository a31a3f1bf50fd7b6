-- owner: rules. The edition of the bank's lists and rules at the proposal of a version: a list that the version reads and that
-- has a later edition has changed since. Null: proposed by a server of the version before, or never; it is proposed again before
-- an approval if it reads lists.
alter table rule_versions add column proposed_edition bigint;
update rule_versions v
   set proposed_edition = coalesce(
         (select max(edition) from edition_times t where t.bank_id = v.bank_id and t.at <= v.proposed_at), 0)
 where proposed_at is not null;
