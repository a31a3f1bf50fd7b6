-- A card that was replaced stays as a row of its own under its old EXID, REPLACED for good. The row of the number lives on
-- with the new plastic: what hangs on it (restrictions, insurance, tokens, authorizations) never moves.
alter table cards drop constraint cards_status_check;
alter table cards add constraint cards_status_check
  check (status in ('ACTIVE', 'BLOCKED', 'LOST', 'STOLEN', 'CLOSED', 'REPLACED'));
-- of a REPLACED card: the card that goes on under its number
alter table cards add column replaced_by bigint;
alter table cards add constraint cards_replaced_by_check check ((status = 'REPLACED') = (replaced_by is not null));
-- The plastic before a renewal, which can be used until it expires; null without one.
alter table cards add column earlier_expiry char(4);
alter table cards add column earlier_sequence_number text;
alter table vault_card_numbers add column earlier_expiry char(4);
-- Cards that a renewal may be due for.
create index cards_by_expiry on cards (bank_id, product_code, expiry) where status = 'ACTIVE' and card_form = 'P';

-- How many months before its expiry a physical card is renewed; null: never by itself.
alter table products add column renewal_months_before smallint check (renewal_months_before between 1 and 24);
-- What the configuration says about the bank's card bureau; null: nothing.
alter table banks add column embossing jsonb;

-- owner: embossing. Number of each bank's newest run.
create table embossing_numbers_issued (
  bank_id                 text primary key references banks,
  last_run                integer not null,
  -- the newest local day on which the schedule has had its run
  scheduled_day           date
);

-- owner: embossing. What was written, or is being written, for a bank's card bureau.
create table embossing_runs (
  bank_id                 text not null,
  run_number              integer not null,
  -- TAKEN: its cards are its own, its file is not known to be there yet
  state                   text not null check (state in ('TAKEN', 'WRITTEN')),
  taken_at                timestamptz not null,
  -- who ran it, and on which host its file was to be written
  actor                   text not null,
  host                    text not null,
  card_count              integer not null check (card_count > 0),
  -- what its header says, as the bank's code and time zone may change
  file_facts              jsonb not null,
  -- of the content, before it was encrypted
  content_sha256          bytea not null,
  -- of the file, known before it takes its name; null before it was first made
  file_name               text,
  file_sha256             bytea,
  -- fingerprint of the key that it was encrypted to; null where it is in the clear
  recipient               text,
  written_at              timestamptz,
  reprints                integer not null default 0,
  primary key (bank_id, run_number)
);

-- owner: embossing. Every plastic that was to be made, once. One that waits has neither a run nor a reason to be left out.
create table embossing_queue (
  bank_id                 text not null,
  queue_id                bigint generated always as identity,
  account_id              bigint not null,
  card_id                 bigint not null,
  sequence_number         text not null,
  reason                  text not null check (reason in ('NEW', 'RENEWAL', 'REPLACEMENT')),
  queued_at               timestamptz not null,
  run_number              integer,
  -- its place in the file
  position                integer,
  -- why no file will ever hold it
  left_out                text check (left_out in ('CARD_ENDED', 'SUPERSEDED', 'EXPIRED')),
  -- why it still waits though runs were made
  held_because            text check (held_because in ('NO_NAME')),
  -- what its record says besides the number, as JSON: with it the same file can be made again
  sealed_record           bytea,
  record_key_version      smallint references data_keys,
  primary key (bank_id, queue_id),
  unique (bank_id, card_id, sequence_number),
  check (run_number is null or left_out is null),
  check ((run_number is null) = (position is null)),
  check ((run_number is null) = (sealed_record is null)),
  check ((sealed_record is null) = (record_key_version is null))
);
create index embossing_queue_waiting on embossing_queue (bank_id, queue_id) where run_number is null and left_out is null;
create index embossing_queue_of_run on embossing_queue (bank_id, run_number, position) where run_number is not null;
