-- ISO/IEC 7812 numbers have up to 19 digits, and older ranges 13. Two statements, as Citus takes one change of a constraint at a time.
alter table products drop constraint products_card_number_length_check;
alter table products add constraint products_card_number_length_check check (card_number_length between 13 and 19);
