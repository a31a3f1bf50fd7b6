-- owner: accounts. How many steps of an account's sequence moved money and nothing else. The others changed what decisions look at, in the
-- account or its cards: what a server remembers of that stands as long as the difference is the same. A server from before this does not
-- count here, so what it does looks like such a change: others read once more than they have to, and never too little.
alter table accounts add column movements bigint not null default 0;
