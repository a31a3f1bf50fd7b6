-- owner: clients. What those who help a customer leave for the next one. Rows are added, and never changed.
create table client_notes (
  bank_id                 text not null,
  client_id               bigint not null,
  created_at              timestamptz not null,
  note_id                 bigint generated always as identity,
  actor                   text not null,
  person                  text,
  note                    text not null check (length(note) between 1 and 2000),
  primary key (bank_id, client_id, created_at, note_id),
  foreign key (bank_id, client_id) references clients
);
