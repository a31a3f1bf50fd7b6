-- The place of a decision among the changes of its account.
alter table listed_authorizations add column account_sequence bigint;

-- Readers of the log ask for the newest rows, all of them or those about one subject.
create index audit_log_by_time on audit_log (bank_id, at, audit_id);
create index audit_log_of_subject on audit_log (bank_id, subject, at, audit_id);
create index outbox_events_of_stream on outbox_events (bank_id, owner_id, stream, created_at, event_id);
