-- owner: exports. Files with every entry of a list. bank_id is as in people.
create table exports (
  bank_id                 text not null,
  export_id               text not null,
  export_no               bigint generated always as identity,
  list                    text not null,
  -- the filters of the list, as JSON
  query                   text not null,
  state                   text not null check (state in ('WAITING', 'RUNNING', 'DONE', 'FAILED')),
  requested_at            timestamptz not null,
  requested_by            text not null,
  requested_by_name       text,
  -- the scopes of the request, for a caller of an outside issuer; null: the server looks the scopes up
  requester_scopes        text[],
  -- what is written so far, and where the next page of the list begins
  rows                    bigint not null default 0,
  bytes                   bigint not null default 0,
  parts                   integer not null default 0,
  cursor                  text,
  -- the server that writes it, by the database's clock; an expired lease is that of a server that is gone
  lease                   uuid,
  leased_until            timestamptz,
  -- without a new part in between
  attempts                smallint not null default 0,
  failure                 text,
  ended_at                timestamptz,
  expires_at              timestamptz,
  primary key (bank_id, export_id)
);
create index exports_by_age on exports (bank_id, requested_by, requested_at, export_no);
create index exports_to_do on exports (bank_id, requested_at) where state in ('WAITING', 'RUNNING');
create index exports_ended on exports (bank_id, expires_at) where expires_at is not null;

-- owner: exports. The texts of the files.
create table export_parts (
  bank_id                 text not null,
  export_id               text not null,
  part                    bigint not null,
  -- context export:<bank>:<id>:<part>
  sealed_text             bytea not null,
  key_version             smallint not null,
  primary key (bank_id, export_id, part)
);
