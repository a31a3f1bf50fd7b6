-- owner: acquiring. Acquirers with their configuration: catalogues of values that the interface omits, restricted categories, the
-- external screening provider.
create table acquirers (
  acquirer_id             text primary key,
  name                    text not null,
  configuration           jsonb not null,
  -- the provider's bearer token, sealed (context screening-token:<acquirer>)
  sealed_screening_token  bytea,
  key_version             smallint,
  sandbox                 boolean not null,
  check ((sealed_screening_token is null) = (key_version is null))
);

-- owner: acquiring. Requests for onboarding or amendment. A repeated id with the same content gets the same answer.
create table onboarding_requests (
  acquirer_id             text not null references acquirers,
  -- the caller: an OAuth client, or issuer and subject of an outside one
  caller                  text not null,
  request_id              text not null,
  -- number of the request in its submissions
  request_no              bigint generated always as identity,
  content_hash            bytea not null,
  received_at             timestamptz not null,
  merchant_count          integer not null,
  -- the answer; null before there is one
  answer                  text,
  -- version of the content key that made the hash
  content_version         smallint not null,
  primary key (acquirer_id, caller, request_id),
  unique (acquirer_id, request_no)
);
create index onboarding_requests_by_id on onboarding_requests (acquirer_id, request_id, request_no);

-- owner: acquiring. Applications of a request: merchants that are reviewed together, with their chain if there is one.
create table merchant_applications (
  acquirer_id             text not null,
  application_id          text not null,
  request_no              bigint not null,
  position                smallint not null,
  chain_id                text,
  created_at              timestamptz not null,
  primary key (acquirer_id, application_id),
  unique (acquirer_id, request_no, position)
);
create index merchant_applications_listed on merchant_applications (acquirer_id, created_at, application_id);

-- owner: acquiring. Merchant chains. record is the JSON text as received, which jsonb would change.
create table merchant_chains (
  acquirer_id             text not null,
  chain_id                text not null,
  record                  text not null,
  created_at              timestamptz not null,
  primary key (acquirer_id, chain_id)
);

-- owner: acquiring. Merchants, from the receipt of their application. record and resolved are JSON texts.
create table merchants (
  acquirer_id             text not null,
  merchant_id             text not null,
  merchant_no             bigint generated always as identity,
  -- application of its newest submission for boarding
  application_id          text not null,
  status                  text not null check (status in
    ('RECEIVED', 'SCREENING', 'PENDING_APPROVAL', 'INFORMATION_REQUIRED', 'APPROVED', 'BOARDED', 'REJECTED')),
  merchant_state          text check (merchant_state in ('ACTIVE', 'ON_HOLD', 'CLOSED')),
  -- number of its newest row of merchant_versions; 0 until it is boarded
  version                 integer not null default 0,
  -- number of its newest row of merchant_events
  sequence                integer not null default 0,
  record                  text not null,
  resolved                text not null,
  chain_id                text,
  -- fields that screening compares and lists show
  merchant_name           text not null,
  legal_name              text not null,
  mcc                     text not null,
  trn                     text not null,
  debit_account           text not null,
  credit_account          text not null,
  kyc                     boolean not null,
  kyc_confirmed_by        text,
  -- reviewers of the submission under review
  reviewed_by             text,
  approved_by             text,
  -- findings of the screening: JSON [{check, message, path}]
  screening_hits          jsonb,
  screening_attempts      integer not null default 0,
  -- why the newest attempt failed; it is repeated
  screening_problem       text,
  -- in RECEIVED or SCREENING: when it is screened next, and which server screens it now (database clock)
  next_screening_at       timestamptz,
  screening_leased_until  timestamptz,
  screening_leased_by     text,
  -- with INFORMATION_REQUIRED: JSON [{path, action}]
  information_required    jsonb,
  created_at              timestamptz not null,
  changed_at              timestamptz not null,
  -- while a merchant is screened again: the hits of its last screening, whose decisions apply to hits that are found again
  earlier_hits            jsonb,
  -- how many hits prevent its approval
  standing_hits           integer not null generated always as (
    coalesce(jsonb_array_length(jsonb_path_query_array(screening_hits, '$[*] ? (@.state != "CLEARED")')), 0)
  ) stored,
  -- the submission for boarding before the newest one, as JSON text, until it is boarded
  earlier_record          text,
  primary key (acquirer_id, merchant_id),
  check ((status = 'BOARDED') = (merchant_state is not null)),
  check ((status = 'BOARDED') = (version > 0)),
  check (next_screening_at is null or status in ('RECEIVED', 'SCREENING'))
);
create index merchants_listed on merchants (acquirer_id, created_at, merchant_no);
create index merchants_by_application on merchants (acquirer_id, application_id, merchant_no);
create index merchants_by_status on merchants (acquirer_id, status, created_at, merchant_no) where status <> 'BOARDED';
create index merchants_to_screen on merchants (acquirer_id, next_screening_at) where next_screening_at is not null;
create index merchants_of_chain on merchants (acquirer_id, chain_id) where chain_id is not null;
create index merchants_by_trn on merchants (acquirer_id, trn);
-- In the electronic form of an IBAN, as a submission may group its digits.
create index merchants_by_debit_account on merchants (acquirer_id, upper(replace(debit_account, ' ', '')));
create index merchants_by_credit_account on merchants (acquirer_id, upper(replace(credit_account, ' ', '')));
create index merchants_by_standing_hits on merchants (acquirer_id, standing_hits, created_at, merchant_no);

-- owner: acquiring. Search terms of merchants: the words of their names and ids, case-folded. Records hold the same data in the
-- clear.
create table merchant_words (
  acquirer_id             text not null,
  merchant_id             text not null,
  word                    text collate "C" not null,
  primary key (acquirer_id, merchant_id, word)
);
create index merchant_words_by_word on merchant_words (acquirer_id, word, merchant_id);

-- owner: acquiring. Merchants of a request, in the order of the request.
create table merchant_submissions (
  acquirer_id             text not null,
  request_no              bigint not null,
  position                integer not null,
  application_id          text not null,
  merchant_id             text not null,
  kind                    text not null check (kind in ('BOARDING', 'AMENDMENT')),
  amendments              text[] not null,
  -- the version that an amendment made
  version                 integer,
  warnings                jsonb not null,
  primary key (acquirer_id, request_no, position)
);

-- owner: acquiring. Terminal ids, unique for an acquirer. Rejecting or closing a merchant frees its terminal ids.
create table merchant_terminals (
  acquirer_id             text not null,
  terminal_id             text not null,
  merchant_id             text not null,
  primary key (acquirer_id, terminal_id)
);
create index merchant_terminals_of_merchant on merchant_terminals (acquirer_id, merchant_id);

-- owner: acquiring. Versions of a boarded merchant, with the difference to the previous version. Append-only.
create table merchant_versions (
  acquirer_id             text not null,
  merchant_id             text not null,
  version                 integer not null,
  at                      timestamptz not null,
  actor                   text not null,
  request_id              text not null,
  amendments              text[] not null,
  record                  text not null,
  -- JSON text [{path, from, to}]
  changes                 text not null,
  -- readers of a merchant see the first changes of each version and their number, as all changes of a version can be megabytes
  change_count            integer not null default 0,
  -- JSON text in the form of changes
  first_changes           text not null default '[]',
  primary key (acquirer_id, merchant_id, version)
);

-- owner: acquiring. Changes of a merchant's status or state, in order. Append-only.
create table merchant_events (
  acquirer_id             text not null,
  merchant_id             text not null,
  sequence                integer not null,
  at                      timestamptz not null,
  actor                   text not null,
  request_id              text not null,
  from_state              text,
  to_state                text not null,
  reason                  text,
  -- types of the amendment whose status changed; null: the merchant's own status
  amendments              text[],
  primary key (acquirer_id, merchant_id, sequence)
);

-- owner: acquiring. Actions of people in the review of a merchant, with their reasons. Append-only.
create table merchant_reviews (
  acquirer_id             text not null,
  merchant_id             text not null,
  review_no               bigint generated always as identity,
  application_id          text not null,
  at                      timestamptz not null,
  actor                   text not null,
  request_id              text not null,
  action                  text not null check (action in
    ('REVIEWED', 'KYC_CONFIRMED', 'INFORMATION_REQUESTED', 'REJECTED', 'SCREENED_AGAIN', 'APPROVED', 'HIT_CLEARED',
     'HIT_CONFIRMED')),
  reason                  text,
  primary key (acquirer_id, merchant_id, review_no)
);

-- owner: acquiring. Amendments that are screened or wait for a person, and their outcome. merchants holds the version in force until an
-- amendment is applied. amendment is the JSON text as received. An amendment in PENDING_APPROVAL without hits is one that the state of
-- its merchant did not allow when it was due for screening.
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
  -- as in merchants
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
  -- accounts that the amendment sets, which the screening of other merchants finds while it waits; null: it leaves the account unchanged
  debit_account           text,
  credit_account          text,
  primary key (acquirer_id, application_id, merchant_id),
  check ((status = 'BOARDED') = (version is not null)),
  check (next_screening_at is null or status = 'SCREENING')
);
-- A merchant has one open amendment.
create unique index merchant_amendments_open on merchant_amendments (acquirer_id, merchant_id)
  where status in ('SCREENING', 'PENDING_APPROVAL');
create index merchant_amendments_with_hits on merchant_amendments (acquirer_id, application_id) where standing_hits > 0;
create index merchant_amendments_to_screen on merchant_amendments (acquirer_id, next_screening_at)
  where next_screening_at is not null;
create index merchant_amendments_by_debit_account
  on merchant_amendments (acquirer_id, upper(replace(debit_account, ' ', '')))
  where status in ('SCREENING', 'PENDING_APPROVAL') and debit_account is not null;
create index merchant_amendments_by_credit_account
  on merchant_amendments (acquirer_id, upper(replace(credit_account, ' ', '')))
  where status in ('SCREENING', 'PENDING_APPROVAL') and credit_account is not null;
-- Finds the applications that amend a merchant.
create index merchant_amendments_of_merchant on merchant_amendments (acquirer_id, merchant_id);

-- owner: acquiring. Names that the acquirer denies, loaded from its list and compared by match_key.
create table merchant_deny_list (
  acquirer_id             text not null,
  -- order of the list
  name_no                 bigint generated always as identity,
  match_key               text not null,
  name                    text not null,
  reason                  text not null,
  loaded_at               timestamptz not null,
  primary key (acquirer_id, match_key),
  unique (acquirer_id, name_no)
);

-- Merchants that an application boards or amends, as reviewers see them. Amendments come after boardings.
create view merchants_under_review as
select m.acquirer_id, m.application_id, m.merchant_id, m.merchant_no as place, null::text[] as amendments, null::text as proposed, m.status,
       m.sequence, m.kyc, m.kyc_confirmed_by, m.reviewed_by, m.approved_by, m.merchant_state, m.merchant_name,
       m.legal_name, m.mcc, m.trn, m.screening_hits, m.standing_hits, m.screening_attempts, m.screening_problem,
       m.next_screening_at, m.information_required, m.changed_at
  from merchants m
union all
select a.acquirer_id, a.application_id, a.merchant_id, 100000000000000000 + a.amendment_no, a.types, a.amendment, a.status,
       m.sequence, m.kyc, m.kyc_confirmed_by, a.reviewed_by, a.approved_by, m.merchant_state, m.merchant_name, m.legal_name, m.mcc, m.trn,
       a.screening_hits, a.standing_hits, a.screening_attempts, a.screening_problem, a.next_screening_at, null, a.changed_at
  from merchant_amendments a
  join merchants m on m.acquirer_id = a.acquirer_id and m.merchant_id = a.merchant_id;
