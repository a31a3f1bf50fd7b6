import { statement, type Tx } from '../../storage/index.ts';

const selectWanted = statement(
  'outbox.select-wanted-events',
  `select e.bank_id, array_agg(distinct wanted.event) as events
     from webhook_endpoints e cross join lateral unnest(e.events) as wanted (event)
    where e.owner_kind = 'bank' and wanted.event = any($1) group by e.bank_id`,
);

/** Which of these types of events each bank has an endpoint for. Banks that want none are not there. */
export async function readSubscribedEvents(
  tx: Tx,
  types: readonly string[],
): Promise<Map<string, ReadonlySet<string>>> {
  const rows = await tx.query<{ bank_id: string; events: string[] }>(selectWanted, [types]);
  return new Map(rows.map(({ bank_id: bankId, events }) => [bankId, new Set(events)]));
}
