import type { TunnelledAnswer, TunnelledDelivery } from './tunnelled-delivery.ts';

/** What one worker tells another about the streams that are open at it, or should know of. */
export type StreamMessage =
  /** Whose requests are watched at a place: all of them, each time. */
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
  /** Back to where the delivery came in; without an answer there will be none. */
  | { readonly kind: 'settled'; readonly deliveryId: string; readonly answer?: TunnelledAnswer };

type Kind = StreamMessage['kind'];
export type StreamMessageOf<K extends Kind> = Extract<StreamMessage, { kind: K }>;

/** The other workers of this server. */
export interface StreamPeers {
  /** Which of them this one is, from 0. */
  readonly place: number;
  readonly count: number;
  /** Asks the worker of a place; undefined where that is this one, or it would be asked in vain. */
  askerOf(place: number): ((text: string, topic: 'streams') => Promise<string>) | undefined;
  answer(answer: (text: string) => Promise<string>, topic: 'streams'): void;
}

/** How the workers of a sandbox hear of each other's streams. With one process there is nobody to tell. */
export interface StreamChannel {
  /** Which of them this one is, from 0. */
  readonly place: number;
  readonly peers: readonly number[];
  /** What the other one says to it; false also where it is away. */
  send(place: number, news: StreamMessage): Promise<boolean>;
  /** At once, and never by throwing: decisions go the same way. */
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
      const ask = peerProcesses?.askerOf(at);
      // one that ends meanwhile has heard nothing
      return (await ask?.(JSON.stringify(news), 'streams').catch(() => undefined)) === 'true';
    },
    onMessage: (kind, take) => void takers.set(kind, take),
  };
}
