import type { ClaimedMessage, InFlight } from './claim-store.ts';

/** Deliveries that are running on this server, by endpoint. */
export interface InFlightDeliveries {
  counts(): InFlight[];
  /** Counts a delivery as running until it has ended. */
  track(message: ClaimedMessage, delivery: Promise<void>): Promise<void>;
  /** Waits for all of them, at most `ms`. Returns how many are still running. */
  drain(ms: number): Promise<number>;
}

export function createInFlight(): InFlightDeliveries {
  const byEndpoint = new Map<string, { bankId: string; endpointId: string; count: number }>();
  const running = new Set<Promise<void>>();

  const begin = (name: string, { bank_id: bankId, endpoint_id: endpointId }: ClaimedMessage) => {
    const known = byEndpoint.get(name) ?? { bankId, endpointId, count: 0 };
    known.count++;
    byEndpoint.set(name, known);
  };
  const end = (name: string) => {
    const known = byEndpoint.get(name)!;
    known.count--;
    if (known.count === 0) byEndpoint.delete(name);
  };
  return {
    counts: () => [...byEndpoint.values()],
    track(message, delivery) {
      const name = endpointName(message);
      begin(name, message);
      const tracked = delivery.finally(() => {
        end(name);
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
