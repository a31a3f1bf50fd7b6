import { ALL_AUTHORIZATION_EVENTS } from '@cardwright/contract';
import { type BatchMessage, type EnqueueAll, readWantedEvents } from '../../../platform/outbox/index.ts';
import type { Tx } from '../../../platform/storage/index.ts';
import { nameOfDecided, type UnlistedRow } from '../records/unlisted-store.ts';
import { eventsOfDecision, eventsOfEnding } from './decision-events.ts';
import { readTold, readToldEndings, type ToldEndingRow, type ToldRow } from './told-decision-store.ts';

/**
 * Writes what happened to authorizations as events, in the transaction that takes it into the lists: beside the hot path, once,
 * and for each account in the order in which it happened. Only banks with an endpoint for it cost anything.
 */
export type WantedEvents = ReadonlyMap<string, ReadonlySet<string>>;

export function readWanted(tx: Tx): Promise<WantedEvents> {
  return readWantedEvents(tx, ALL_AUTHORIZATION_EVENTS);
}

export async function tellDecided(
  { tx, enqueueAll, wanted, now }: { tx: Tx; enqueueAll: EnqueueAll; wanted: WantedEvents; now: Date },
  unlisted: readonly UnlistedRow[],
): Promise<void> {
  if (wanted.size === 0) return;
  const rows = new Map((await readTold(tx, unlisted)).map((row) => [nameOfDecided(row), row]));
  const endings = await endingsOf(tx, unlisted);
  const messages = new Map<string, BatchMessage[]>();
  for (const each of fromItsDecision(unlisted)) {
    const row = rows.get(nameOfDecided(each));
    const types = row && wanted.get(row.bank_id);
    if (row === undefined || types === undefined) continue;
    const told = eventsOf(row, endings.get(endingName(each)), each).filter(({ type }) => types.has(type));
    const known = messages.get(row.bank_id);
    if (known === undefined) messages.set(row.bank_id, told);
    else known.push(...told);
  }
  for (const [bankId, told] of messages) await enqueueAll(tx, { bankId, kind: 'bank', ownerId: bankId }, told, now);
}

/**
 * Each message from its decision on, in the places that its rows have. On one PostgreSQL they are so already; on Citus the numbers of
 * batches are those of the nodes, and an ending that another node noted may come before.
 */
function fromItsDecision(unlisted: readonly UnlistedRow[]): readonly UnlistedRow[] {
  const steps = new Map<string, UnlistedRow[]>();
  for (const row of unlisted) {
    const known = steps.get(nameOfDecided(row));
    if (known === undefined) steps.set(nameOfDecided(row), [row]);
    else known.push(row);
  }
  for (const own of steps.values()) own.sort((one, other) => orderOf(one) - orderOf(other));
  return unlisted.map((row) => steps.get(nameOfDecided(row))?.shift() ?? row);
}

function orderOf({ event }: UnlistedRow): number {
  return event ?? -1;
}

async function endingsOf(tx: Tx, unlisted: readonly UnlistedRow[]): Promise<Map<string, ToldEndingRow>> {
  const wanted = unlisted.flatMap(({ event, ...row }) => (event === null ? [] : { ...row, event }));
  const rows = wanted.length === 0 ? [] : await readToldEndings(tx, wanted);
  return new Map(rows.map((row) => [endingName(row), row]));
}

function eventsOf(row: ToldRow, ending: ToldEndingRow | undefined, { event }: UnlistedRow): BatchMessage[] {
  if (event === null) return eventsOfDecision(row);
  return ending === undefined ? [] : eventsOfEnding(row, ending);
}

function endingName({ account_id, message_key, event }: Pick<UnlistedRow, 'account_id' | 'message_key' | 'event'>) {
  return `${account_id}/${message_key}/${event}`;
}
