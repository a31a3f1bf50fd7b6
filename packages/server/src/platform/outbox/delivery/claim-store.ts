import { statement, type Tx } from '../../storage/index.ts';

/** A message that this server has leased. */
export interface ClaimedMessage {
  bank_id: string;
  message_id: bigint;
  endpoint_id: string;
  stream: string;
  notification_id: string;
  type: string;
  sealed_payload: Buffer;
  key_version: number;
  /** Includes this attempt. The server name and the attempt number identify a lease. */
  attempts: number;
  failures: number;
  created_at: Date;
  pending_since: Date;
  expires_at: Date | null;
  trace_parent: string | null;
}

/** The most messages that one statement claims for an endpoint. */
export const CLAIM_SIZE = 1_000;

/**
 * The capacity that the messages of one endpoint use on this server. A taken place counts as many messages as a request
 * may hold. Below zero, more messages may be claimed than there are places.
 */
export interface InFlight {
  readonly bankId: string;
  readonly endpointId: string;
  readonly count: number;
}

export interface DeliveryClaimant {
  readonly server: string;
  readonly leaseMs: number;
}

// Finds banks with a due message by the first one of each endpoint.
const selectDueBanks = statement(
  'outbox.select-due-banks',
  `select distinct e.bank_id from webhook_endpoints e
    cross join lateral (
      select m.bank_id from outbox_messages m
       where m.bank_id = e.bank_id and m.endpoint_id = e.endpoint_id and m.next_attempt_at <= $1
         and (m.leased_until is null or m.leased_until < now())
       order by m.next_attempt_at limit 1
    ) d
    where e.state = 'ACTIVE' order by 1`,
);
// Per endpoint, starting with its first due message, and at most as many as it has free slots: the queue of a dead
// endpoint is not scanned. Materialized, because a join might otherwise run the locking part more than once.
const claimDue = statement(
  'outbox.claim-due',
  `with due as materialized (
     select d.message_id
       from webhook_endpoints e
       left join unnest($3::text[], $4::int[]) as busy (endpoint_id, in_flight) on busy.endpoint_id = e.endpoint_id
      cross join lateral (
        select m.message_id from outbox_messages m
         where m.bank_id = $1 and m.endpoint_id = e.endpoint_id and m.next_attempt_at <= $2
           and (m.leased_until is null or m.leased_until < now())
         order by m.next_attempt_at
         limit least($7::int, greatest(0, e.max_in_flight * e.events_per_request - coalesce(busy.in_flight, 0)))
           for update skip locked
      ) d
      where e.bank_id = $1 and e.state = 'ACTIVE'
   )
   update outbox_messages m
      set attempts = m.attempts + 1, leased_by = $5, leased_until = now() + $6::int * interval '1 millisecond'
     from due
    where m.bank_id = $1 and m.message_id = due.message_id
   returning m.bank_id, m.message_id, m.endpoint_id, m.stream, m.notification_id, m.type, m.sealed_payload,
             m.key_version, m.attempts, m.failures, m.created_at, m.pending_since, m.expires_at, m.trace_parent`,
);

/**
 * Claims due messages, bank by bank: only heads of streams, as many as each endpoint has free places for. Skips locked
 * rows. Without banks, claims for all that have due messages.
 */
export async function claimMessages(
  tx: Tx,
  inFlight: readonly InFlight[],
  now: Date,
  { server, leaseMs }: DeliveryClaimant,
  banks?: Iterable<string>,
): Promise<ClaimedMessage[]> {
  const claimed: ClaimedMessage[] = [];
  for (const bankId of banks ?? (await findDueBanks(tx, now))) {
    const busy = inFlight.filter((one) => one.bankId === bankId);
    const counts = [busy.map(({ endpointId }) => endpointId), busy.map(({ count }) => count)];
    try {
      const values = [bankId, now, ...counts, server, leaseMs, CLAIM_SIZE];
      claimed.push(...(await tx.query<ClaimedMessage>(claimDue, values)));
    } catch (error) {
      // the messages that are claimed already must be sent; the next round claims the rest
      if (claimed.length === 0) throw error;
      return claimed;
    }
  }
  return claimed;
}

async function findDueBanks(tx: Tx, now: Date): Promise<string[]> {
  return (await tx.query<{ bank_id: string }>(selectDueBanks, [now])).map(({ bank_id }) => bank_id);
}

// does not count the attempt, which the next claim counts again
const releaseStatement = statement(
  'outbox.release',
  `update outbox_messages m set attempts = m.attempts - 1, leased_until = null, leased_by = null
     from unnest($2::bigint[], $3::int[]) as g (message_id, attempts)
    where m.bank_id = $1 and m.message_id = g.message_id and m.leased_by = $4 and m.attempts = g.attempts`,
  { plannedEachTime: true },
);

/** Releases messages that were claimed and not sent. */
export async function releaseMessages(tx: Tx, server: string, messages: readonly ClaimedMessage[]): Promise<void> {
  for (const bankId of new Set(messages.map(({ bank_id }) => bank_id))) {
    const own = messages.filter(({ bank_id }) => bank_id === bankId);
    const ids = own.map(({ message_id }) => message_id);
    await tx.query(releaseStatement, [bankId, ids, own.map(({ attempts }) => attempts), server]);
  }
}
