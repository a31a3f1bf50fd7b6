-- Hits of the screening are decided one by one: each has an id and a state. Those that were there are carried over. A
-- boarded merchant was approved with its hits in sight; all others are open.
update merchants m
set screening_hits = (
  select coalesce(jsonb_agg(h.hit || jsonb_build_object(
           'hitId', gen_random_uuid()::text,
           'score', h.hit -> 'score',
           'matched', h.hit -> 'matched',
           'state', case m.status when 'BOARDED' then 'CLEARED' else 'OPEN' end,
           'foundAt', to_char(m.changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
           'decidedBy', case m.status when 'BOARDED' then m.approved_by end,
           'decidedAt', case m.status when 'BOARDED' then to_char(m.changed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end,
           'reason', case m.status when 'BOARDED' then 'Approved before hits were decided one by one' end
         ) order by h.place), '[]')
  from jsonb_array_elements(m.screening_hits) with ordinality as h (hit, place)
)
where m.screening_hits is not null;

-- While a merchant is screened again: the hits of its last screening, whose decisions hold for those found again.
alter table merchants add column earlier_hits jsonb;

-- How many hits keep it from being approved.
alter table merchants add column standing_hits integer not null generated always as (
  coalesce(jsonb_array_length(jsonb_path_query_array(screening_hits, '$[*] ? (@.state != "CLEARED")')), 0)
) stored;
create index merchants_with_standing_hits on merchants (acquirer_id, standing_hits, created_at, merchant_no)
  where standing_hits > 0;

alter table merchant_reviews drop constraint merchant_reviews_action_check;
alter table merchant_reviews add constraint merchant_reviews_action_check check (action in
  ('REVIEWED', 'KYC_CONFIRMED', 'INFORMATION_REQUESTED', 'REJECTED', 'SCREENED_AGAIN', 'APPROVED', 'HIT_CLEARED',
   'HIT_CONFIRMED'));
