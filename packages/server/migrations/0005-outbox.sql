-- owner: outbox. Webhook endpoints of banks and acquirers. For a bank, bank_id and owner_id are the bank. For an acquirer, bank_id
-- is '-' and owner_id is the acquirer.
create table webhook_endpoints (
  bank_id                 text not null,
  endpoint_id             text not null,
  owner_kind              text not null check (owner_kind in ('bank', 'acquirer')),
  owner_id                text not null,
  url                     text not null,
  description             text not null default '',
  state                   text not null check (state in ('ACTIVE', 'PAUSED', 'DISABLED')),
  disabled_reason         text,
  -- limit of each server
  max_in_flight           smallint not null check (max_in_flight between 1 and 99),
  oauth_token_url         text,
  oauth_client_id         text,
  oauth_scope             text,
  sealed_oauth_secret     bytea,
  oauth_key_version       smallint references data_keys,
  -- the first failure since the last delivery
  failing_since           timestamptz,
  created_at              timestamptz not null,
  changed_at              timestamptz not null,
  -- subscribed events: types, or a type with an indicator as TD:3
  events                  text[] not null default array['AC', 'TC', 'TD', 'TE'],
  -- response codes after which a message is not tried again
  final_codes             text[] not null default '{}',
  -- attempts that failed since the last delivery, and whether that was reported
  failures                integer not null default 0,
  failing_told            boolean not null default false,
  -- how many messages one request to the endpoint may hold, 1 to 100
  events_per_request      smallint not null default 1,
  primary key (bank_id, endpoint_id),
  unique (bank_id, owner_id, url),
  check ((owner_kind = 'bank') = (bank_id = owner_id)),
  check ((state = 'DISABLED') = (disabled_reason is not null)),
  check (num_nonnulls(oauth_token_url, oauth_client_id, sealed_oauth_secret, oauth_key_version) in (0, 4))
);

-- owner: outbox. Keys that sign requests to an endpoint, without retired ones.
create table webhook_keys (
  bank_id                 text not null,
  endpoint_id             text not null,
  key_id                  text not null,
  kind                    text not null check (kind in ('hmac', 'ed25519')),
  sealed_secret           bytea not null,
  key_version             smallint not null references data_keys,
  -- of an ed25519 key, base64
  public_key              text check ((kind = 'ed25519') = (public_key is not null)),
  created_at              timestamptz not null,
  retires_at              timestamptz,
  primary key (bank_id, endpoint_id, key_id)
);

-- owner: outbox. Deleted endpoints, until all their rows are deleted.
create table deleted_endpoints (
  bank_id                 text not null,
  endpoint_id             text not null,
  deleted_at              timestamptz not null,
  primary key (bank_id, endpoint_id)
);

-- owner: outbox. Events, written in the transaction of the change that they report, whether or not an endpoint exists: an endpoint
-- that is registered later can still get them. Payloads are sealed (context notification:<bank>:<notification>), and messages to
-- endpoints hold a copy of the sealed payload.
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
  -- when the event loses its use, by the business clock
  expires_at              timestamptz,
  primary key (bank_id, event_id)
);
create unique index outbox_events_notification on outbox_events (bank_id, notification_id);
create index outbox_events_of_owner on outbox_events (bank_id, owner_id, created_at, event_id);
create index outbox_events_expiring on outbox_events (bank_id, stream) where expires_at is not null;
-- Deletion finds old events of all owners by their time.
create index outbox_events_by_time on outbox_events (bank_id, created_at);
create index outbox_events_of_stream on outbox_events (bank_id, owner_id, stream, created_at, event_id);

-- owner: outbox. Streams of messages that have to reach an endpoint in order. A transaction that writes or settles a message locks
-- the row of its stream, which keeps the order.
create table outbox_streams (
  bank_id                 text not null,
  endpoint_id             text not null,
  stream                  text not null,
  last_sequence           bigint not null,
  -- messages of the stream that are neither delivered nor dead
  pending                 integer not null check (pending >= 0),
  primary key (bank_id, endpoint_id, stream)
) with (fillfactor = 70);

-- owner: outbox. Messages: a notification for one endpoint. Only the first pending message of a stream has next_attempt_at, so due
-- messages are found without reading those behind them. Payloads hold activation codes and personal data, so they are sealed
-- (context notification:<bank>:<notification>). key_version is no foreign key, as every insert would lock the data key. A message is
-- written once and changed twice, by its claim and by its settlement. The free space of its page keeps both changes out of the indexes.
create table outbox_messages (
  bank_id                 text not null,
  message_id              bigint generated always as identity,
  endpoint_id             text not null,
  stream                  text not null,
  stream_sequence         bigint not null,
  notification_id         text not null,
  type                    text not null,
  sealed_payload          bytea not null,
  key_version             smallint not null,
  state                   text not null default 'PENDING' check (state in ('PENDING', 'DELIVERED', 'DEAD', 'EXPIRED', 'SKIPPED')),
  -- how many times it was claimed; identifies the newest lease
  attempts                integer not null default 0,
  -- failed attempts since it became pending: its position in the retry schedule
  failures                integer not null default 0,
  created_at              timestamptz not null,
  -- when it was written or replayed; it is DEAD 30 days later
  pending_since           timestamptz not null,
  -- by the business clock
  next_attempt_at         timestamptz,
  -- by the database's clock, as servers have to agree
  leased_until            timestamptz,
  leased_by               text,
  settled_at              timestamptz,
  expires_at              timestamptz,
  -- of its last attempt
  last_outcome            text,
  -- trace of the request that wrote the notification (W3C Trace Context), which its delivery continues; null where requests are not
  -- traced
  trace_parent            text,
  primary key (bank_id, message_id),
  check (state = 'PENDING' or next_attempt_at is null)
) with (autovacuum_vacuum_scale_factor = 0.02, fillfactor = 40);
create unique index outbox_messages_notification on outbox_messages (bank_id, endpoint_id, notification_id);
create unique index outbox_messages_pending on outbox_messages (bank_id, endpoint_id, stream, stream_sequence)
  where state = 'PENDING';
create index outbox_messages_due on outbox_messages (bank_id, endpoint_id, next_attempt_at)
  where next_attempt_at is not null;
create index outbox_messages_written on outbox_messages (bank_id, endpoint_id, created_at, message_id);
create index outbox_messages_undelivered on outbox_messages (bank_id, endpoint_id, created_at, message_id)
  where state <> 'DELIVERED';
create index outbox_messages_of_stream on outbox_messages (bank_id, endpoint_id, stream, stream_sequence);
create index outbox_messages_expiring on outbox_messages (bank_id, stream)
  where state = 'PENDING' and expires_at is not null;

-- owner: outbox. Delivery attempts. Append-only. An answer may repeat the payload, so it is sealed too
-- (context attempt:<bank>:<endpoint>).
create table outbox_attempts (
  bank_id                 text not null,
  attempt_id              bigint generated always as identity,
  endpoint_id             text not null,
  -- null for the sample of a test
  message_id              bigint,
  notification_id         text not null,
  type                    text not null,
  attempt                 integer not null,
  outcome                 text not null,
  reason                  text not null,
  http_status             smallint,
  duration_ms             integer not null,
  sealed_answer           bytea,
  key_version             smallint,
  next_attempt_at         timestamptz,
  at                      timestamptz not null,
  primary key (bank_id, attempt_id, at)
) partition by range (at);
create index outbox_attempts_listed on outbox_attempts (bank_id, endpoint_id, at, attempt_id);
create index outbox_attempts_of_notification on outbox_attempts (bank_id, endpoint_id, notification_id, at, attempt_id);
