import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Clock } from '../../kernel/clock.ts';
import { oneAtATime } from '../../kernel/one-at-a-time.ts';
import { type OpenSpan, spansNow } from '../../kernel/spans.ts';
import type { WorkDeps } from '../../operation/index.ts';
import type { Database } from '../../storage/index.ts';
import type { Vault } from '../../vault/index.ts';
import { listenForMessages } from '../messages/listen.ts';
import { messagePayloadContext } from '../outbox-seal-contexts.ts';
import { type ClaimedMessage, claimMessages, releaseMessages } from './claim-store.ts';
import type { Deliver, DeliveryOutcome } from './delivery.ts';
import { createDestinations, type Destination } from './destination.ts';
import { type DestinationRow, readDestinations } from './destination-store.ts';
import { createInFlight, endpointName } from './in-flight.ts';
import { dropExpired } from './settle.ts';
import { createSettle, type Settle } from './settle-delivered.ts';

/**
 * Longer than any delivery can take, whatever time limits it hits: a lease that expires belongs to a server that died.
 */
const LEASE_MS = 60_000;
/** The longest delay for a due retry, and for a message whose NOTIFY was missed. */
const LOOK_EVERY_MS = 1_000;
/** How long stopping waits for deliveries; the whole process has 10 s to end. */
const DRAIN_MS = 8_000;

export interface OutboxMetrics {
  countAttempt(outcome: DeliveryOutcome): void;
  countDead(messages: number): void;
  countDisabled(): void;
  observeFirstAttempt(seconds: number): void;
}

export interface RelayDeps extends WorkDeps {
  readonly vault: Vault;
  /** Decides what is due. Leases use the database's clock instead. */
  readonly clock: Clock;
  readonly deliver: Deliver;
  readonly logger: Logger;
  readonly metrics: OutboxMetrics;
  readonly leaseMs?: number;
  readonly lookEveryMs?: number;
  /** A random number from 0 to 1. */
  readonly jitter?: () => number;
}

export interface Relay {
  /** Looks for due messages at once, for example after the sandbox clock was moved. */
  kick(): void;
  /**
   * Claims nothing more, and waits for running deliveries. Returns how many did not end in time: another server, or
   * this one after its next start, sends them again.
   */
  stop(): Promise<number>;
}

/** Sends what is in the outbox. Several servers can run at once: each message is leased by one of them at a time. */
export function createRelay(deps: RelayDeps): Relay {
  const { database, clock, logger, leaseMs = LEASE_MS } = deps;
  const server = randomUUID();
  const wanted = createWantedBanks();
  const inFlight = createInFlight((bankId) => {
    wanted.add(bankId);
    looking.kick();
  });
  const sending = { ...deps, server, settle: createSettle(deps), open: createDestinations(deps.vault) };

  const look = async (): Promise<void> => {
    const now = clock.now();
    await releaseMessages(database, server, inFlight.takeBack('stale'));
    const claimed = await claimMessages(database, inFlight.counts(), now, { server, leaseMs }, wanted.take());
    if (claimed.length === 0) return;
    const destinations = await readDestinationsOf(database, claimed, now);
    for (const message of claimed) {
      const rows = destinations.get(endpointName(message)) ?? [];
      inFlight.add(message, rows[0]?.max_in_flight ?? 1, (answered) =>
        sendTraced({ ...sending, answered }, message, rows).catch((error: unknown) => {
          const about = { bank: message.bank_id, endpoint: message.endpoint_id, notification: message.notification_id };
          logger.error(
            { ...about, err: error },
            'could not process a notification; it is tried again when its lease ends',
          );
        }),
      );
    }
  };
  const looking = oneAtATime(look, (error) =>
    logger.warn({ err: error }, 'could not read the outbox for due messages; it will be tried again'),
  );
  const kick = (): void => {
    wanted.addAll();
    looking.kick();
  };

  const timer = setInterval(kick, deps.lookEveryMs ?? LOOK_EVERY_MS);
  timer.unref();
  const listener = listenForMessages(database, logger, kick);
  return {
    kick,
    stop: async () => {
      looking.stop();
      clearInterval(timer);
      await listener.stop();
      await looking.running;
      // what cannot be given back is sent when its lease ends
      await releaseMessages(database, server, inFlight.takeBack('all')).catch((error: unknown) =>
        logger.warn({ err: error }, 'could not give back notifications that were claimed'),
      );
      const left = await inFlight.drain(DRAIN_MS);
      if (left > 0)
        logger.warn({ messages: left }, 'stopped while deliveries were running; their messages will be sent again');
      return left;
    },
  };
}

/** The banks to look at next: those where a place became free, or all of them. */
function createWantedBanks() {
  let banks: Set<string> | undefined = new Set();
  return {
    add: (bankId: string) => void banks?.add(bankId),
    addAll: () => {
      banks = undefined;
    },
    /** Undefined for all. */
    take: () => {
      const taken = banks;
      banks = new Set();
      return taken;
    },
  };
}

/** Reads the destination rows of every endpoint that has a claimed message. */
async function readDestinationsOf(
  database: Database,
  claimed: readonly ClaimedMessage[],
  now: Date,
): Promise<ReadonlyMap<string, DestinationRow[]>> {
  const endpoints = [...new Map(claimed.map((message) => [endpointName(message), message])).values()];
  const bankIds = endpoints.map(({ bank_id }) => bank_id);
  const endpointIds = endpoints.map(({ endpoint_id }) => endpoint_id);
  const byEndpoint = new Map<string, DestinationRow[]>();
  for (const row of await readDestinations(database, bankIds, endpointIds, now)) {
    const name = endpointName(row);
    byEndpoint.set(name, [...(byEndpoint.get(name) ?? []), row]);
  }
  return byEndpoint;
}

/** A delivery belongs to the trace of what it tells of, where requests are traced. */
function sendTraced(...sent: Sent): Promise<void> {
  const spans = spansNow();
  if (spans === undefined) return send(undefined, ...sent);
  const [, { type, endpoint_id: endpoint, attempts, trace_parent: traceParent }] = sent;
  const attributes = {
    'cardwright.notification': type,
    'cardwright.endpoint': endpoint,
    'cardwright.attempt': attempts,
  };
  return spans.run('deliver notification', { kind: 'client', attributes, traceParent }, (span) => send(span, ...sent));
}

interface Sending extends RelayDeps {
  readonly server: string;
  readonly settle: Settle;
  readonly open: (rows: readonly DestinationRow[]) => Destination;
  /** Called when the endpoint has answered, or has not in time. */
  readonly answered: (isDelivered: boolean) => void;
}

type Sent = [sending: Sending, message: ClaimedMessage, rows: readonly DestinationRow[]];

async function send(span: OpenSpan | undefined, ...[sending, message, rows]: Sent): Promise<void> {
  const { vault, clock, deliver, logger, metrics, server, jitter = Math.random } = sending;
  const at = clock.now();
  const { bank_id: bankId, endpoint_id: endpointId, notification_id: notificationId, type, attempts } = message;
  if (message.expires_at !== null && at >= message.expires_at) return dropExpired(sending, message, server, at);
  if (attempts === 1) metrics.observeFirstAttempt((at.getTime() - message.pending_since.getTime()) / 1_000);
  const sealed = { sealed: message.sealed_payload, keyVersion: message.key_version };
  const payload = vault.open(messagePayloadContext(bankId, notificationId), sealed);
  const result = await deliver({ ...sending.open(rows), notificationId, type, payload });
  sending.answered(result.outcome === 'DELIVERED');
  metrics.countAttempt(result.outcome);
  span?.note({ 'cardwright.outcome': result.outcome });

  const [row] = rows;
  const failingSince = row?.failing_since ?? undefined;
  const finalCodes = row?.final_codes ?? [];
  const owner = row && { bankId, kind: row.owner_kind, ownerId: row.owner_id };
  const tried = { message, owner, failingSince, finalCodes, server, result, at, endedAt: clock.now() };
  const { state, disabledBecause } = await sending.settle(tried, jitter());
  const about = { bank: bankId, endpoint: endpointId, notification: notificationId, reason: result.reason };
  if (state === 'PENDING')
    logger.debug({ ...about, attempt: attempts }, 'a notification was not delivered; it will be tried again');
  if (state === 'DEAD') {
    metrics.countDead(1);
    logger.warn(about, 'a notification was given up; it is kept as a dead letter and can be replayed');
  }
  if (disabledBecause !== undefined) {
    metrics.countDisabled();
    logger.warn(
      { bank: bankId, endpoint: endpointId, reason: disabledBecause },
      'a webhook endpoint was disabled; its messages wait until its owner activates it',
    );
  }
}
