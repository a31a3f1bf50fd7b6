import type { TunnelledAnswer, TunnelledDelivery } from './tunnelled-delivery.ts';

/** A message between two workers about the open streams of one of them. */
export type StreamMessage =
  /** The complete list of parties whose requests have watchers at a worker. */
  | { readonly kind: 'watching'; readonly from: number; readonly parties: readonly string[] }
  | { readonly kind: 'request'; readonly party: string; readonly facts: object; readonly dropped: number }
  | {
      readonly kind: 'delivery';
      readonly from: number;
      readonly listener: string;
      readonly deliveryId: string;
      readonly delivery: TunnelledDelivery;
      readonly ms: number;
    }
  | {
      readonly kind: 'answer';
      readonly listener: string;
      readonly owner: string;
      readonly deliveryId: string;
      readonly answer: TunnelledAnswer;
    }
  /** The reply to the worker that received the delivery. It has no `answer` if the listener did not answer. */
  | { readonly kind: 'settled'; readonly deliveryId: string; readonly answer?: TunnelledAnswer };

type Kind = StreamMessage['kind'];
export type StreamMessageOf<K extends Kind> = Extract<StreamMessage, { kind: K }>;

/** The other workers of this server. */
export interface StreamPeers {
  /** The index of this worker, from 0. */
  readonly place: number;
  readonly count: number;
  /** Returns a function that queries the worker at `place`; undefined if that is this worker or one that cannot be reached. */
  requesterOf(place: number): ((text: string, topic: 'streams') => Promise<string>) | undefined;
  answer(answer: (text: string) => Promise<string>, topic: 'streams'): void;
}

/** The messages about streams between the workers of a sandbox. A single process has no peers. */
export interface StreamChannel {
  /** The index of this worker, from 0. */
  readonly place: number;
  readonly peers: readonly number[];
  /** Returns the result of the handler at the other worker, or false if that worker cannot be reached. */
  send(place: number, news: StreamMessage): Promise<boolean>;
  /** Registers a synchronous handler. It must not throw, because decisions use the same channel. */
  onMessage<K extends Kind>(kind: K, take: (news: StreamMessageOf<K>) => boolean): void;
}

export function openStreamChannel(peerProcesses: StreamPeers | undefined): StreamChannel {
  const { place = 0, count = 1 } = peerProcesses ?? {};
  const takers = new Map<Kind, (news: never) => boolean>();
  peerProcesses?.answer(async (text) => {
    const news = JSON.parse(text) as StreamMessage;
    return String(takers.get(news.kind)?.(news as never) ?? false);
  }, 'streams');
  return {
    place,
    peers: Array.from({ length: count }, (_, at) => at).filter((at) => at !== place),
    send: async (at, news) => {
      const request = peerProcesses?.requesterOf(at);
      // a worker that ends before it replies counts as unreachable
      return (await request?.(JSON.stringify(news), 'streams').catch(() => undefined)) === 'true';
    },
    onMessage: (kind, take) => void takers.set(kind, take),
  };
}
