-- Where the request belongs to whose transaction wrote the notification (W3C Trace Context), so that its delivery belongs there too.
-- Null where requests are not traced.
alter table outbox_messages add column trace_parent text;
