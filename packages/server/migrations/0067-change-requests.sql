-- the kinds of changes for which the bank requires a second person; null: the default of the mode
alter table banks add column second_person text[];
-- whether this client can approve change requests of others
alter table oauth_clients add column approver boolean not null default false;
-- issuer and subject of the person who uses this client: as a second person, both count as one
alter table oauth_clients add column person text;

-- owner: change-requests. Changes that wait for a second person, and those that were decided.
create table change_requests (
  bank_id                 text not null,
  change_request_id       text not null,
  request_no              bigint generated always as identity,
  kinds                   text[] not null,
  operation               text not null,
  subject                 text not null,
  -- the version of what it changes: the request cannot be approved once another change has made the next one
  target_version          text not null,
  -- path, query and body of the request, as JSON (context change-request:<bank>:<id>); null once it is decided or has expired
  sealed_input            bytea,
  key_version             smallint,
  -- what the change replaces and the requested content, as JSON, for people
  before_change           text,
  after_change            text,
  reason                  text not null,
  proposed_at             timestamptz not null,
  proposed_by             text not null,
  proposed_by_name        text,
  -- the scopes of the request, for a caller of an outside issuer; null: the approval looks the scopes up
  proposer_scopes         text[],
  expires_at              timestamptz not null,
  state                   text not null check (state in ('PENDING', 'APPLIED', 'REJECTED', 'WITHDRAWN', 'EXPIRED')),
  decided_at              timestamptz,
  decided_by              text,
  decided_by_name         text,
  decision_reason         text,
  without_second_person   boolean not null default false,
  primary key (bank_id, change_request_id)
);
create index change_requests_by_age on change_requests (bank_id, proposed_at, request_no);
create index change_requests_pending on change_requests (bank_id, expires_at) where state = 'PENDING';
