import { deleteEndpoint } from '@cardwright/contract';
import { fail, ok } from '../../kernel/result.ts';
import { implementRest, type RestImplementation } from '../../operation/index.ts';
import { dropEndpoint } from './delete-endpoint-store.ts';
import { auditedSettings, ownerLog, ownerOf, subjectOf } from './endpoint.ts';
import { endpointChange, lockOwnEndpoint } from './endpoint-change.ts';
import { countPending, lockEndpoints } from './endpoint-store.ts';
import { isOfConfiguration, OF_CONFIGURATION } from './partner-endpoint.ts';

/**
 * Deletes an endpoint with its keys. Its pending messages are never sent. The periodic jobs delete them with all other
 * rows of the endpoint, which may be too many for one transaction.
 */
const run: RestImplementation<typeof deleteEndpoint>['run'] = async ({ tx, caller, now, audit }, { params }) => {
  const owned = ownerOf(caller);
  if (!owned.ok) return owned;
  const { bankId } = owned.value;
  const endpointId = params.endpoint_id;
  if (isOfConfiguration(bankId, endpointId)) return fail('state_forbids', { message: OF_CONFIGURATION });
  const before = (await lockEndpoints(tx, owned.value)).find(({ endpoint_id }) => endpoint_id === endpointId);
  if (before === undefined) return fail('endpoint_not_found');
  const dropped = (await countPending(tx, bankId, [endpointId])).get(endpointId) ?? 0;
  await dropEndpoint(tx, bankId, endpointId, now);
  const settings = auditedSettings(before);
  const event = () => ({ before: settings, after: null });
  const change = { before: settings, after: { state: 'DELETED' }, event };
  audit(ownerLog(owned.value), subjectOf(endpointId), 'deleted', { dropped }, change);
  return ok({ body: { endpoint_id: endpointId, dropped } });
};

export const deleteEndpointOperation = implementRest(deleteEndpoint, run, {
  async secondPerson({ tx, caller }, { params }) {
    const before = await lockOwnEndpoint(tx, caller, params.endpoint_id);
    return before && endpointChange(before, null);
  },
});
