-- The bank's own system that is asked about authorizations: its settings as in the configuration; null where there is none.
-- Its keys are those of the endpoint that gets its advices.
alter table banks add column decision_partner jsonb;

-- owner: authorization. What was approved for an account while its bank's own system had no say, on the latest business date on
-- which there was any. Its row changes under the account's lock.
create table stood_in (
  bucket                  smallint not null,
  account_id              bigint not null,
  bank_id                 text not null,
  business_date           date not null,
  minor                   bigint not null,
  primary key (bucket, account_id)
);

-- owner: authorization. Answers of a bank's own system that came after the decision was made without them.
create table late_partner_answers (
  bucket                  smallint not null,
  account_id              bigint not null,
  message_key             bigint not null,
  bank_id                 text not null,
  decision                text not null check (decision in ('APPROVE', 'DECLINE')),
  action_code             char(2),
  reason                  text,
  after_ms                integer not null,
  at                      timestamptz not null,
  primary key (bucket, account_id, message_key)
);

-- which event of the authorization ended its reservation; null: the authorization was decided
alter table unlisted_authorizations add column event smallint;
