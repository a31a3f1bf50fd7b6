import { MAX_REPLAYED, replayMessages } from '@cardwright/contract';
import { fail, ok, type Result } from '../../kernel/result.ts';
import { readUtc } from '../../kernel/time/read-utc.ts';
import { implementRest, type RestError } from '../../operation/index.ts';
import type { Tx } from '../../storage/index.ts';
import { findOwnEndpoint, isoOrNull, ownerLog, subjectOf } from '../endpoints/endpoint.ts';
import { checkEventScopes } from '../endpoints/event-scopes.ts';
import { wakeRelays } from '../endpoints/resume-store.ts';
import {
  type FinalMessage,
  findFinalMessagesSince,
  findMessage,
  lockStreams,
  reopen,
  updateHeadsFirst,
} from './replay-store.ts';

/** The messages that one replay covers, and the time where the next replay should continue. */
interface Selection {
  readonly messages: readonly FinalMessage[];
  readonly continueSince: Date | null;
}

/**
 * Makes settled messages pending again: one, or all since a time. They are sent in the order in which they were
 * written. `scope_missing` for events that the caller may not read.
 */
export const replayMessagesOperation = implementRest(
  replayMessages,
  async ({ tx, caller, now, audit }, { params, body }) => {
    const resolved = await findOwnEndpoint(tx, caller, params.endpoint_id);
    if (!resolved.ok) return resolved;
    const { endpoint, owner } = resolved.value;
    const { bankId } = owner;
    const endpointId = params.endpoint_id;
    const selected = await choose(tx, bankId, endpointId, body);
    if (!selected.ok) return selected;
    const { messages, continueSince } = selected.value;
    // the earlier subscription may have had other events
    const types = new Set([...endpoint.events, ...messages.map(({ type }) => type)]);
    const scopeCheck = checkEventScopes(caller, [...types]);
    if (!scopeCheck.ok) return scopeCheck;
    const messageIds = messages.map(({ message_id }) => message_id);
    const streams = [...new Set(messages.map(({ stream }) => stream))];
    await lockStreams(tx, bankId, endpointId, streams);
    const replayed = await reopen(tx, bankId, messageIds, now);
    await updateHeadsFirst(tx, bankId, endpointId, streams, now);
    await wakeRelays(tx);
    const { notification_id, since, state } = body;
    const details = { notification_id, since, state, messages: replayed };
    audit(ownerLog(owner), subjectOf(endpointId), 'replayed', details, {
      before: countStates(messages),
      after: { PENDING: replayed },
    });
    return ok({ body: { replayed, continue_since: isoOrNull(continueSince) } });
  },
);

function countStates(messages: readonly FinalMessage[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { state } of messages) counts[state] = (counts[state] ?? 0) + 1;
  return counts;
}

type Replayed = 'DELIVERED' | 'DEAD' | 'SKIPPED';

interface SelectionQuery {
  notification_id?: string;
  since?: string;
  state?: Replayed;
}

async function choose(
  tx: Tx,
  bankId: string,
  endpointId: string,
  { notification_id: notificationId, since, state }: SelectionQuery,
): Promise<Result<Selection, RestError<typeof replayMessages>>> {
  if (notificationId !== undefined) {
    const other = since === undefined ? 'state' : 'since';
    if (since !== undefined || state !== undefined) {
      return fail('value_not_allowed', { path: other, message: 'must not be sent together with notification_id' });
    }
    const message = await findMessage(tx, bankId, endpointId, notificationId);
    if (message === undefined) return fail('notification_not_found');
    if (message.state === 'EXPIRED') return fail('state_forbids', { message: 'The notification has expired' });
    if (message.state === 'PENDING') return fail('state_forbids', { message: 'The notification is pending already' });
    return ok({ messages: [message], continueSince: null });
  }
  if (since === undefined)
    return fail('field_missing', { path: 'since', message: 'is mandatory without notification_id' });
  const from = readUtc(since);
  if (from === undefined)
    return fail('wrong_format', { path: 'since', message: 'must be an ISO 8601 date and time in UTC' });
  const messages = await findFinalMessagesSince(tx, bankId, endpointId, {
    since: from,
    state,
    limit: MAX_REPLAYED + 1,
  });
  const continueSince = messages[MAX_REPLAYED]?.created_at ?? null;
  return ok({ messages: messages.slice(0, MAX_REPLAYED), continueSince });
}
