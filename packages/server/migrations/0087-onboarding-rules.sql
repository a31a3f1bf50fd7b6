-- owner: acquiring. Rules for onboarding that the interface changed. The newest version is in force, in place of the rules of the
-- configuration file.
create table onboarding_rules (
  acquirer_id             text not null references acquirers,
  version                 integer not null,
  -- as in the configuration of acquirers
  rules                   jsonb not null,
  changed_at              timestamptz not null,
  changed_by              text not null,
  reason                  text,
  primary key (acquirer_id, version)
);
