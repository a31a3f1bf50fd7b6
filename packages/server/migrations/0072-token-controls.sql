-- controls of the token, as JSON; null: it has none
alter table tokens add column controls text;
