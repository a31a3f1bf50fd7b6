import { type ClaimedMessage, type InFlight, MOST_CLAIMED } from './claim-store.ts';
import { takeRequest } from './request-batch.ts';

/** Deliveries that are running on this server, by endpoint, and messages that were claimed ahead of their place. */
export interface InFlightDeliveries {
  /** What each endpoint has, to claim as many as it can take. */
  counts(): InFlight[];
  /** Delivers messages of one endpoint as soon as it has a place free for them. */
  add(messages: readonly ClaimedMessage[], room: EndpointRoom, deliver: DeliverNow): void;
  /** Takes back what is still not under way: what waited too long, or all of it. */
  takeBack(which: 'stale' | 'all'): ClaimedMessage[];
  /** Waits for all that are under way, at most `ms`. Returns how many are still running. */
  drain(ms: number): Promise<number>;
}

/** What an endpoint may be sent at once. */
export interface EndpointRoom {
  /** Requests. */
  readonly places: number;
  /** Messages that one request may hold. */
  readonly perRequest: number;
}

/** Sends one request. Calls back once the endpoint has nothing more to do; resolves when what was sent is settled. */
export type DeliverNow = (
  messages: readonly ClaimedMessage[],
  answered: (isDelivered: boolean) => void,
) => Promise<void>;

interface Queued {
  readonly message: ClaimedMessage;
  readonly deliver: DeliverNow;
  readonly sinceMs: number;
}

interface Lane {
  readonly bankId: string;
  readonly endpointId: string;
  room: EndpointRoom;
  queued: Queued[];
  /** Requests that the endpoint has not answered. */
  waiting: number;
  /** These, and those that are answered and not settled. */
  running: number;
  /** When the last one was delivered; undefined after one that was not. */
  deliveredAtMs: number | undefined;
  /** How many more messages could have been claimed with the last statement. */
  wanted: number;
}

/** For each place: those that wait for it, and those that are being settled. */
const AHEAD = 3;
/** What did not deliver anything for that long has nothing claimed ahead; what waited for that long is given back. */
const QUICK_MS = 1_000;

/**
 * `wants` is called with the bank when an endpoint can take more. To an endpoint that takes what it is sent, some more
 * messages are claimed than it has places: many with one statement, and no place waits for it.
 */
export function createInFlight(wants: (bankId: string) => void): InFlightDeliveries {
  const lanes = new Map<string, Lane>();
  const running = new Set<Promise<void>>();

  const run = (lane: Lane, [first, ...others]: readonly [Queued, ...Queued[]]): void => {
    lane.waiting++;
    lane.running++;
    let isWaiting = true;
    const answered = (isDelivered: boolean) => {
      if (!isWaiting) return;
      isWaiting = false;
      lane.waiting--;
      lane.deliveredAtMs = isDelivered ? performance.now() : undefined;
      fill(lane);
      // where all that was due is claimed already, a message is due once this one is settled
      if (!isDrained(lane) && lane.queued.length < roomOf(lane) / 2) wantsMore(lane);
    };
    const messages = [first, ...others].map(({ message }) => message);
    const tracked = first.deliver(messages, answered).finally(() => {
      answered(false);
      lane.running--;
      running.delete(tracked);
      if (isDrained(lane)) wants(lane.bankId);
      else wantsMore(lane);
    });
    running.add(tracked);
  };
  const wantsMore = (lane: Lane): void => {
    if (!isQuick(lane) || freeOf(lane) >= Math.min(roomOf(lane), MOST_CLAIMED)) wants(lane.bankId);
  };
  const fill = (lane: Lane): void => {
    // to one that failed, nothing is sent that was claimed while it did not: it is given back
    if (isQuick(lane)) lane.queued = runFrom(lane, lane.queued, run);
  };
  return {
    counts() {
      for (const [name, lane] of lanes) if (isIdle(lane)) lanes.delete(name);
      return [...lanes.values()].map((lane) => {
        lane.wanted = freeOf(lane);
        return { bankId: lane.bankId, endpointId: lane.endpointId, count: countOf(lane) };
      });
    },
    add(messages, room, deliver) {
      const [first] = messages;
      if (first === undefined) return;
      const name = endpointName(first);
      const known = lanes.get(name);
      const lane = known ?? newLane(first, room);
      if (known === undefined) lanes.set(name, lane);
      lane.room = room;
      lane.wanted -= messages.length;
      const sinceMs = performance.now();
      const added = messages.map((message) => ({ message, deliver, sinceMs }));
      lane.queued.push(...(isQuick(lane) ? added : runFrom(lane, added, run)));
      fill(lane);
    },
    takeBack: (which) => [...lanes.values()].flatMap((lane) => takeQueued(lane, which)),
    async drain(ms) {
      const all = Promise.allSettled(running);
      await Promise.race([all, new Promise((resolve) => setTimeout(resolve, ms).unref())]);
      return running.size;
    },
  };
}

function newLane({ bank_id: bankId, endpoint_id: endpointId }: ClaimedMessage, room: EndpointRoom): Lane {
  return { bankId, endpointId, room, queued: [], waiting: 0, running: 0, deliveredAtMs: undefined, wanted: 0 };
}

/** Runs what there are places for. Returns what is left. */
function runFrom(
  lane: Lane,
  queued: readonly Queued[],
  run: (lane: Lane, request: readonly [Queued, ...Queued[]]) => void,
): Queued[] {
  let left = [...queued];
  while (lane.waiting < lane.room.places) {
    const { request, rest } = takeRequest(left, lane.room.perRequest);
    if (request === undefined) break;
    left = rest;
    run(lane, request);
  }
  return left;
}

function takeQueued(lane: Lane, which: 'stale' | 'all'): ClaimedMessage[] {
  const isTaken = (one: Queued) => which === 'all' || !isQuick(lane) || isStale(one);
  const taken = lane.queued.filter(isTaken);
  if (taken.length > 0) lane.queued = lane.queued.filter((one) => !taken.includes(one));
  return taken.map(({ message }) => message);
}

function isQuick({ deliveredAtMs }: Lane): boolean {
  return deliveredAtMs !== undefined && performance.now() < deliveredAtMs + QUICK_MS;
}

function isStale({ sinceMs }: Queued): boolean {
  return performance.now() > sinceMs + QUICK_MS;
}

function isIdle(lane: Lane): boolean {
  return lane.running === 0 && lane.queued.length === 0 && !isQuick(lane);
}

/** Messages that all places take together. */
function roomOf({ room: { places, perRequest } }: Lane): number {
  return places * perRequest;
}

/**
 * In messages: a request counts as many as it may hold. A delivery that is only being settled leaves its place to the next
 * one. Where settling takes longer than sending, there are twice as many as places, and no more. Below zero, more may be
 * claimed than there are places for.
 */
function countOf(lane: Lane): number {
  const { queued, waiting, running, room } = lane;
  if (isQuick(lane)) return queued.length + (running - AHEAD * room.places) * room.perRequest;
  return Math.max(waiting * room.perRequest + queued.length, Math.ceil(running / 2) * room.perRequest);
}

function freeOf(lane: Lane): number {
  return Math.min(MOST_CLAIMED, Math.max(0, roomOf(lane) - countOf(lane)));
}

/** All that was due was claimed when it was last asked for. */
function isDrained({ wanted }: Lane): boolean {
  return wanted > 0;
}

/** With the bank, because two banks may have endpoints with the same id. */
export function endpointName({ bank_id, endpoint_id }: { bank_id: string; endpoint_id: string }): string {
  return `${bank_id} ${endpoint_id}`;
}
