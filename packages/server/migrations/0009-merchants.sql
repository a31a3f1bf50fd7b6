-- owner: merchants. Who boards merchants, and by which rules: catalogues of values that the interface omits, restricted
-- categories, the outside screening provider, from the configuration file.
create table acquirers (
  acquirer_id             text primary key,
  name                    text not null,
  configuration           jsonb not null,
  -- the provider's bearer token, sealed (context screening-token:<acquirer>)
  sealed_screening_token  bytea,
  key_version             smallint,
  check ((sealed_screening_token is null) = (key_version is null)),
  sandbox                 boolean not null
);

-- owner: merchants. One request for onboarding or amendment. The same id again with the same content gets the same answer.
create table onboarding_requests (
  acquirer_id             text not null references acquirers,
  -- the caller: an OAuth client, or issuer and subject of an outside one
  caller                  text not null,
  request_id              text not null,
  -- under which its submissions stand
  request_no              bigint generated always as identity,
  content_hash            bytea not null,
  received_at             timestamptz not null,
  merchant_count          integer not null,
  -- the answer as it was given; null until it is
  answer                  text,
  primary key (acquirer_id, caller, request_id),
  unique (acquirer_id, request_no)
);
create index onboarding_requests_by_id on onboarding_requests (acquirer_id, request_id, request_no);

-- owner: merchants. An application structure of a request: merchants that are reviewed together, and perhaps their chain.
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

-- owner: merchants. Chains that are set up. record is JSON text as it was sent: text, as jsonb would not keep it.
create table merchant_chains (
  acquirer_id             text not null,
  chain_id                text not null,
  record                  text not null,
  created_at              timestamptz not null,
  primary key (acquirer_id, chain_id)
);

-- owner: merchants. A merchant from the day its application was received. record and resolved are JSON texts.
create table merchants (
  acquirer_id             text not null,
  merchant_id             text not null,
  merchant_no             bigint generated always as identity,
  -- of its newest submission for boarding
  application_id          text not null,
  status                  text not null check (status in
    ('RECEIVED', 'SCREENING', 'PENDING_APPROVAL', 'INFORMATION_REQUIRED', 'APPROVED', 'BOARDED', 'REJECTED')),
  merchant_state          text check (merchant_state in ('ACTIVE', 'ON_HOLD', 'CLOSED')),
  -- number of the newest row of merchant_versions; 0 until it is boarded
  version                 integer not null default 0,
  -- number of its newest row of merchant_events
  sequence                integer not null default 0,
  record                  text not null,
  resolved                text not null,
  chain_id                text,
  -- what screening compares and lists show
  merchant_name           text not null,
  legal_name              text not null,
  mcc                     text not null,
  trn                     text not null,
  debit_account           text not null,
  credit_account          text not null,
  kyc                     boolean not null,
  kyc_confirmed_by        text,
  -- of the submission that is being reviewed
  reviewed_by             text,
  approved_by             text,
  -- findings of the screening: JSON [{check, message, path}]
  screening_hits          jsonb,
  screening_attempts      integer not null default 0,
  -- why the newest attempt came to nothing; it is made again
  screening_problem       text,
  -- while it is in RECEIVED or SCREENING: when it is to be screened next, and who is at it (database clock)
  next_screening_at       timestamptz,
  screening_leased_until  timestamptz,
  screening_leased_by     text,
  -- with INFORMATION_REQUIRED: JSON [{path, action}]
  information_required    jsonb,
  created_at              timestamptz not null,
  changed_at              timestamptz not null,
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
-- in the electronic form of an IBAN: it may have been sent in groups
create index merchants_by_debit_account on merchants (acquirer_id, upper(replace(debit_account, ' ', '')));
create index merchants_by_credit_account on merchants (acquirer_id, upper(replace(credit_account, ' ', '')));

-- owner: merchants. A merchant of a request, in the order in which they were sent.
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

-- owner: merchants. Terminal ids are unique across the acquirer; those of a rejected merchant are free again.
create table merchant_terminals (
  acquirer_id             text not null,
  terminal_id             text not null,
  merchant_id             text not null,
  primary key (acquirer_id, terminal_id)
);
create index merchant_terminals_of_merchant on merchant_terminals (acquirer_id, merchant_id);

-- owner: merchants. Append-only: every version of a boarded merchant with its difference to the one before.
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
  primary key (acquirer_id, merchant_id, version)
);

-- owner: merchants. Append-only: every change of a merchant's status or state, in order.
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
  primary key (acquirer_id, merchant_id, sequence)
);

-- owner: merchants. Append-only: what people did with a merchant in its review, and why.
create table merchant_reviews (
  acquirer_id             text not null,
  merchant_id             text not null,
  review_no               bigint generated always as identity,
  application_id          text not null,
  at                      timestamptz not null,
  actor                   text not null,
  request_id              text not null,
  action                  text not null check (action in
    ('REVIEWED', 'KYC_CONFIRMED', 'INFORMATION_REQUESTED', 'REJECTED', 'SCREENED_AGAIN', 'APPROVED')),
  reason                  text,
  primary key (acquirer_id, merchant_id, review_no)
);

-- owner: merchants. Names that the acquirer does not want to board, as loaded from its list; compared by match_key.
create table merchant_deny_list (
  acquirer_id             text not null,
  -- the order of the list
  name_no                 bigint generated always as identity,
  match_key               text not null,
  name                    text not null,
  reason                  text not null,
  loaded_at               timestamptz not null,
  primary key (acquirer_id, match_key),
  unique (acquirer_id, name_no)
);
