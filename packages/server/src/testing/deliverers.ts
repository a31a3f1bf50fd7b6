import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeAll } from 'vitest';
import { createHostResolver } from '../platform/outbox/delivery/address/host-resolver.ts';
import { createDeliver, type Deliverer, type DeliverOptions } from '../platform/outbox/delivery/deliver.ts';
import type { Delivery, EndpointSigningKey } from '../platform/outbox/delivery/delivery.ts';
import { type ReceiverOptions, startReceiver, type WebhookReceiver } from './webhook-receiver.ts';

export const DELIVERY_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=';
export const DELIVERY_KEY: EndpointSigningKey = {
  keyId: 'first',
  kind: 'hmac',
  secret: Buffer.from(DELIVERY_SECRET.slice(6), 'base64'),
};
export const DELIVERED_PAYLOAD =
  '{"id":"5e8f4f0e-6c0b-4b57-9b0c-0f3f0c1d2e3f","type":"TD","timestamp":"2026-11-20T08:00:00.000Z","details":{}}';

/** Time limits that no test reaches, for tests that are not about them. */
export const LONG_LIMITS = { connectMs: 20_000, headersMs: 20_000, bodyMs: 20_000, totalMs: 25_000 };

/** Creates a notification to this URL, signed with {@link DELIVERY_KEY}. */
export function delivery(url: string, more: Partial<Delivery> = {}): Delivery {
  return {
    endpointId: 'endpoint-1',
    bankId: 'DEMO',
    url,
    notificationId: '5e8f4f0e-6c0b-4b57-9b0c-0f3f0c1d2e3f',
    type: 'TD',
    payload: DELIVERED_PAYLOAD,
    keys: [DELIVERY_KEY],
    oauth: undefined,
    maxInFlight: 4,
    ...more,
  };
}

export interface Deliverers {
  receiver(options?: ReceiverOptions): Promise<WebhookReceiver>;
  /** By default it trusts the receivers' authority and may connect to this machine. */
  deliverer(options?: Partial<DeliverOptions>): Deliverer;
  /** Starts a TCP server that runs `onConnection` for each connection. */
  rawServer(onConnection: (socket: Socket) => void): Promise<{ url: string; server: Server }>;
}

/** Provides deliverers and receivers, and closes them after each test. Call it once in a file. */
export function deliverersOfEachTest(): Deliverers {
  const hosts = createHostResolver();
  let closing: (() => Promise<void>)[] = [];
  let ca: string;
  beforeAll(async () => {
    const started = await startReceiver();
    ca = started.ca;
    await started.close();
  });
  afterEach(async () => {
    for (const close of closing.reverse()) await close();
    closing = [];
  });
  return {
    receiver: async (options = {}) => {
      const started = await startReceiver({ secret: DELIVERY_SECRET, ...options });
      closing.push(started.close);
      return started;
    },
    deliverer: (options = {}) => {
      const fixed = { allowPrivateAddresses: true, allowHttp: true, hosts, extraCa: ca, limits: LONG_LIMITS };
      const made = createDeliver({ ...fixed, ...options });
      closing.push(made.close);
      return made;
    },
    rawServer: async (onConnection) => {
      const sockets = new Set<Socket>();
      const server = createServer((socket) => {
        sockets.add(socket);
        socket.on('error', () => {});
        onConnection(socket);
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      closing.push(async () => {
        for (const socket of sockets) socket.destroy();
        server.close();
      });
      return { url: `127.0.0.1:${(server.address() as AddressInfo).port}`, server };
    },
  };
}
