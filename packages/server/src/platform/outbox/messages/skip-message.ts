import { skipMessage } from '@cardwright/contract';
import { fail, ok } from '../../kernel/result.ts';
import { cleanTexts, implementRest } from '../../operation/index.ts';
import { findOwnEndpoint, ownerLog, subjectOf } from '../endpoints/endpoint.ts';
import { wakeRelays } from '../endpoints/resume-store.ts';
import { encodeMessage } from './list-messages.ts';
import { findMessage } from './replay-store.ts';
import { skipPending } from './skip-store.ts';
import { lockStream, promoteHead } from './stream-store.ts';

/**
 * Removes one message from its stream, so that those behind it follow (docs/interface/webhooks.md#skip).
 * `state_forbids` if it is settled, or is being sent: two messages of a stream are never sent at once.
 */
export const skipMessageOperation = implementRest(skipMessage, async (context, { params, body }) => {
  const { tx, caller, now, audit } = context;
  const resolved = await findOwnEndpoint(tx, caller, params.endpoint_id);
  if (!resolved.ok) return resolved;
  const { bankId } = resolved.value.owner;
  const message = await findMessage(tx, bankId, params.endpoint_id, params.notification_id);
  if (message === undefined) return fail('notification_not_found');
  const stream = { endpointId: params.endpoint_id, stream: message.stream };
  await lockStream(tx, bankId, stream);
  const skipped = await skipPending(tx, bankId, stream, message.message_id, now);
  if (skipped === undefined) {
    const { state } = (await findMessage(tx, bankId, params.endpoint_id, params.notification_id)) ?? message;
    const why = state === 'PENDING' ? 'being sent: try again in a minute' : state;
    return fail('state_forbids', { message: `The notification is ${why}` });
  }
  await promoteHead(tx, bankId, stream, now);
  await wakeRelays(tx);
  const { reason } = cleanTexts(skipMessage, body, context);
  const details = { notification_id: params.notification_id, type: skipped.type, reason };
  const states = { before: { state: 'PENDING' }, after: { state: 'SKIPPED' } };
  const parent = { kind: 'endpoint', id: params.endpoint_id };
  const object = { kind: 'message', id: params.notification_id, version: null, parent };
  const change = { ...states, event: () => ({ ...states, object }) };
  audit(ownerLog(resolved.value.owner), subjectOf(params.endpoint_id), 'skipped', details, change);
  return ok({ body: encodeMessage(caller, skipped) });
});
