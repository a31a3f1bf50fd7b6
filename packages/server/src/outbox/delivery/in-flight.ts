import type { ClaimedMessage, InFlight } from './claim-store.ts';

/** Deliveries that are running on this server, by endpoint, and messages that were claimed ahead of their place. */
export interface InFlightDeliveries {
  /** What each endpoint has, to claim as many as it can take. */
  counts(): InFlight[];
  /** Delivers a message as soon as its endpoint has one of `places` free. */
  add(message: ClaimedMessage, places: number, deliver: DeliverNow): void;
  /** Takes back what is still not under way: what waited too long, or all of it. */
  takeBack(which: 'stale' | 'all'): ClaimedMessage[];
  /** Waits for all that are under way, at most `ms`. Returns how many are still running. */
  drain(ms: number): Promise<number>;
}

/** Calls back once the endpoint has nothing more to do; resolves when the delivery is settled. */
export type DeliverNow = (answered: (isDelivered: boolean) => void) => Promise<void>;

interface Queued {
  readonly message: ClaimedMessage;
  readonly deliver: DeliverNow;
  readonly sinceMs: number;
}

interface Lane {
  readonly bankId: string;
  readonly endpointId: string;
  places: number;
  queued: Queued[];
  /** Requests that the endpoint has not answered. */
  waiting: number;
  /** These, and those that are answered and not settled. */
  running: number;
  /** When the last one was delivered; undefined after one that was not. */
  deliveredAtMs: number | undefined;
  /** How many more could have been claimed with the last statement. */
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

  const run = (lane: Lane, { deliver }: Queued): void => {
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
      if (!isDrained(lane) && lane.queued.length < lane.places / 2) wantsMore(lane);
    };
    const tracked = deliver(answered).finally(() => {
      answered(false);
      lane.running--;
      running.delete(tracked);
      if (isDrained(lane)) wants(lane.bankId);
      else wantsMore(lane);
    });
    running.add(tracked);
  };
  const wantsMore = (lane: Lane): void => {
    if (!isQuick(lane) || freeOf(lane) >= lane.places) wants(lane.bankId);
  };
  const fill = (lane: Lane): void => {
    // to one that failed, nothing is sent that was claimed while it did not: it is given back
    while (lane.waiting < lane.places && isQuick(lane)) {
      const next = lane.queued.shift();
      if (next === undefined) return;
      run(lane, next);
    }
  };
  return {
    counts() {
      for (const [name, lane] of lanes) if (isIdle(lane)) lanes.delete(name);
      return [...lanes.values()].map((lane) => {
        lane.wanted = freeOf(lane);
        return { bankId: lane.bankId, endpointId: lane.endpointId, count: countOf(lane) };
      });
    },
    add(message, places, deliver) {
      const name = endpointName(message);
      const known = lanes.get(name);
      const lane = known ?? newLane(message);
      if (known === undefined) lanes.set(name, lane);
      lane.places = places;
      lane.wanted--;
      const one = { message, deliver, sinceMs: performance.now() };
      if (lane.waiting < places) run(lane, one);
      else lane.queued.push(one);
    },
    takeBack(which) {
      return [...lanes.values()].flatMap((lane) => {
        const taken = lane.queued.filter((one) => which === 'all' || !isQuick(lane) || isStale(one));
        lane.queued = lane.queued.filter((one) => !taken.includes(one));
        return taken.map(({ message }) => message);
      });
    },
    async drain(ms) {
      const all = Promise.allSettled(running);
      await Promise.race([all, new Promise((resolve) => setTimeout(resolve, ms).unref())]);
      return running.size;
    },
  };
}

function newLane({ bank_id: bankId, endpoint_id: endpointId }: ClaimedMessage): Lane {
  return { bankId, endpointId, places: 0, queued: [], waiting: 0, running: 0, deliveredAtMs: undefined, wanted: 0 };
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

/**
 * A delivery that is only being settled leaves its place to the next one. Where settling takes longer than sending, there
 * are twice as many as places, and no more. Below zero, more may be claimed than there are places.
 */
function countOf(lane: Lane): number {
  const { queued, waiting, running, places } = lane;
  if (isQuick(lane)) return queued.length + running - AHEAD * places;
  return Math.max(waiting + queued.length, Math.ceil(running / 2));
}

function freeOf(lane: Lane): number {
  return Math.max(0, lane.places - countOf(lane));
}

/** All that was due was claimed when it was last asked for. */
function isDrained({ wanted }: Lane): boolean {
  return wanted > 0;
}

/** With the bank, because two banks may have endpoints with the same id. */
export function endpointName({ bank_id, endpoint_id }: { bank_id: string; endpoint_id: string }): string {
  return `${bank_id} ${endpoint_id}`;
}
