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

const MAX_LISTENERS = 50;
const MAX_WAITING = 50;

/**
 * The callers that listen to their own notifications from a network that accepts no inbound connections. Each listener
 * has an unguessable address that names its worker. The listener gets the deliveries to this address, and its answers
 * return to the outbox, even if different workers accept the two requests.
 */
export class Listeners {
  readonly #channel: StreamChannel;
  readonly #listeners = new Map<string, Listener>();
  /** The deliveries that this worker forwarded to listeners of other workers. */
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

  /** Returns undefined if there are too many listeners or if the server stops: an open stream would delay the stop. */
  open(owner: string, streamOf: (onEnd: () => void) => EventStream): { id: string; stream: EventStream } | undefined {
    if (this.#isStopping || this.#listeners.size >= MAX_LISTENERS) return undefined;
    const id = `${randomUUID()}.${this.#channel.place}`;
    const stream = streamOf(() => this.#end(id));
    this.#listeners.set(id, { owner, stream, waiting: new Map() });
    return { id, stream };
  }

  /** Returns undefined if there is no listener, or it is too slow or does not answer in time. The outbox then tries again. */
  deliver(listener: string, delivery: TunnelledDelivery, ms: number): Promise<TunnelledAnswer | undefined> {
    const deliveryId = randomUUID();
    const { place: from } = this.#channel;
    const at = placeOf(listener);
    if (at === from) return this.#deliverHere(listener, deliveryId, delivery, ms);
    return answerWithin(ms, this.#passedOn, deliveryId, async (settle) => {
      const isAccepted = await this.#channel.send(at, { kind: 'delivery', from, listener, deliveryId, delivery, ms });
      if (!isAccepted) settle(undefined);
    });
  }

  /** Returns whether the delivery was waiting for an answer. Only the owner of the listener can answer. */
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
    if (listener === undefined || listener.waiting.size >= MAX_WAITING) return undefined;
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

/** Registers a delivery in `waiting` until it is settled. Resolves to undefined if no answer arrives in time. */
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
