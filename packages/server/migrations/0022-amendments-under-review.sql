-- owner: merchants. Amendments that are screened or wait for a person, and what became of them. The version in force stands in
-- merchants until one is applied. amendment is the JSON text as it was sent. Without hits, PENDING_APPROVAL is an amendment that its
-- merchant did not allow when it was to be screened.
create table merchant_amendments (
  acquirer_id             text not null,
  amendment_no            bigint generated always as identity,
  application_id          text not null,
  merchant_id             text not null,
  types                   text[] not null,
  amendment               text not null,
  short_fields            text[] not null,
  chain_id                text,
  terminals               text[] not null,
  status                  text not null check (status in ('SCREENING', 'PENDING_APPROVAL', 'BOARDED', 'REJECTED')),
  -- the version that it made
  version                 integer,
  reviewed_by             text,
  approved_by             text,
  reason                  text,
  screening_hits          jsonb,
  -- whose decisions hold for the hits that are found again
  earlier_hits            jsonb,
  standing_hits           integer not null generated always as (
    coalesce(jsonb_array_length(jsonb_path_query_array(screening_hits, '$[*] ? (@.state != "CLEARED")')), 0)
  ) stored,
  screening_attempts      integer not null default 0,
  screening_problem       text,
  next_screening_at       timestamptz,
  screening_leased_until  timestamptz,
  screening_leased_by     text,
  created_at              timestamptz not null,
  changed_at              timestamptz not null,
  primary key (acquirer_id, application_id, merchant_id),
  check ((status = 'BOARDED') = (version is not null)),
  check (next_screening_at is null or status = 'SCREENING')
);
-- one open amendment for each merchant
create unique index merchant_amendments_open on merchant_amendments (acquirer_id, merchant_id)
  where status in ('SCREENING', 'PENDING_APPROVAL');
create index merchant_amendments_with_hits on merchant_amendments (acquirer_id, application_id) where standing_hits > 0;
create index merchant_amendments_to_screen on merchant_amendments (acquirer_id, next_screening_at)
  where next_screening_at is not null;

-- The amendment that a change of status was of; null for the merchant itself.
alter table merchant_events add column amendments text[];

-- What reviewers act on: merchants of an application, boarded by it or amended by it. Places of amendments follow those of
-- boardings.
create view merchants_under_review as
select m.acquirer_id, m.application_id, m.merchant_id, m.merchant_no as place, null::text[] as amendments, null::text as proposed, m.status,
       m.sequence, m.kyc, m.kyc_confirmed_by, m.reviewed_by, m.approved_by, m.merchant_state, m.merchant_name,
       m.legal_name, m.mcc, m.trn, m.screening_hits, m.standing_hits, m.screening_attempts, m.screening_problem,
       m.next_screening_at, m.information_required
  from merchants m
union all
select a.acquirer_id, a.application_id, a.merchant_id, 100000000000000000 + a.amendment_no, a.types, a.amendment, a.status, m.sequence, m.kyc,
       m.kyc_confirmed_by, a.reviewed_by, a.approved_by, m.merchant_state, m.merchant_name, m.legal_name, m.mcc, m.trn,
       a.screening_hits, a.standing_hits, a.screening_attempts, a.screening_problem, a.next_screening_at, null
  from merchant_amendments a
  join merchants m on m.acquirer_id = a.acquirer_id and m.merchant_id = a.merchant_id;
