-- A caller's secret of before, which is good until it expires: so a secret is replaced without a moment in which neither is.
alter table oauth_clients
  add column earlier_secret_hash text,
  add column earlier_secret_until timestamptz,
  add check ((earlier_secret_hash is null) = (earlier_secret_until is null));
