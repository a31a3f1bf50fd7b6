-- keyed hash of the code that activated the token: the same code again is a repeat, another one is refused
alter table tokens add column activated_with bytea;
