import { ALL_AUTHORIZATION_EVENTS } from '@cardwright/contract';
import { requireValue } from '../../../platform/kernel/required.ts';
import { type BatchMessage, type EnqueueAll, readSubscribedEvents } from '../../../platform/outbox/index.ts';
import type { Tx } from '../../../platform/storage/index.ts';
import { nameOfDecision, type PendingRow } from '../records/pending-decision-store.ts';
import {
  type DecisionEventRow,
  type DecisionPlace,
  type EndingEventRow,
  readDecisionEvents,
  readDecisionPlaces,
  readEndingEvents,
} from './decision-event-store.ts';
import { eventsOfDecision, eventsOfEnding } from './decision-events.ts';

/**
 * Publishes decisions and endings as events, in the transaction that indexes them: off the hot path, once, and for each
 * account in order. Only banks that subscribe to an event cause work.
 */
export type SubscribedEvents = ReadonlyMap<string, ReadonlySet<string>>;

export function readSubscriptions(tx: Tx): Promise<SubscribedEvents> {
  return readSubscribedEvents(tx, ALL_AUTHORIZATION_EVENTS);
}

export async function publishDecisionEvents(
  {
    tx,
    enqueueAll,
    subscribedEvents,
    now,
  }: { tx: Tx; enqueueAll: EnqueueAll; subscribedEvents: SubscribedEvents; now: Date },
  pending: readonly PendingRow[],
): Promise<void> {
  if (subscribedEvents.size === 0) return;
  const read = await readDecisionEvents(tx, [...subscribedEvents.keys()], pending);
  const rows = new Map(read.map((row) => [nameOfDecision(row), row]));
  const decided = new Set(pending.filter(({ event }) => event === null).map(nameOfDecision));
  const places = await readDecisionPlaces(
    tx,
    read.filter((row) => decided.has(nameOfDecision(row))),
  );
  const endings = await endingsOf(tx, pending);
  const messages = new Map<string, BatchMessage[]>();
  for (const each of fromItsDecision(pending)) {
    const row = rows.get(nameOfDecision(each));
    const types = row && subscribedEvents.get(row.bank_id);
    if (row === undefined || types === undefined) continue;
    const of = { place: places.get(nameOfDecision(each)), ending: endings.get(endingName(each)) };
    const events = eventsOf(row, of, each).filter(({ type }) => types.has(type));
    const batch = messages.get(row.bank_id);
    if (batch === undefined) messages.set(row.bank_id, events);
    else batch.push(...events);
  }
  for (const [bankId, events] of messages) await enqueueAll(tx, { bankId, kind: 'bank', ownerId: bankId }, events, now);
}

/**
 * Orders the rows of each message so that its decision comes first. They keep their places among the rows of other
 * messages. A single PostgreSQL has them in this order already. On Citus the batch numbers are per node, so an ending
 * that another node recorded may come first.
 */
function fromItsDecision(pending: readonly PendingRow[]): readonly PendingRow[] {
  const steps = new Map<string, PendingRow[]>();
  for (const row of pending) {
    const rows = steps.get(nameOfDecision(row));
    if (rows === undefined) steps.set(nameOfDecision(row), [row]);
    else rows.push(row);
  }
  for (const rows of steps.values()) rows.sort((one, other) => orderOf(one) - orderOf(other));
  return pending.map((row) => steps.get(nameOfDecision(row))?.shift() ?? row);
}

function orderOf({ event }: PendingRow): number {
  return event ?? -1;
}

async function endingsOf(tx: Tx, pending: readonly PendingRow[]): Promise<Map<string, EndingEventRow>> {
  const endings = pending.flatMap(({ event, ...row }) => (event === null ? [] : { ...row, event }));
  const rows = endings.length === 0 ? [] : await readEndingEvents(tx, endings);
  return new Map(rows.map((row) => [endingName(row), row]));
}

function eventsOf(
  row: DecisionEventRow,
  { place, ending }: { place: DecisionPlace | undefined; ending: EndingEventRow | undefined },
  { event }: PendingRow,
): BatchMessage[] {
  if (event === null) return eventsOfDecision(row, requireValue(place, 'the index row of a decision'));
  return ending === undefined ? [] : eventsOfEnding(row, ending);
}

function endingName({ account_id, message_key, event }: Pick<PendingRow, 'account_id' | 'message_key' | 'event'>) {
  return `${account_id}/${message_key}/${event}`;
}
