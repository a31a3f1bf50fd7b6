-- Lists that are sorted by hits have every merchant, also those without: an index of the others was never used.
drop index merchants_with_standing_hits;
create index merchants_by_standing_hits on merchants (acquirer_id, standing_hits, created_at, merchant_no);
