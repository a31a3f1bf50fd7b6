-- owner: receiver. What a received notification told a cardholder, apart from the notification: its reader deletes it, and what nobody read is
-- deleted once the code has expired. Activation code and text, as JSON, sealed (context received-activation:<bank>:<notification>).
create table received_activations (
  bank_id                 text not null,
  notification_id         text not null,
  sealed_code             bytea not null,
  key_version             smallint not null,
  expires_at              timestamptz not null,
  primary key (bank_id, notification_id)
);
create index received_activations_expired on received_activations (bank_id, expires_at);
