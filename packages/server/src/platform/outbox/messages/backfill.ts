import { MAX_BACKFILLED, type registerEndpoint } from '@cardwright/contract';
import { fail, ok, type Result } from '../../kernel/result.ts';
import { readUtc } from '../../kernel/time/read-utc.ts';
import type { RestError } from '../../operation/index.ts';
import type { Tx } from '../../storage/index.ts';
import type { EndpointOwner } from '../endpoints/endpoint-store.ts';
import { type BackfillRange, copySubscribed, countSubscribed, findEventId } from './backfill-store.ts';
import { lockOwnersEvents } from './owner-lock-store.ts';

interface BackfillRequest {
  readonly since?: string;
  readonly after?: string;
}

type RefusalReason = RestError<typeof registerEndpoint>;

const LONG_AGO = new Date(0);

/**
 * Selects the events from before its registration that an endpoint gets (docs/interface/webhooks.md#backfill). Until
 * the transaction ends, no event can be written that the endpoint would miss. Returns a function that enqueues the
 * events, and their number.
 */
export async function prepareBackfill(
  tx: Tx,
  owner: EndpointOwner,
  request: BackfillRequest | undefined,
  events: readonly string[],
  now: Date,
): Promise<Result<(endpointId: string) => Promise<number>, RefusalReason>> {
  if (request === undefined) return ok(async () => 0);
  await lockOwnersEvents(tx, owner);
  const start = await startOf(tx, owner, request);
  if (!start.ok) return start;
  const range = { ...start.value, events };
  const count = await countSubscribed(tx, owner, range, now, MAX_BACKFILLED + 1);
  if (count <= MAX_BACKFILLED) return ok((endpointId) => copySubscribed(tx, owner, endpointId, range, now));
  return fail('state_forbids', {
    path: 'backfill',
    message: `There are more than ${MAX_BACKFILLED} events: begin later, or ask for fewer types`,
  });
}

async function startOf(
  tx: Tx,
  owner: EndpointOwner,
  { since, after }: BackfillRequest,
): Promise<Result<Pick<BackfillRange, 'since' | 'after'>, RefusalReason>> {
  if (since !== undefined && after !== undefined) {
    return fail('value_not_allowed', { path: 'backfill.after', message: 'must not be sent together with since' });
  }
  if (after !== undefined) {
    const eventId = await findEventId(tx, owner, after);
    if (eventId === undefined) return fail('notification_not_found', { path: 'backfill.after' });
    return ok({ since: LONG_AGO, after: eventId });
  }
  if (since === undefined) {
    return fail('field_missing', { path: 'backfill.since', message: 'is mandatory without after' });
  }
  const from = readUtc(since);
  if (from !== undefined) return ok({ since: from, after: 0n });
  return fail('wrong_format', { path: 'backfill.since', message: 'must be an ISO 8601 date and time in UTC' });
}
