import { randomUUID } from 'node:crypto';
import type { EventStream } from './event-stream.ts';

/** A notification that the outbox delivers, as it was signed. */
export interface TunnelledDelivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What the receiver behind the listener answered. */
export interface TunnelledAnswer {
  readonly status: number;
  readonly body: string;
}

interface Listener {
  readonly owner: string;
  readonly stream: EventStream;
  readonly waiting: Map<string, (answer: TunnelledAnswer | undefined) => void>;
}

const MOST_LISTENERS = 50;
const MOST_WAITING = 50;

/**
 * Callers who listen to their own notifications from behind a network that lets nothing in. Each has an address that nobody
 * can guess; what the outbox delivers there goes to it, and its answer goes back.
 */
export class Listeners {
  readonly #listeners = new Map<string, Listener>();
  #isStopping = false;

  /** Undefined where too many listen, and while the server stops: it would wait for a stream that nobody ends. */
  open(owner: string, streamOf: (onEnd: () => void) => EventStream): { id: string; stream: EventStream } | undefined {
    if (this.#isStopping || this.#listeners.size >= MOST_LISTENERS) return undefined;
    const id = randomUUID();
    const stream = streamOf(() => this.#end(id));
    this.#listeners.set(id, { owner, stream, waiting: new Map() });
    return { id, stream };
  }

  /** Undefined where nobody listens, or listens too slowly, or does not answer in time: the outbox then tries again. */
  deliver(id: string, delivery: TunnelledDelivery, ms: number): Promise<TunnelledAnswer | undefined> {
    const listener = this.#listeners.get(id);
    if (listener === undefined || listener.waiting.size >= MOST_WAITING) return Promise.resolve(undefined);
    const { stream, waiting } = listener;
    const deliveryId = randomUUID();
    return new Promise((resolve) => {
      const settle = (answer: TunnelledAnswer | undefined) => {
        clearTimeout(timer);
        waiting.delete(deliveryId);
        resolve(answer);
      };
      const timer = setTimeout(() => settle(undefined), ms);
      waiting.set(deliveryId, settle);
      if (!stream.send('delivery', { delivery_id: deliveryId, ...delivery })) settle(undefined);
    });
  }

  /** Whether somebody waited for it. Only who listens may answer. */
  answer(id: string, owner: string, deliveryId: string, answer: TunnelledAnswer): boolean {
    const listener = this.#listeners.get(id);
    const settle = listener?.owner === owner ? listener.waiting.get(deliveryId) : undefined;
    settle?.(answer);
    return settle !== undefined;
  }

  endAll(): void {
    this.#isStopping = true;
    for (const { stream } of [...this.#listeners.values()]) stream.end();
  }

  #end(id: string): void {
    const listener = this.#listeners.get(id);
    this.#listeners.delete(id);
    for (const settle of [...(listener?.waiting.values() ?? [])]) settle(undefined);
  }
}
