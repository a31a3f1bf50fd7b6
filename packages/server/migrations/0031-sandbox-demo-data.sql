-- owner: sandbox. How far the sandbox is filled with a month of data; no row where it never was.
create table sandbox_demo_data (
  only_row                boolean primary key default true check (only_row),
  began_at                timestamptz not null,
  days_done               integer not null default 0
);
