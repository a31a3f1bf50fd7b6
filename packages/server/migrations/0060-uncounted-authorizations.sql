-- owner: authorization. Decisions that the lists have and the statistics do not have yet, alike ones together: where many banks decide, a
-- row of statistics changes once for many of them. Rows live until the turn of their bank, for some seconds.
create table uncounted_authorizations (
  bank_id                 text not null,
  uncounted_id            bigint generated always as identity,
  -- of one of them: neither an hour nor a day of any time zone begins between them
  decided_at              timestamptz not null,
  action_code             text not null,
  rule                    text not null,
  channel                 text not null,
  country                 text,
  mcc                     text not null,
  -- of the account; null where no card was found
  currency                text,
  decisions               bigint not null,
  billing_minor           bigint not null,
  primary key (bank_id, uncounted_id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 20000);
