-- What readers of a merchant see of each version: the first changes and how many there are. All of a version that
-- changed very much are megabytes.
alter table merchant_versions
  add column change_count  integer not null default 0,
  -- JSON text, as changes
  add column first_changes text not null default '[]';

update merchant_versions v
   set change_count = json_array_length(v.changes::json),
       first_changes = coalesce(
         (select '[' || string_agg(e.change, ',' order by e.place) || ']'
            from (select x.change::text, x.place, sum(length(x.change::text)) over (order by x.place) as size
                    from json_array_elements(v.changes::json) with ordinality as x (change, place)) e
           where e.place <= 20 and e.size <= 4096),
         '[]');
