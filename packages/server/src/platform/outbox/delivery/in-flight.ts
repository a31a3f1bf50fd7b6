import { CLAIM_SIZE, type ClaimedMessage, type InFlight } from './claim-store.ts';
import { takeRequest } from './request-batch.ts';

/** Running deliveries of this server by endpoint, and messages that were claimed in advance. */
export interface InFlightDeliveries {
  /** The capacity that each endpoint uses, to claim as many messages as it can take. */
  counts(): InFlight[];
  /** Delivers messages of one endpoint as soon as it has a free place for them. */
  add(messages: readonly ClaimedMessage[], room: EndpointCapacity, deliver: DeliverNow): void;
  /** Removes messages that are not being sent yet: those that waited too long, or all. */
  takeBack(which: 'stale' | 'all'): ClaimedMessage[];
  /** Waits for running deliveries, at most `ms`. Returns the number that are still running. */
  drain(ms: number): Promise<number>;
}

/** The limits of concurrent sending to an endpoint. */
export interface EndpointCapacity {
  /** Maximum number of concurrent requests. */
  readonly places: number;
  /** Maximum number of messages in one request. */
  readonly perRequest: number;
}

/** Sends one request. Calls back once the endpoint has finished with it; resolves when the messages are settled. */
export type DeliverNow = (
  messages: readonly ClaimedMessage[],
  onAnswer: (isDelivered: boolean) => void,
) => Promise<void>;

interface Queued {
  readonly message: ClaimedMessage;
  readonly deliver: DeliverNow;
  readonly sinceMs: number;
}

interface Lane {
  readonly bankId: string;
  readonly endpointId: string;
  room: EndpointCapacity;
  queued: Queued[];
  /** Number of requests that the endpoint has not answered. */
  waiting: number;
  /** Number of these requests, and of those that are answered but not settled. */
  running: number;
  /** Time of the last delivery; undefined after a failure. */
  deliveredAtMs: number | undefined;
  /** Number of further messages that the last statement could have claimed. */
  requested: number;
}

/** Number of messages to claim for each place: waiting ones, and those that are being settled. */
const AHEAD = 3;
/**
 * An endpoint without a delivery for this long gets nothing claimed in advance, and messages that waited for this long
 * are released.
 */
const QUICK_MS = 1_000;

/**
 * Creates the deliveries of a server. They call `requestMessages` with the bank when an endpoint can take more. For an
 * endpoint that accepts messages, one statement claims more of them than it has places, so that no place is idle.
 */
export function createInFlight(requestMessages: (bankId: string) => void): InFlightDeliveries {
  const lanes = new Map<string, Lane>();
  const running = new Set<Promise<void>>();

  const run = (lane: Lane, [first, ...others]: readonly [Queued, ...Queued[]]): void => {
    lane.waiting++;
    lane.running++;
    let isWaiting = true;
    const onAnswer = (isDelivered: boolean) => {
      if (!isWaiting) return;
      isWaiting = false;
      lane.waiting--;
      lane.deliveredAtMs = isDelivered ? performance.now() : undefined;
      fill(lane);
      // if all due messages are claimed already, the next one becomes due once this one is settled
      if (!isDrained(lane) && lane.queued.length < roomOf(lane) / 2) refill(lane);
    };
    const messages = [first, ...others].map(({ message }) => message);
    const tracked = first.deliver(messages, onAnswer).finally(() => {
      onAnswer(false);
      lane.running--;
      running.delete(tracked);
      if (isDrained(lane)) requestMessages(lane.bankId);
      else refill(lane);
    });
    running.add(tracked);
  };
  const refill = (lane: Lane): void => {
    if (!isQuick(lane) || freeOf(lane) >= Math.min(roomOf(lane), CLAIM_SIZE)) requestMessages(lane.bankId);
  };
  const fill = (lane: Lane): void => {
    // messages that were claimed before a failure are released instead of sent
    if (isQuick(lane)) lane.queued = runFrom(lane, lane.queued, run);
  };
  return {
    counts() {
      for (const [name, lane] of lanes) if (isIdle(lane)) lanes.delete(name);
      return [...lanes.values()].map((lane) => {
        lane.requested = freeOf(lane);
        return { bankId: lane.bankId, endpointId: lane.endpointId, count: countOf(lane) };
      });
    },
    add(messages, room, deliver) {
      const [first] = messages;
      if (first === undefined) return;
      const name = endpointName(first);
      const existing = lanes.get(name);
      const lane = existing ?? newLane(first, room);
      if (existing === undefined) lanes.set(name, lane);
      lane.room = room;
      lane.requested -= messages.length;
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

function newLane({ bank_id: bankId, endpoint_id: endpointId }: ClaimedMessage, room: EndpointCapacity): Lane {
  return { bankId, endpointId, room, queued: [], waiting: 0, running: 0, deliveredAtMs: undefined, requested: 0 };
}

/** Starts deliveries for the free places. Returns the remaining messages. */
function runFrom(
  lane: Lane,
  queued: readonly Queued[],
  run: (lane: Lane, request: readonly [Queued, ...Queued[]]) => void,
): Queued[] {
  let remaining = [...queued];
  while (lane.waiting < lane.room.places) {
    const { request, rest } = takeRequest(remaining, lane.room.perRequest);
    if (request === undefined) break;
    remaining = rest;
    run(lane, request);
  }
  return remaining;
}

function takeQueued(lane: Lane, which: 'stale' | 'all'): ClaimedMessage[] {
  const isDue = (one: Queued) => which === 'all' || !isQuick(lane) || isStale(one);
  const due = lane.queued.filter(isDue);
  if (due.length > 0) lane.queued = lane.queued.filter((one) => !due.includes(one));
  return due.map(({ message }) => message);
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

/** Number of messages that all places hold together. */
function roomOf({ room: { places, perRequest } }: Lane): number {
  return places * perRequest;
}

/**
 * The used capacity in messages: a request counts as many as it may hold. A delivery that is only being settled frees
 * its place for the next one. If settling takes longer than sending, there are at most twice as many deliveries as
 * places. Below zero, more messages may be claimed than there are places.
 */
function countOf(lane: Lane): number {
  const { queued, waiting, running, room } = lane;
  if (isQuick(lane)) return queued.length + (running - AHEAD * room.places) * room.perRequest;
  return Math.max(waiting * room.perRequest + queued.length, Math.ceil(running / 2) * room.perRequest);
}

function freeOf(lane: Lane): number {
  return Math.min(CLAIM_SIZE, Math.max(0, roomOf(lane) - countOf(lane)));
}

/** Whether the last statement claimed all due messages. */
function isDrained({ requested }: Lane): boolean {
  return requested > 0;
}

/** Includes the bank, because two banks may have endpoints with the same id. */
export function endpointName({ bank_id, endpoint_id }: { bank_id: string; endpoint_id: string }): string {
  return `${bank_id} ${endpoint_id}`;
}
