-- Closing a merchant frees its terminals. Those of merchants that were closed before are freed here.
delete from merchant_terminals t using merchants m
where m.acquirer_id = t.acquirer_id and m.merchant_id = t.merchant_id and m.merchant_state = 'CLOSED';
