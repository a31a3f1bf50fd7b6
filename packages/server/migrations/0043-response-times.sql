-- owner: authorization. How long authorizations took to be answered, in an hour or a day of the bank's time zone: how many took how
-- long. Written in batches beside the hot path.
create table authorization_response_times (
  bank_id                 text not null,
  grain                   text not null check (grain in ('hour', 'day')),
  starts_at               timestamptz not null,
  -- a step of time: authorization/response-times.ts
  step                    smallint not null,
  messages                bigint not null,
  primary key (bank_id, grain, starts_at, step)
) with (fillfactor = 70);
