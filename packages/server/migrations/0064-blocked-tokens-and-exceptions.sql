-- Whether the block of the card suspended the token: then the end of the block resumes it.
alter table tokens add column suspended_by_block boolean not null default false;
