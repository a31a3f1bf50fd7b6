-- owner: access. Callers that get their access tokens from this server.
create table oauth_clients (
  client_id               text primary key,
  -- a short number of the caller, which authorizations store as their sender
  sender                  integer generated always as identity unique,
  kind                    text not null check (kind in ('bank', 'network', 'acquirer')),
  bank_id                 text references banks,
  acquirer_id             text,
  scopes                  text[] not null,
  -- scrypt, null for clients that sign their assertions
  secret_hash             text,
  -- JWKS of a private_key_jwt client
  jwks                    jsonb,
  requests_per_minute     integer check (requests_per_minute > 0),
  disabled                boolean not null default false,
  sandbox                 boolean not null default false,
  created_at              timestamptz not null default now(),
  -- the caller's previous secret stays valid until it expires, so a replacement leaves no moment without a valid secret
  earlier_secret_hash     text,
  earlier_secret_until    timestamptz,
  check ((kind = 'bank') = (bank_id is not null)),
  check ((kind = 'acquirer') = (acquirer_id is not null)),
  check ((earlier_secret_hash is null) = (earlier_secret_until is null))
);

-- owner: access. Keys that sign access tokens, shared by all servers. The master key seals the private part.
create table signing_keys (
  key_id                  text primary key,
  public_jwk              jsonb not null,
  sealed_private_key      bytea not null,
  created_at              timestamptz not null default now(),
  master_version          smallint not null default 1
);

-- owner: access. Client assertions that were used, until they expire.
create table used_assertions (
  client_id               text not null,
  assertion_id            text not null,
  expires_at              timestamptz not null,
  primary key (client_id, assertion_id)
);

-- owner: people. People who have signed in, as the identity provider last described them. bank_id is that of the tenant's audit
-- log: a bank, `acquirer:<id>`, or `-` for the operator.
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

-- owner: people. Sessions of people. bank_id is as in people.
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
  -- when the provider last confirmed the roles, and until when a server is checking them again
  roles_checked_at        timestamptz not null,
  checking_until          timestamptz,
  from_address            text,
  user_agent              text,
  -- the provider's tokens, to check the roles again and to sign out there
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
