import { randomBytes, randomUUID } from 'node:crypto';
import { SCOPES } from '@cardwright/contract';
import { expect, vi } from 'vitest';
import { createLogger } from '../platform/http/request-log.ts';
import { maskValidCardNumbers } from '../platform/kernel/text/masked-text.ts';
import { NO_SUBSCRIPTIONS } from '../platform/operation/index.ts';
import type { Deliver, Delivery, DeliveryOutcome, DeliveryResult } from '../platform/outbox/delivery/delivery.ts';
import { createRelay, type OutboxMetrics, type Relay, type RelayDeps } from '../platform/outbox/delivery/relay.ts';
import { insertEndpoint } from '../platform/outbox/endpoints/endpoint-store.ts';
import { makeSigningKeys } from '../platform/outbox/endpoints/make-signing-keys.ts';
import { createEnqueue, createEnqueueAll } from '../platform/outbox/messages/enqueue.ts';
import { ensurePartitions } from '../platform/storage/index.ts';
import { openVault } from '../platform/vault/open-vault.ts';
import { HashingKey, SealingKey } from '../platform/vault/seal.ts';
import type { Vault } from '../platform/vault/vault.ts';
import { type TestDatabase, testDatabase } from './database/test-database.ts';
import { type TestClock, testClock } from './test-clock.ts';
import { WITHIN } from './within.ts';

interface StoredMessage {
  notification_id: string;
  stream: string;
  sequence: number;
  state: string;
  attempts: number;
  failures: number;
  next_attempt_at: Date | null;
  settled_at: Date | null;
}

/** An outbox without the rest of a server, with its own database, a clock that stands still, and relays on demand. */
export interface TestOutbox {
  readonly db: TestDatabase;
  readonly vault: Vault;
  readonly clock: TestClock;
  readonly logs: string[];
  /** The reports to the metrics, as lines. */
  readonly counted: string[];
  addEndpoint(more?: { bankId?: string; maxInFlight?: number; eventsPerRequest?: number }): Promise<string>;
  /** Writes notifications with these names into a stream, each in its own transaction. */
  write(stream: string, names: readonly string[], bankId?: string): Promise<void>;
  /** Writes an `authorization.approved` for each of these names in one transaction, by default each into its own stream. */
  publish(
    events: readonly { readonly name: string; readonly stream?: string; readonly payload?: string }[],
  ): Promise<void>;
  /** Starts a relay that stops with the outbox. By default it looks for messages only when it is notified of one. */
  relay(deliver: Deliver, more?: Partial<RelayDeps>): Relay;
  messages(endpointId: string): Promise<StoredMessage[]>;
  close(): Promise<void>;
}

/** Returns the notification id of a name. */
export function idOf(name: string): string {
  return `00000000-0000-4000-8000-${Buffer.from(name).toString('hex').padStart(12, '0')}`;
}

/** Returns the name from which {@link idOf} made an id. */
export function nameOf(notificationId: string): string {
  return Buffer.from(notificationId.slice(24).replace(/^(00)+/, ''), 'hex').toString();
}

export async function testOutbox(): Promise<TestOutbox> {
  const db = await testDatabase();
  const clock = testClock('2026-11-20T08:00:00.000Z');
  const client = await db.database.connect({ asOwner: true });
  for (const month of ['2026-11-20', '2027-02-20']) await ensurePartitions(client, new Date(month));
  await client.end();
  const keys = {
    path: undefined,
    masters: new Map([[1, new SealingKey(randomBytes(32))]]),
    lookups: new Map([[1, new HashingKey(randomBytes(32))]]),
  };
  const vault = await openVault(db.database, keys);
  const enqueue = createEnqueue(vault);
  const enqueueAll = createEnqueueAll(vault);
  const relays: Relay[] = [];
  const logs: string[] = [];
  const counted: string[] = [];
  const logger = createLogger('debug', { write: (line) => void logs.push(line) });
  const metrics: OutboxMetrics = {
    countAttempt: (outcome) => void counted.push(outcome),
    countDead: (messages) => void counted.push(`dead ${messages}`),
    countDisabled: () => void counted.push('disabled'),
    observeFirstAttempt: (seconds) => void counted.push(`first attempt after ${seconds} s`),
  };

  return {
    db,
    vault,
    clock,
    logs,
    counted,
    addEndpoint: async ({ bankId = 'DEMO', maxInFlight = 4, eventsPerRequest = 1 } = {}) => {
      const endpointId = randomUUID();
      const events = ['AC', 'TC', 'TD', 'TE', 'authorization.approved'];
      const settings = {
        url: `https://bank.example/${endpointId}`,
        description: '',
        maxInFlight,
        eventsPerRequest,
        events,
        finalCodes: [],
      };
      const owner = { bankId, kind: 'bank' as const, ownerId: bankId };
      await insertEndpoint(db.database, owner, endpointId, settings, clock.now(), { name: 'demo-bank', scopes: null });
      await makeSigningKeys(db.database, vault, bankId, endpointId, { ed25519: false, now: clock.now() });
      return endpointId;
    },
    write: async (stream, names, bankId = 'DEMO') => {
      for (const name of names) {
        const notification = { notificationId: idOf(name), type: 'TE', payload: `{"name":"${name}"}` };
        await db.database.transaction(async (tx) => {
          await enqueue(tx, { bankId, stream, ...notification, at: clock.now() });
          return { commit: true, result: undefined };
        });
      }
    },
    publish: (events) =>
      db.database.transaction(async (tx) => {
        const messages = events.map(({ name, stream = name, payload = `{"name":"${name}"}` }) => {
          return { stream, notificationId: idOf(name), type: 'authorization.approved', payload };
        });
        const owner = { bankId: 'DEMO', kind: 'bank' as const, ownerId: 'DEMO' };
        await enqueueAll(tx, owner, messages, clock.now());
        return { commit: true, result: undefined };
      }),
    relay: (deliver, more = {}) => {
      const deps = {
        database: db.database,
        maskCardNumbers: maskValidCardNumbers,
        changes: NO_SUBSCRIPTIONS,
        vault,
        clock,
        deliver,
        logger,
        metrics,
        holderScopes: async () => SCOPES,
        jitter: () => 0.5,
      };
      const relay = createRelay({ ...deps, lookEveryMs: 3_600_000, ...more });
      relays.push(relay);
      return relay;
    },
    messages: (endpointId) =>
      db.sql(
        `select notification_id, stream, stream_sequence::int as sequence, state, attempts, failures, next_attempt_at,
                settled_at
           from outbox_messages where endpoint_id = $1 order by message_id`,
        [endpointId],
      ),
    close: async () => {
      await Promise.all(relays.map((relay) => relay.stop()));
      await db.close();
    },
  };
}

/** A receiver that answers deliveries as the test wants, and records all of them. */
export interface TestReceiver {
  readonly deliver: Deliver;
  readonly sent: Delivery[];
  /** The names of the notifications, in the order in which they were sent. */
  names(): string[];
  /** The highest number of concurrent deliveries. */
  most(): number;
}

export type Behave = (delivery: Delivery, earlier: number) => DeliveryOutcome | Promise<DeliveryOutcome>;

/** Creates a receiver. `behave` gets the number of earlier attempts of the notification. */
export function testReceiver(behave: Behave = () => 'DELIVERED'): TestReceiver {
  const deliveries: Delivery[] = [];
  let inFlight = 0;
  let maxAtOnce = 0;
  return {
    sent: deliveries,
    names: () => deliveries.map(({ notificationId }) => nameOf(notificationId)),
    most: () => maxAtOnce,
    deliver: async (delivery) => {
      const earlier = deliveries.filter(({ notificationId }) => notificationId === delivery.notificationId).length;
      deliveries.push(delivery);
      maxAtOnce = Math.max(maxAtOnce, ++inFlight);
      try {
        return resultOf(await behave(delivery, earlier));
      } finally {
        inFlight--;
      }
    },
  };
}

function resultOf(outcome: DeliveryOutcome): DeliveryResult {
  const isAnswered = outcome !== 'UNREACHABLE' && outcome !== 'TIMED_OUT';
  return {
    outcome,
    reason: outcome === 'GONE' ? 'HTTP 410: the endpoint is gone' : `it was ${outcome}`,
    httpStatus: isAnswered ? 200 : undefined,
    durationMs: 7,
    answer: isAnswered ? `answer ${outcome}` : undefined,
  };
}

/** Creates a promise that a test resolves. */
export function deferredPromise<T>(): { readonly promise: Promise<T>; release(value: T): void } {
  let release: (value: T) => void = () => {};
  const promise = new Promise<T>((resolve) => {
    release = resolve;
  });
  return { promise, release: (value) => release(value) };
}

/** Returns names such as `x1`, `x2`. */
export function numberedNames(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${prefix}${at + 1}`);
}

export interface AwaitedDeliveries {
  /** Waits until the endpoint has no pending message. */
  allSettled(endpointId: string): Promise<void>;
  /** Waits until `count` deliveries to the endpoint have failed in total. */
  failuresOf(endpointId: string, count: number): Promise<void>;
  /** Sends one message, which is delivered five seconds after its first attempt failed. */
  deliverAtSecondAttempt(first: DeliveryOutcome): Promise<void>;
}

/** Returns functions that wait for deliveries of the current test's outbox. */
export function deliveriesOf(current: () => TestOutbox): AwaitedDeliveries {
  const allSettled = (endpointId: string) =>
    vi.waitFor(async () => {
      const states = (await current().messages(endpointId)).map(({ state }) => state);
      expect(states).not.toContain('PENDING');
    }, WITHIN);
  const failuresOf = (endpointId: string, count: number) =>
    vi.waitFor(async () => {
      const failures = (await current().messages(endpointId)).map((message) => message.failures);
      expect(failures.reduce((sum, one) => sum + one, 0)).toBe(count);
    }, WITHIN);
  return {
    allSettled,
    failuresOf,
    deliverAtSecondAttempt: async (first) => {
      const outbox = current();
      const endpoint = await outbox.addEndpoint();
      const receiver = testReceiver((_delivery, earlier) => (earlier === 0 ? first : 'DELIVERED'));
      const relay = outbox.relay(receiver.deliver);
      await outbox.write('token-1', ['a']);
      await failuresOf(endpoint, 1);
      outbox.clock.advance(5_000);
      relay.kick();
      await allSettled(endpoint);
    },
  };
}
