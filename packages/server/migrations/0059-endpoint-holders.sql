-- The caller that registered the endpoint or changed it last: its events need the scopes of this caller. Null for an endpoint of the
-- configuration, and for an endpoint whose holder is not known: the endpoint then gets nothing until a caller changes it.
alter table webhook_endpoints add column holder text;
-- The scopes of the request, for a holder that is a caller of an outside issuer. Null: each delivery looks the scopes up.
alter table webhook_endpoints add column holder_scopes text[];

-- The audit log of a bank has who registered or changed its endpoints.
update webhook_endpoints e
   set holder = (
     select (array_agg(a.actor order by a.at desc, a.audit_id desc))[1] from audit_log a
      where a.bank_id = e.bank_id and a.subject = 'webhook-endpoint:' || e.endpoint_id and a.outcome in ('registered', 'changed')
      group by a.bank_id)
 where e.owner_kind = 'bank';
-- The log of an acquirer lies elsewhere on Citus. Its endpoints get events of its merchants and its endpoints only.
update webhook_endpoints set holder = 'before 0059', holder_scopes = array['merchants:read', 'webhooks:read'] where owner_kind = 'acquirer';
