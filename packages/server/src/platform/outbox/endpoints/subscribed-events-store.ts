import { prefixOf } from '@cardwright/contract';
import { statement, type Tx } from '../../storage/index.ts';
import type { EndpointOwner } from './endpoint-store.ts';

const selectSubscribed = statement(
  'outbox.select-subscribed-events',
  `select e.bank_id, array_agg(distinct requested.event) as events
     from (select bank_id, events from webhook_endpoints where owner_kind = 'bank'
           union all select bank_id, events from event_feeds) e
    cross join lateral unnest(e.events) as requested (event)
    where requested.event = any($1) group by e.bank_id`,
);

/**
 * Returns the types of events that an endpoint or the feed of each bank subscribes to, by the type or its prefix. Banks
 * without one are not in the result.
 */
export async function readSubscribedEvents(
  tx: Tx,
  types: readonly string[],
): Promise<Map<string, ReadonlySet<string>>> {
  const prefixes = types.flatMap((type) => prefixOf(type) ?? []);
  const requested = [...new Set([...types, ...prefixes])];
  const rows = await tx.query<{ bank_id: string; events: string[] }>(selectSubscribed, [requested]);
  return new Map(
    rows.map(({ bank_id: bankId, events }) => {
      const subscriptions = new Set(events);
      return [bankId, new Set(types.filter((type) => covers(subscriptions, type)))];
    }),
  );
}

function covers(subscriptions: ReadonlySet<string>, type: string): boolean {
  return subscriptions.has(type) || subscriptions.has(prefixOf(type) ?? '');
}

const selectSubscriptions = statement(
  'outbox.select-subscriptions',
  `select distinct requested.event
     from webhook_endpoints e cross join lateral unnest(e.events) as requested (event)
    where e.bank_id = $1 and e.owner_id = $2
    union
   select unnest(f.events) from event_feeds f where f.bank_id = $1 and f.bank_id = $2`,
);

/** Returns the types and prefixes that the endpoints of an owner, and the feed of a bank, subscribe to. */
export async function readSubscriptions(tx: Tx, { bankId, ownerId }: EndpointOwner): Promise<ReadonlySet<string>> {
  const rows = await tx.query<{ event: string }>(selectSubscriptions, [bankId, ownerId]);
  return new Set(rows.map(({ event }) => event));
}

/** Whether an endpoint or the feed of a bank subscribes to a type, by the type or its prefix. */
export async function isSubscribed(tx: Tx, bankId: string, type: string): Promise<boolean> {
  return covers(await readSubscriptions(tx, { kind: 'bank', bankId, ownerId: bankId }), type);
}
