-- Fields of decisions that the index needs and authorizations does not have, in the order of message_keys. A server of an earlier
-- version leaves them null, and so does the end of a reservation.
alter table unlisted_authorizations
  add column currencies text[],
  add column exponents smallint[],
  add column merchants text[],
  add column merchant_places text[],
  add column mccs text[],
  add column countries text[],
  add column channels text[],
  -- what the rules of the bank decided, as [edition, declined by, would decline]; null: they evaluated no decision of the batch
  add column rule_hits text[];
-- a row lives for a second, and compressing it takes longer than writing it
alter table unlisted_authorizations set (toast_tuple_target = 8160);
