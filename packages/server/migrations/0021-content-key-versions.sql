-- The content key has versions, and each row the version that made its keyed hashes. RETIRING: rows that a caller may still
-- repeat lie under it. RETIRED: none does, and the key is destroyed.
alter table service_keys
  add column key_version  smallint not null default 1 check (key_version > 0),
  add column state        text not null default 'ACTIVE' check (state in ('NEW', 'ACTIVE', 'RETIRING', 'RETIRED')),
  -- when another key took its place, on the business clock
  add column replaced_at  timestamptz,
  add column destroyed_at timestamptz,
  alter column wrapped_key drop not null,
  drop constraint service_keys_pkey,
  add primary key (purpose, key_version),
  add check ((state = 'RETIRED') = (wrapped_key is null));
alter table service_keys alter column key_version drop default, alter column state drop default;

-- Rows of before are read as version 1 without being written. New rows have to say theirs.
alter table message_claims add column content_version smallint not null default 1;
alter table message_claims alter column content_version drop default;
alter table received_notifications add column content_version smallint not null default 1;
alter table received_notifications alter column content_version drop default;
alter table onboarding_requests add column content_version smallint not null default 1;
alter table onboarding_requests alter column content_version drop default;
alter table receiver_keys add column content_version smallint not null default 1;
alter table receiver_keys alter column content_version drop default;
alter table token_activation_codes add column content_version smallint not null default 1;
alter table token_activation_codes alter column content_version drop default;
-- null where the request had no key, or no code activated the token
alter table token_directory add column content_version smallint default 1;
alter table token_directory alter column content_version drop default;
alter table tokens add column content_version smallint default 1;
alter table tokens alter column content_version drop default;
-- null where request_key holds no hash
alter table authorization_events add column content_version smallint default 1;
alter table authorization_events alter column content_version drop default;

alter table key_holders
  add column content_versions smallint[] not null default '{1}',
  -- the content key that it makes hashes under
  add column hashing_version  smallint not null default 1;

alter table key_rotations
  drop constraint key_rotations_kind_check,
  add constraint key_rotations_kind_check check (kind in ('DATA', 'LOOKUP', 'MASTER', 'CONTENT'));
