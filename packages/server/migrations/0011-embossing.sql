-- owner: embossing. The number of each bank's newest run.
create table embossing_numbers_issued (
  bank_id                 text primary key references banks,
  last_run                integer not null,
  -- the newest local day with a scheduled run
  scheduled_day           date
);

-- owner: embossing. Runs for a bank's card bureau.
create table embossing_runs (
  bank_id                 text not null,
  run_number              integer not null,
  -- TAKEN: the run has its cards, and its file is not known to exist yet
  state                   text not null check (state in ('TAKEN', 'WRITTEN')),
  taken_at                timestamptz not null,
  -- who ran it, and the host of its file
  actor                   text not null,
  host                    text not null,
  card_count              integer not null check (card_count > 0),
  -- the facts in its header, as the bank's code and time zone may change
  file_facts              jsonb not null,
  -- digest of the content before encryption
  content_sha256          bytea not null,
  -- name and digest of the file, known before the file has its final name; null before it was first written
  file_name               text,
  file_sha256             bytea,
  -- fingerprint of the key to which it was encrypted; null: it is not encrypted
  recipient               text,
  written_at              timestamptz,
  reprints                integer not null default 0,
  primary key (bank_id, run_number)
);

-- owner: embossing. Plastics to produce, each once. A waiting plastic has neither a run nor a reason in left_out.
create table embossing_queue (
  bank_id                 text not null,
  queue_id                bigint generated always as identity,
  account_id              bigint not null,
  card_id                 bigint not null,
  sequence_number         text not null,
  reason                  text not null check (reason in ('NEW', 'RENEWAL', 'REPLACEMENT')),
  queued_at               timestamptz not null,
  run_number              integer,
  -- its position in the file
  position                integer,
  -- why no file will hold it
  left_out                text check (left_out in ('CARD_ENDED', 'SUPERSEDED', 'EXPIRED')),
  -- why runs skipped it, and it still waits
  held_because            text check (held_because in ('NO_NAME')),
  -- its record without the number, as JSON, from which the same file can be made again
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
