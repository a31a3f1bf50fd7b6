-- owner: acquiring. Merchants that people prepare in the console and have not submitted.
create table merchant_drafts (
  acquirer_id             text not null references acquirers,
  draft_id                text not null,
  draft_no                bigint generated always as identity,
  -- how often it was saved
  version                 integer not null,
  -- the merchant as JSON text, as far as it is filled in; card numbers are masked
  record                  text not null,
  -- for the list of drafts
  merchant_id             text,
  merchant_name           text,
  created_at              timestamptz not null,
  created_by              text not null,
  saved_at                timestamptz not null,
  saved_by                text not null,
  primary key (acquirer_id, draft_id)
);
create index merchant_drafts_by_age on merchant_drafts (acquirer_id, saved_at, draft_no);
