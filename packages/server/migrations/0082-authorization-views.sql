-- owner: authorization. Filters and columns of lists of decisions that people of a role of a bank share.
create table authorization_views (
  bank_id                 text not null references banks,
  view_id                 text not null,
  -- how often it was saved
  version                 integer not null,
  name                    text not null,
  role                    text not null,
  -- the filters of the list as JSON text
  filters                 text not null,
  -- null: those of the reader
  columns                 text[],
  saved_at                timestamptz not null,
  saved_by                text not null,
  saved_by_name           text,
  primary key (bank_id, view_id)
);
