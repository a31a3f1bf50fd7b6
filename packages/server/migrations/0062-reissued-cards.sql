-- of a LOST or STOLEN card: the card that was issued in its place
alter table cards add column reissued_as bigint;
-- the address of this plastic, as JSON, if it is not the mailing address of the cardholder; null once a record holds it
alter table embossing_queue add column delivery_address text;
