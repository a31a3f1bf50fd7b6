-- owner: rules. Rules of a bank's own.
create table rules (
  bank_id                 text not null,
  rule_id                 uuid not null,
  -- the order in which they were made, which is that in which they are asked
  number                  integer not null,
  name                    text not null,
  created_at              timestamptz not null,
  primary key (bank_id, rule_id),
  unique (bank_id, name),
  unique (bank_id, number)
);

-- owner: rules. What each version says, which never changes, and what became of it.
create table rule_versions (
  bank_id                 text not null,
  rule_id                 uuid not null,
  version                 integer not null,
  state                   text not null check (state in ('DRAFT', 'SHADOW', 'PROPOSED', 'LIVE', 'RETIRED')),
  -- JSON, as it was sent
  condition               text not null,
  effect                  text not null check (effect in ('05', '57', '62')),
  description             text,
  from_at                 timestamptz,
  until_at                timestamptz,
  created_at              timestamptz not null,
  created_by              text not null,
  shadow_at               timestamptz,
  proposed_at             timestamptz,
  proposed_by             text,
  backtest_id             uuid,
  live_at                 timestamptz,
  approved_by             text,
  retired_at              timestamptz,
  retired_by              text,
  primary key (bank_id, rule_id, version)
);

-- owner: rules. From which edition, until before which, a version was asked: live or in the shadow. Past decisions are made again by it.
create table rule_spans (
  bank_id                 text not null,
  rule_id                 uuid not null,
  version                 integer not null,
  kind                    text not null check (kind in ('SHADOW', 'LIVE')),
  from_edition            bigint not null,
  until_edition           bigint,
  primary key (bank_id, rule_id, version, kind, from_edition)
);

-- owner: rules. What each version did, added up day by day when decisions are listed.
create table rule_statistics (
  bank_id                 text not null,
  rule_id                 uuid not null,
  day                     date not null,
  version                 integer not null,
  currency                text not null,
  asked                   bigint not null,
  would_decline           bigint not null,
  would_decline_minor     bigint not null,
  declined                bigint not null,
  declined_minor          bigint not null,
  primary key (bank_id, rule_id, day, version, currency)
);
