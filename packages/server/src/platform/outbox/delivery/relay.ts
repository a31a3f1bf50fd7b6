import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import { coalesce } from '../../kernel/concurrency/coalesce.ts';
import { type OpenSpan, spansNow } from '../../kernel/spans.ts';
import type { Clock } from '../../kernel/time/clock.ts';
import type { WorkDeps } from '../../operation/index.ts';
import type { Database } from '../../storage/index.ts';
import type { Vault } from '../../vault/index.ts';
import type { EndpointOwner } from '../endpoints/endpoint-store.ts';
import { listenForMessages } from '../messages/listen.ts';
import { messagePayloadContext } from '../outbox-seal-contexts.ts';
import { type ClaimedMessage, claimMessages, releaseMessages } from './claim-store.ts';
import type { Deliver, DeliveryOutcome } from './delivery.ts';
import { createDestinations, type Destination } from './destination.ts';
import { type DestinationRow, readDestinations } from './destination-store.ts';
import { createInFlight, endpointName } from './in-flight.ts';
import { requestContent } from './request-batch.ts';
import { createScopeCheck, type ReadHolderScopes } from './scope-check.ts';
import { dropExpired, type SettlementResult } from './settle.ts';
import { createSettleRequest, type SettleRequest } from './settle-request.ts';
import { settleScopeMissing } from './settle-scope-missing.ts';

/** Duration of a lease. No delivery can take as long, so an expired lease belongs to a server that died. */
const LEASE_MS = 60_000;
/** The longest delay of a due retry, and of a message whose NOTIFY was missed. */
const LOOK_EVERY_MS = 1_000;
/** The longest wait for deliveries at a stop. The whole process has 10 s to end. */
const DRAIN_MS = 8_000;

const NOT_PROCESSED = 'failed to process a notification; retrying when its lease ends';

export interface OutboxMetrics {
  countAttempt(outcome: DeliveryOutcome): void;
  countDead(messages: number): void;
  countDisabled(): void;
  observeFirstAttempt(seconds: number): void;
}

export interface RelayDeps extends WorkDeps {
  readonly vault: Vault;
  /** The clock of due times. Leases use the database's clock. */
  readonly clock: Clock;
  readonly deliver: Deliver;
  readonly holderScopes: ReadHolderScopes;
  readonly logger: Logger;
  readonly metrics: OutboxMetrics;
  readonly leaseMs?: number;
  readonly lookEveryMs?: number;
  /** A random number from 0 to 1. */
  readonly jitter?: () => number;
}

export interface Relay {
  /** Claims due messages at once, for example after the sandbox clock was moved. */
  kick(): void;
  /**
   * Stops claiming, and waits for running deliveries. Returns the number that did not end in time: another server, or
   * this one after its next start, sends them again.
   */
  stop(): Promise<number>;
}

/** Sends the messages of the outbox. Several servers can run at once: only one of them leases a message at a time. */
export function createRelay(deps: RelayDeps): Relay {
  const { database, clock, logger, leaseMs = LEASE_MS } = deps;
  const server = randomUUID();
  const requestedBanks = createRequestedBanks();
  const inFlight = createInFlight((bankId) => {
    requestedBanks.add(bankId);
    looking.kick();
  });
  const sending = {
    ...deps,
    server,
    settle: createSettleRequest(deps),
    open: createDestinations(deps.vault),
    findUnscoped: createScopeCheck(deps.holderScopes),
  };

  const look = async (): Promise<void> => {
    const now = clock.now();
    await releaseMessages(database, server, inFlight.takeBack('stale'));
    const claimed = await claimMessages(database, inFlight.counts(), now, { server, leaseMs }, requestedBanks.take());
    if (claimed.length === 0) return;
    const destinations = await readDestinationsOf(database, claimed, now);
    for (const [name, messages] of byEndpoint(claimed)) {
      const rows = destinations.get(name) ?? [];
      const room = { places: rows[0]?.max_in_flight ?? 1, perRequest: rows[0]?.events_per_request ?? 1 };
      inFlight.add(messages, room, (request, onAnswer) =>
        sendTraced({ ...sending, onAnswer }, request, rows).catch((error: unknown) => {
          logger.error({ ...aboutRequest(request), err: error }, NOT_PROCESSED);
        }),
      );
    }
  };
  const looking = coalesce(look, (error) =>
    logger.warn({ err: error }, 'failed to read due messages from the outbox; retrying'),
  );
  const kick = (): void => {
    requestedBanks.addAll();
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
      // messages that cannot be released are sent after their lease expires
      await releaseMessages(database, server, inFlight.takeBack('all')).catch((error: unknown) =>
        logger.warn({ err: error }, 'failed to release claimed notifications'),
      );
      const remaining = await inFlight.drain(DRAIN_MS);
      if (remaining > 0)
        logger.warn(
          { messages: remaining },
          'stopped while deliveries were in progress; their messages will be sent again',
        );
      return remaining;
    },
  };
}

/** The banks to claim for next: those with a free place, or all of them. */
function createRequestedBanks() {
  let banks: Set<string> | undefined = new Set();
  return {
    add: (bankId: string) => void banks?.add(bankId),
    addAll: () => {
      banks = undefined;
    },
    /** Returns the banks; undefined for all of them. */
    take: () => {
      const current = banks;
      banks = new Set();
      return current;
    },
  };
}

/** Claimed messages by endpoint, in the order in which they were written. */
function byEndpoint(claimed: readonly ClaimedMessage[]): ReadonlyMap<string, ClaimedMessage[]> {
  const messages = new Map<string, ClaimedMessage[]>();
  for (const message of claimed.toSorted((one, other) => (one.message_id < other.message_id ? -1 : 1))) {
    const existing = messages.get(endpointName(message));
    if (existing === undefined) messages.set(endpointName(message), [message]);
    else existing.push(message);
  }
  return messages;
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

/** Sends within the trace of the event, if requests are traced; for several messages, within that of the first one. */
function sendTraced(...args: SendArgs): Promise<void> {
  const spans = spansNow();
  const [, messages] = args;
  const [first] = messages;
  if (spans === undefined || first === undefined) return send(undefined, ...args);
  const { type, endpoint_id: endpoint, attempts, trace_parent: traceParent } = first;
  const attributes = {
    'cardwright.notification': type,
    'cardwright.endpoint': endpoint,
    'cardwright.attempt': attempts,
    ...(messages.length > 1 && { 'cardwright.messages': messages.length }),
  };
  return spans.run('deliver notification', { kind: 'client', attributes, traceParent }, (span) => send(span, ...args));
}

/** The log fields that identify the messages of a request. */
function aboutRequest([first, ...others]: readonly ClaimedMessage[]) {
  const about = { bank: first?.bank_id, endpoint: first?.endpoint_id, notification: first?.notification_id };
  return others.length === 0 ? about : { ...about, more: others.length };
}

interface Sending extends RelayDeps {
  readonly server: string;
  readonly settle: SettleRequest;
  readonly open: (rows: readonly DestinationRow[]) => Destination;
  readonly findUnscoped: ReturnType<typeof createScopeCheck>;
  /** Called when the endpoint has answered, or its time limit has passed. */
  readonly onAnswer: (isDelivered: boolean) => void;
}

type SendArgs = [sending: Sending, messages: readonly ClaimedMessage[], rows: readonly DestinationRow[]];

async function send(span: OpenSpan | undefined, ...[sending, claimed, rows]: SendArgs): Promise<void> {
  const { clock, deliver, metrics, server, jitter = Math.random } = sending;
  const at = clock.now();
  const [first] = claimed;
  if (first === undefined) return;
  // messages that expire are sent separately
  if (first.expires_at !== null && at >= first.expires_at) return dropExpired(sending, first, server, at);
  const { messages, payloads } = openAll(sending, await dropUnscoped(sending, claimed, rows, at));
  if (messages.length === 0) return;
  for (const { attempts, pending_since: since } of messages) {
    if (attempts === 1) metrics.observeFirstAttempt((at.getTime() - since.getTime()) / 1_000);
  }
  const result = await deliver({ ...sending.open(rows), ...requestContent(messages, payloads) });
  sending.onAnswer(result.outcome === 'DELIVERED');
  for (const _message of messages) metrics.countAttempt(result.outcome);
  span?.note({ 'cardwright.outcome': result.outcome });

  const [row] = rows;
  const failingSince = row?.failing_since ?? undefined;
  const finalCodes = row?.final_codes ?? [];
  const owner = row && ownerOf(row);
  const finishedAttempt = { messages, owner, failingSince, finalCodes, server, result, at, endedAt: clock.now() };
  const results = await sending.settle(finishedAttempt, jitter);
  for (const [nth, message] of messages.entries()) recordSettlement(sending, message, results[nth], result.reason);
}

/** Marks the messages as dead whose scope the holder of the endpoint lacks, and returns the others. */
async function dropUnscoped(
  sending: Sending,
  claimed: readonly ClaimedMessage[],
  [row]: readonly DestinationRow[],
  at: Date,
): Promise<readonly ClaimedMessage[]> {
  if (row === undefined) return claimed;
  const unscoped = await sending.findUnscoped(row, claimed);
  if (unscoped.length === 0) return claimed;
  const owner = ownerOf(row);
  for (const { message, reason } of unscoped) {
    const isOurs = await settleScopeMissing(sending, { message, owner, reason, server: sending.server, at });
    sending.metrics.countAttempt('NO_SCOPE');
    recordSettlement(sending, message, { state: isOurs ? 'DEAD' : undefined, disabledBecause: undefined }, reason);
  }
  const excluded = new Set(unscoped.map(({ message }) => message));
  return claimed.filter((message) => !excluded.has(message));
}

function ownerOf({ bank_id: bankId, owner_kind: kind, owner_id: ownerId }: DestinationRow): EndpointOwner {
  return { bankId, kind, ownerId };
}

/** Opens the messages. One that cannot be opened does not block the others; a single one throws. */
function openAll({ vault, logger }: Sending, claimed: readonly ClaimedMessage[]) {
  const messages: ClaimedMessage[] = [];
  const payloads: string[] = [];
  for (const message of claimed) {
    const { bank_id: bankId, notification_id: id, sealed_payload: sealed, key_version: keyVersion } = message;
    try {
      payloads.push(vault.open(messagePayloadContext(bankId, id), { sealed, keyVersion }));
      messages.push(message);
    } catch (error) {
      if (claimed.length === 1) throw error;
      logger.error({ ...aboutRequest([message]), err: error }, NOT_PROCESSED);
    }
  }
  return { messages, payloads };
}

function recordSettlement(
  { logger, metrics }: Sending,
  { bank_id: bank, endpoint_id: endpoint, notification_id: notification, attempts: attempt }: ClaimedMessage,
  settlement: SettlementResult | undefined,
  reason: string,
): void {
  const about = { bank, endpoint, notification, reason };
  if (settlement?.state === 'PENDING')
    logger.debug({ ...about, attempt }, 'notification not delivered; it will be retried');
  if (settlement?.state === 'DEAD') {
    metrics.countDead(1);
    logger.warn(about, 'gave up a notification; it is stored as a dead letter and can be replayed');
  }
  if (settlement?.disabledBecause !== undefined) {
    metrics.countDisabled();
    logger.warn(
      { bank, endpoint, reason: settlement.disabledBecause },
      'webhook endpoint disabled; its messages stay pending until its owner activates it',
    );
  }
}
