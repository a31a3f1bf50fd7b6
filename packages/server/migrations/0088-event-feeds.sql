-- owner: outbox. Feeds of events to files, of banks whose configuration has one. A feed without events is one that the configuration
-- no longer has; its sequence goes on if it comes back.
create table event_feeds (
  bank_id                 text not null primary key,
  -- names the feed in its folder, so that a wrong folder is recognized; marked_folder is the one that has the mark
  feed_id                 uuid not null,
  folder                  text not null,
  marked_folder           text,
  -- types and prefixes, as endpoints subscribe to them
  events                  text[] not null,
  interval_seconds        smallint not null check (interval_seconds between 1 and 600),
  -- the last event of outbox_events that the files contain, or that the feed does not take
  position                bigint not null,
  -- the number of the last manifest
  sequence                bigint not null default 0,
  -- the manifest that is being written, and the last event that it covers; its files may exist already
  pending_manifest        json,
  pending_position        bigint,
  -- the server that writes, by the database's clock; an expired lease is that of a server that is gone
  due_at                  timestamptz not null default now(),
  lease                   uuid,
  leased_until            timestamptz,
  check ((pending_manifest is null) = (pending_position is null))
);
