import type { OutboxEvent } from '@cardwright/contract';

/**
 * An event gets the time at which its request began, but is listed only after its transaction commits, at most this
 * much later.
 */
const LATE_MS = 60_000;

/**
 * Finds the events that are new since the last list. `type` is a type or a prefix such as `card.*`.
 *
 * @example
 * const feed = createEventFeed('2026-11-20T08:00:00.000Z', 'card.*');
 * feed.add(await list(feed.from())); // the new events, oldest first
 */
export function createEventFeed(since: string, type?: string) {
  let newest = Date.parse(since);
  let reported = new Map<string, number>();
  const begin = () => Math.max(newest - LATE_MS, Date.parse(since));
  const matches = ({ type: each }: OutboxEvent) =>
    type === undefined || each === type || (type.endsWith('.*') && each.startsWith(type.slice(0, -1)));
  return {
    /** Returns the time from which the next list has to start. */
    from: () => new Date(begin()).toISOString(),
    /** Takes a list, newest first. Returns the new events of the type, oldest first. */
    add(events: readonly OutboxEvent[]): OutboxEvent[] {
      const added = events.filter(({ id }) => !reported.has(id)).reverse();
      for (const { id, created_at: at } of added) {
        reported.set(id, Date.parse(at));
        newest = Math.max(newest, Date.parse(at));
      }
      reported = new Map([...reported].filter(([, at]) => at >= begin()));
      return added.filter(matches);
    },
  };
}
