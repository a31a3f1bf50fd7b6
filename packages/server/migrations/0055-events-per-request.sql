-- How many messages one request to the endpoint may hold, 1 to 100. A server from before this sends each alone, as with 1.
alter table webhook_endpoints add column events_per_request smallint not null default 1;
