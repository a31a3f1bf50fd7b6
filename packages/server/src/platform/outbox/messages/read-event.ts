import { readEvent } from '@cardwright/contract';
import { fail, ok } from '../../kernel/result.ts';
import { implementRest } from '../../operation/index.ts';
import { ownerLog, ownerOf } from '../endpoints/endpoint.ts';
import { readEventRow, readMessagesOfEvent } from './event-list-store.ts';
import { toEventResponse } from './list-events.ts';

/** Reads an event and its state at each endpoint (docs/interface/webhooks.md#get-an-event). */
export const readEventOperation = implementRest(readEvent, async ({ tx, caller, audit }, { params }) => {
  const owner = ownerOf(caller);
  if (!owner.ok) return owner;
  const id = params.notification_id.toLowerCase();
  const row = await readEventRow(tx, owner.value, id);
  if (row === undefined) return fail('notification_not_found');
  audit(ownerLog(owner.value), `notification:${id}`, 'read');
  return ok({ body: { ...toEventResponse(caller, row), messages: await readMessagesOfEvent(tx, owner.value, id) } });
});
