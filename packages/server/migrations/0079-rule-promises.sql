-- owner: rules. What the rules of a bank keep, whichever they are: a condition that they never decline, or always do.
create table rule_promises (
  bank_id                 text not null,
  name                    text not null,
  version                 integer not null,
  -- authorization or provisioning, as in rules
  subject                 text not null,
  condition               text not null,
  outcome                 text not null,
  reason                  text not null,
  created_at              timestamptz not null,
  created_by              text not null,
  changed_at              timestamptz not null,
  changed_by              text not null,
  primary key (bank_id, name)
);

-- owner: rules. The newest check of a proposed version against the promises. It counts only while check_id is the hash of what the
-- check depends on: the version, the other live rules, the promises and the bank's country and time zone.
create table promise_checks (
  bank_id                 text not null,
  rule_id                 uuid not null,
  version                 integer not null,
  check_id                text not null,
  state                   text not null check (state in ('KEPT', 'BROKEN', 'UNDECIDED')),
  -- the checked promises with their examples, and the state that can have any value, as JSON
  result                  text not null,
  checked_at              timestamptz not null,
  overridden_at           timestamptz,
  overridden_by           text,
  override_reason         text,
  primary key (bank_id, rule_id, version)
);
create index rule_versions_proposed on rule_versions (bank_id) where state = 'PROPOSED';
