import { statement, type Tx } from '../../storage/index.ts';

const selectSubscribed = statement(
  'outbox.select-wanted-events',
  `select e.bank_id, array_agg(distinct wanted.event) as events
     from webhook_endpoints e cross join lateral unnest(e.events) as wanted (event)
    where e.owner_kind = 'bank' and wanted.event = any($1) group by e.bank_id`,
);

/** The types of events that each bank has a subscribed endpoint for. Banks without one are not in the result. */
export async function readSubscribedEvents(
  tx: Tx,
  types: readonly string[],
): Promise<Map<string, ReadonlySet<string>>> {
  const rows = await tx.query<{ bank_id: string; events: string[] }>(selectSubscribed, [types]);
  return new Map(rows.map(({ bank_id: bankId, events }) => [bankId, new Set(events)]));
}
