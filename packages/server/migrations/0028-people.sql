-- owner: people. Who has signed in, as the identity provider told last. bank_id is the log of the person's house, as in
-- audit_log: a bank, `acquirer:<id>`, or `-` of the operator.
create table people (
  bank_id                 text not null,
  -- issuer and subject, as in the audit log
  subject                 text not null,
  person_no               bigint generated always as identity,
  name                    text not null,
  provider                text not null,
  roles                   text[] not null,
  first_signed_in_at      timestamptz not null,
  last_signed_in_at       timestamptz not null,
  last_seen_at            timestamptz not null,
  primary key (bank_id, subject)
);
create index people_by_sign_in on people (bank_id, last_signed_in_at desc, person_no desc);

-- owner: people. Sessions of people, of the same logs.
create table sessions (
  bank_id                 text not null,
  session_id              bigint generated always as identity,
  -- SHA-256 of the 256 random bits in the cookie
  secret_hash             bytea not null,
  subject                 text not null,
  provider                text not null,
  roles                   text[] not null,
  started_at              timestamptz not null,
  last_used_at            timestamptz not null,
  -- when the provider told the roles, and until when a server asks it again
  roles_checked_at        timestamptz not null,
  checking_until          timestamptz,
  from_address            text,
  user_agent              text,
  -- what the provider gave: to ask it again, and to sign out there
  sealed_grant            bytea,
  key_version             smallint,
  ended_at                timestamptz,
  ended_because           text,
  primary key (bank_id, session_id),
  unique (bank_id, secret_hash),
  foreign key (bank_id, subject) references people,
  check ((sealed_grant is null) = (key_version is null)),
  check ((ended_at is null) = (ended_because is null))
);
create index sessions_open on sessions (bank_id, started_at desc, session_id desc) where ended_at is null;
create index sessions_of_person on sessions (bank_id, subject);
create index sessions_by_age on sessions (bank_id, started_at);
