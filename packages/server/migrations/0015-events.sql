-- owner: outbox. What endpoints are told, written once with the change that it reports, whether or not an endpoint exists:
-- one that is registered later can still get it. Payloads are sealed (context notification:<bank>:<notification>), and are
-- copied as they are into the messages that go to endpoints.
create table outbox_events (
  bank_id                 text not null,
  event_id                bigint generated always as identity,
  -- the bank, or the acquirer
  owner_id                text not null,
  notification_id         text not null,
  stream                  text not null,
  type                    text not null,
  -- tokenEventIndicator, of the types that have one
  indicator               text,
  sealed_payload          bytea not null,
  key_version             smallint not null,
  created_at              timestamptz not null,
  -- by the business clock: of no use to anybody from then on
  expires_at              timestamptz,
  primary key (bank_id, event_id)
);
create unique index outbox_events_notification on outbox_events (bank_id, notification_id);
create index outbox_events_of_owner on outbox_events (bank_id, owner_id, created_at, event_id);
create index outbox_events_expiring on outbox_events (bank_id, stream) where expires_at is not null;

-- what is in the outbox now was an event too
insert into outbox_events (bank_id, owner_id, notification_id, stream, type, sealed_payload, key_version, created_at)
select m.bank_id, e.owner_id, m.notification_id, m.stream, m.type, m.sealed_payload, m.key_version, m.created_at
  from outbox_messages m
  join webhook_endpoints e on e.bank_id = m.bank_id and e.endpoint_id = m.endpoint_id
 where m.message_id in (select min(o.message_id) from outbox_messages o group by o.bank_id, o.notification_id)
 order by m.message_id;

-- what an endpoint wants: types, or a type with an indicator as TD:3
alter table webhook_endpoints add column events text[] not null default array['AC', 'TC', 'TD', 'TE'];
update webhook_endpoints set events = array['merchant.status'] where owner_kind = 'acquirer';
-- response codes after which a message is not tried again
alter table webhook_endpoints add column final_codes text[] not null default '{}';
-- attempts that failed since the last delivery, and whether that was told
alter table webhook_endpoints add column failures integer not null default 0;
alter table webhook_endpoints add column failing_told boolean not null default false;

-- owner: outbox. Endpoints that were deleted, until all that belonged to them is deleted too.
create table deleted_endpoints (
  bank_id                 text not null,
  endpoint_id             text not null,
  deleted_at              timestamptz not null,
  primary key (bank_id, endpoint_id)
);

alter table outbox_messages add column expires_at timestamptz;
-- of its last attempt
alter table outbox_messages add column last_outcome text;
alter table outbox_messages drop constraint outbox_messages_state_check;
alter table outbox_messages add constraint outbox_messages_state_check
  check (state in ('PENDING', 'DELIVERED', 'DEAD', 'EXPIRED', 'SKIPPED'));
create index outbox_messages_of_stream on outbox_messages (bank_id, endpoint_id, stream, stream_sequence);
create index outbox_messages_expiring on outbox_messages (bank_id, stream)
  where state = 'PENDING' and expires_at is not null;
create index outbox_attempts_of_notification on outbox_attempts (bank_id, endpoint_id, notification_id, at, attempt_id);
