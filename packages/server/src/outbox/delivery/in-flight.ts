import type { ClaimedMessage, InFlight } from './claim-store.ts';

/** Deliveries that are running on this server, by endpoint. */
export interface InFlightDeliveries {
  counts(): InFlight[];
  /** Counts a delivery as running until it has ended. `answered` is called when the endpoint has nothing more to do. */
  track(message: ClaimedMessage, deliver: (answered: () => void) => Promise<void>): Promise<void>;
  /** Waits for all of them, at most `ms`. Returns how many are still running. */
  drain(ms: number): Promise<number>;
}

interface Running {
  readonly bankId: string;
  readonly endpointId: string;
  /** Requests that the endpoint has not answered. */
  waiting: number;
  /** These, and those that are answered and not settled. */
  running: number;
}

/**
 * A delivery that is only being settled leaves its place to the next one. Where settling takes longer than sending, there
 * are twice as many as places, and no more.
 */
function countOf({ bankId, endpointId, waiting, running }: Running): InFlight {
  return { bankId, endpointId, count: Math.max(waiting, Math.ceil(running / 2)) };
}

export function createInFlight(): InFlightDeliveries {
  const byEndpoint = new Map<string, Running>();
  const running = new Set<Promise<void>>();

  const begin = (name: string, { bank_id: bankId, endpoint_id: endpointId }: ClaimedMessage) => {
    const known = byEndpoint.get(name) ?? { bankId, endpointId, waiting: 0, running: 0 };
    known.waiting++;
    known.running++;
    byEndpoint.set(name, known);
    return known;
  };
  const end = (name: string, known: Running) => {
    known.running--;
    if (known.running === 0) byEndpoint.delete(name);
  };
  return {
    counts: () => [...byEndpoint.values()].map(countOf),
    track(message, deliver) {
      const name = endpointName(message);
      const known = begin(name, message);
      let isWaiting = true;
      const answered = () => {
        if (isWaiting) known.waiting--;
        isWaiting = false;
      };
      const tracked = deliver(answered).finally(() => {
        answered();
        end(name, known);
        running.delete(tracked);
      });
      running.add(tracked);
      return tracked;
    },
    async drain(ms) {
      const all = Promise.allSettled(running);
      await Promise.race([all, new Promise((resolve) => setTimeout(resolve, ms).unref())]);
      return running.size;
    },
  };
}

/** With the bank, because two banks may have endpoints with the same id. */
export function endpointName({ bank_id, endpoint_id }: { bank_id: string; endpoint_id: string }): string {
  return `${bank_id} ${endpoint_id}`;
}
