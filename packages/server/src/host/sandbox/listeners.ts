import { randomUUID } from 'node:crypto';
import type { EventStream } from './event-stream.ts';
import type { StreamChannel } from './stream-channel.ts';
import type { TunnelledAnswer, TunnelledDelivery } from './tunnelled-delivery.ts';

interface Listener {
  readonly owner: string;
  readonly stream: EventStream;
  readonly waiting: Map<string, Settle>;
}

type Settle = (answer: TunnelledAnswer | undefined) => void;

const MOST_LISTENERS = 50;
const MOST_WAITING = 50;

/**
 * Callers who listen to their own notifications from behind a network that lets nothing in. Each has an address that nobody
 * can guess, which says at which worker it listens; what the outbox delivers there goes to it, and its answer goes back,
 * whichever workers take the two requests.
 */
export class Listeners {
  readonly #channel: StreamChannel;
  readonly #listeners = new Map<string, Listener>();
  /** What was delivered here for listeners of other workers. */
  readonly #passedOn = new Map<string, Settle>();
  #isStopping = false;

  constructor(channel: StreamChannel) {
    this.#channel = channel;
    channel.onMessage('delivery', ({ from, listener, deliveryId, delivery, ms }) => {
      void this.#deliverHere(listener, deliveryId, delivery, ms).then((answer) =>
        channel.send(from, { kind: 'settled', deliveryId, ...(answer !== undefined && { answer }) }),
      );
      return true;
    });
    channel.onMessage('answer', ({ listener, owner, deliveryId, answer }) =>
      this.#answerHere(listener, owner, deliveryId, answer),
    );
    channel.onMessage('settled', ({ deliveryId, answer }) => {
      this.#passedOn.get(deliveryId)?.(answer);
      return true;
    });
  }

  /** Undefined where too many listen, and while the server stops: it would wait for a stream that nobody ends. */
  open(owner: string, streamOf: (onEnd: () => void) => EventStream): { id: string; stream: EventStream } | undefined {
    if (this.#isStopping || this.#listeners.size >= MOST_LISTENERS) return undefined;
    const id = `${randomUUID()}.${this.#channel.place}`;
    const stream = streamOf(() => this.#end(id));
    this.#listeners.set(id, { owner, stream, waiting: new Map() });
    return { id, stream };
  }

  /** Undefined where nobody listens, or listens too slowly, or does not answer in time: the outbox then tries again. */
  deliver(listener: string, delivery: TunnelledDelivery, ms: number): Promise<TunnelledAnswer | undefined> {
    const deliveryId = randomUUID();
    const { place: from } = this.#channel;
    const at = placeOf(listener);
    if (at === from) return this.#deliverHere(listener, deliveryId, delivery, ms);
    return answerWithin(ms, this.#passedOn, deliveryId, async (settle) => {
      const isTaken = await this.#channel.send(at, { kind: 'delivery', from, listener, deliveryId, delivery, ms });
      if (!isTaken) settle(undefined);
    });
  }

  /** Whether somebody waited for it. Only who listens may answer. */
  async answer(listener: string, owner: string, deliveryId: string, answer: TunnelledAnswer): Promise<boolean> {
    const at = placeOf(listener);
    if (at === this.#channel.place) return this.#answerHere(listener, owner, deliveryId, answer);
    return await this.#channel.send(at, { kind: 'answer', listener, owner, deliveryId, answer });
  }

  endAll(): void {
    this.#isStopping = true;
    for (const { stream } of [...this.#listeners.values()]) stream.end();
  }

  async #deliverHere(
    id: string,
    deliveryId: string,
    delivery: TunnelledDelivery,
    ms: number,
  ): Promise<TunnelledAnswer | undefined> {
    const listener = this.#listeners.get(id);
    if (listener === undefined || listener.waiting.size >= MOST_WAITING) return undefined;
    const { stream, waiting } = listener;
    return await answerWithin(ms, waiting, deliveryId, (settle) => {
      if (!stream.send('delivery', { delivery_id: deliveryId, ...delivery })) settle(undefined);
    });
  }

  #answerHere(id: string, owner: string, deliveryId: string, answer: TunnelledAnswer): boolean {
    const listener = this.#listeners.get(id);
    const settle = listener?.owner === owner ? listener.waiting.get(deliveryId) : undefined;
    settle?.(answer);
    return settle !== undefined;
  }

  #end(id: string): void {
    const listener = this.#listeners.get(id);
    this.#listeners.delete(id);
    for (const settle of [...(listener?.waiting.values() ?? [])]) settle(undefined);
  }
}

function placeOf(listener: string): number {
  return Number(listener.split('.')[1]);
}

/** Whoever has the answer finds here to whom it goes; without one in time it is undefined. */
function answerWithin(
  ms: number,
  waiting: Map<string, Settle>,
  deliveryId: string,
  begin: (settle: Settle) => void,
): Promise<TunnelledAnswer | undefined> {
  return new Promise((resolve) => {
    const settle: Settle = (answer) => {
      clearTimeout(timer);
      waiting.delete(deliveryId);
      resolve(answer);
    };
    const timer = setTimeout(() => settle(undefined), ms);
    waiting.set(deliveryId, settle);
    begin(settle);
  });
}
