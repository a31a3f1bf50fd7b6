-- owner: receiver. Keys of the senders of notifications to a bank. The key that verifies a signature identifies the bank, so no two
-- banks have the same key.
create table receiver_keys (
  bank_id                 text not null references banks,
  -- keyed hash of the key
  key_mark                bytea not null unique,
  -- who added the key, and may remove it
  source                  text not null check (source in ('CONFIGURATION', 'SANDBOX')),
  sealed_key              bytea not null,
  key_version             smallint not null references data_keys,
  -- version of the content key that made the mark
  content_version         smallint not null,
  primary key (bank_id, key_mark)
);

-- owner: receiver. Notifications that a bank received, each once. The payload holds personal data, so it is sealed (context
-- received:<bank>:<notification>).
create table received_notifications (
  bank_id                 text not null,
  notification_id         text not null,
  received_id             bigint generated always as identity,
  type                    text not null,
  -- keyed hash of the content as received
  content_hash            bytea not null,
  sealed_payload          bytea not null,
  key_version             smallint not null,
  -- JSON; a repeat gets it again
  answer                  text not null,
  authenticated_by        text not null check (authenticated_by in ('BEARER', 'SIGNATURE')),
  received_at             timestamptz not null,
  -- version of the content key that made the hash
  content_version         smallint not null,
  primary key (bank_id, notification_id)
);
create index received_notifications_listed on received_notifications (bank_id, received_at, received_id);
create index received_notifications_of_type on received_notifications (bank_id, type, received_at, received_id);
