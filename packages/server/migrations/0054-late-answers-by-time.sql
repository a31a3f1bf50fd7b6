-- owner: authorization. Decisions are found by what the bank's own system said of them too late, and such answers are counted by the day.
create index late_partner_answers_by_time on late_partner_answers (bank_id, at, message_key);
