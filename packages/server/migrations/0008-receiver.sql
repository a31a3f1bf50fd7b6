-- owner: receiver. Keys of those who send notifications to a bank. Which of them fits a signature tells the bank, so no two
-- banks have the same one.
create table receiver_keys (
  bank_id                 text not null references banks,
  -- keyed hash of the key
  key_mark                bytea not null unique,
  -- who put it here, and may take it away again
  source                  text not null check (source in ('CONFIGURATION', 'SANDBOX')),
  sealed_key              bytea not null,
  key_version             smallint not null references data_keys,
  primary key (bank_id, key_mark)
);

-- owner: receiver. A notification that a bank received, once. The payload holds activation codes and personal data, so it is
-- sealed (context received:<bank>:<notification>).
create table received_notifications (
  bank_id                 text not null,
  notification_id         text not null,
  received_id             bigint generated always as identity,
  type                    text not null,
  -- keyed hash of the content as it came
  content_hash            bytea not null,
  sealed_payload          bytea not null,
  key_version             smallint not null,
  -- JSON, sent again to a repeat
  answer                  text not null,
  authenticated_by        text not null check (authenticated_by in ('BEARER', 'SIGNATURE')),
  received_at             timestamptz not null,
  primary key (bank_id, notification_id)
);
create index received_notifications_listed on received_notifications (bank_id, received_at, received_id);
create index received_notifications_of_type on received_notifications (bank_id, type, received_at, received_id);
