-- Old events are deleted by their time, whoever's they are.
create index outbox_events_by_time on outbox_events (bank_id, created_at);
