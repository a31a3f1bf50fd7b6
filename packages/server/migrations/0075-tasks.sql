-- The caller to whom an approved change gives new keys, which only that caller's next rotation shows; null: nobody.
alter table webhook_endpoints add column keys_granted_to text;

