-- owner: outbox. Where a bank gets its notifications. For an acquirer, bank_id is '-' and owner_id its own id; for a bank
-- both are the bank's.
create table webhook_endpoints (
  bank_id                 text not null,
  endpoint_id             text not null,
  owner_kind              text not null check (owner_kind in ('bank', 'acquirer')),
  owner_id                text not null,
  url                     text not null,
  description             text not null default '',
  state                   text not null check (state in ('ACTIVE', 'PAUSED', 'DISABLED')),
  disabled_reason         text,
  -- for each server
  max_in_flight           smallint not null check (max_in_flight between 1 and 99),
  oauth_token_url         text,
  oauth_client_id         text,
  oauth_scope             text,
  sealed_oauth_secret     bytea,
  oauth_key_version       smallint references data_keys,
  -- first of an unbroken run of failures
  failing_since           timestamptz,
  created_at              timestamptz not null,
  changed_at              timestamptz not null,
  primary key (bank_id, endpoint_id),
  unique (bank_id, owner_id, url),
  check ((owner_kind = 'bank') = (bank_id = owner_id)),
  check ((state = 'DISABLED') = (disabled_reason is not null)),
  check (num_nonnulls(oauth_token_url, oauth_client_id, sealed_oauth_secret, oauth_key_version) in (0, 4))
);

-- owner: outbox. Keys that sign what is sent to an endpoint: all that are not retired.
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

-- owner: outbox. What has to reach an endpoint in order. Its row is locked by whoever writes or settles a message of the
-- stream: that is what makes the order safe.
create table outbox_streams (
  bank_id                 text not null,
  endpoint_id             text not null,
  stream                  text not null,
  last_sequence           bigint not null,
  -- messages of the stream that are neither delivered nor dead
  pending                 integer not null check (pending >= 0),
  primary key (bank_id, endpoint_id, stream)
) with (fillfactor = 70);

-- owner: outbox. A notification for one endpoint. Only the first pending one of a stream has next_attempt_at, so what is due
-- is found without looking at what waits behind it. Payloads hold activation codes and personal data, so they are sealed
-- (context notification:<bank>:<notification>). Their data key is not checked by reference: it would be locked by every insert.
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
  state                   text not null default 'PENDING' check (state in ('PENDING', 'DELIVERED', 'DEAD')),
  -- how often it was taken to be sent; tells the holder of the newest lease from an earlier one
  attempts                integer not null default 0,
  -- failed attempts since it became pending: its place in the retry schedule
  failures                integer not null default 0,
  created_at              timestamptz not null,
  -- when it was written, or replayed: it is given up 30 days later
  pending_since           timestamptz not null,
  -- by the business clock
  next_attempt_at         timestamptz,
  -- by the database's clock, as servers have to agree on it
  leased_until            timestamptz,
  leased_by               text,
  settled_at              timestamptz,
  primary key (bank_id, message_id),
  check (state = 'PENDING' or next_attempt_at is null)
) with (fillfactor = 80, autovacuum_vacuum_scale_factor = 0.02);
create unique index outbox_messages_notification on outbox_messages (bank_id, endpoint_id, notification_id);
create unique index outbox_messages_pending on outbox_messages (bank_id, endpoint_id, stream, stream_sequence)
  where state = 'PENDING';
create index outbox_messages_due on outbox_messages (bank_id, endpoint_id, next_attempt_at)
  where next_attempt_at is not null;
create index outbox_messages_written on outbox_messages (bank_id, endpoint_id, created_at, message_id);
create index outbox_messages_undelivered on outbox_messages (bank_id, endpoint_id, created_at, message_id)
  where state <> 'DELIVERED';

-- owner: outbox. Append-only: every attempt to send. An answer may repeat what was sent, so it is sealed too
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
