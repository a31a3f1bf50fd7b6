-- owner: iso8583. What each running server process reports of its ISO 8583 networks every few seconds. A report is of no use after
-- the process ends, so the table is not in the log of the database. bank_id is - for networks that reach the cards of all banks.
create unlogged table network_reports (
  bank_id                 text not null,
  network                 text not null,
  process_id              text not null,
  -- host and process, for people
  server                  text not null,
  -- state, counts and recent messages without card data, as JSON
  report                  text not null,
  seen_at                 timestamptz not null,
  primary key (bank_id, network, process_id)
);
