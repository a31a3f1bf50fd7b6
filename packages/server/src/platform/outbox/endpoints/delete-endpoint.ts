import { deleteEndpoint } from '@cardwright/contract';
import { fail, ok } from '../../kernel/result.ts';
import { implementRest } from '../../operation/index.ts';
import { dropEndpoint } from './delete-endpoint-store.ts';
import { auditedSettings, ownerLog, ownerOf, subjectOf } from './endpoint.ts';
import { countPending, lockEndpoints } from './endpoint-store.ts';
import { isOfConfiguration, OF_CONFIGURATION } from './partner-endpoint.ts';

/**
 * Deletes an endpoint with its keys. What waited for it is never sent, and is deleted with all the rest that belongs to
 * it by the next housekeeping: there may be too much for one transaction.
 */
export const deleteEndpointOperation = implementRest(deleteEndpoint, async ({ tx, caller, now, audit }, { params }) => {
  const owned = ownerOf(caller);
  if (!owned.ok) return owned;
  const { bankId } = owned.value;
  const endpointId = params.endpoint_id;
  if (isOfConfiguration(bankId, endpointId)) return fail('state_forbids', { message: OF_CONFIGURATION });
  const before = (await lockEndpoints(tx, owned.value)).find(({ endpoint_id }) => endpoint_id === endpointId);
  if (before === undefined) return fail('endpoint_not_found');
  const dropped = (await countPending(tx, bankId, [endpointId])).get(endpointId) ?? 0;
  await dropEndpoint(tx, bankId, endpointId, now);
  const change = { before: auditedSettings(before), after: { state: 'DELETED' } };
  audit(ownerLog(owned.value), subjectOf(endpointId), 'deleted', { dropped }, change);
  return ok({ body: { endpoint_id: endpointId, dropped } });
});
