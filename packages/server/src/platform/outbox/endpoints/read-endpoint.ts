import { readEndpoint } from '@cardwright/contract';
import { requireValue } from '../../kernel/required.ts';
import { ok } from '../../kernel/result.ts';
import { implementRest } from '../../operation/index.ts';
import { findOwnEndpoint, subjectOf, toEndpointsResponse } from './endpoint.ts';

export const readEndpointOperation = implementRest(readEndpoint, async ({ tx, caller, now, audit }, { params }) => {
  const resolved = await findOwnEndpoint(tx, caller, params.endpoint_id);
  if (!resolved.ok) return resolved;
  const { owner, endpoint } = resolved.value;
  audit(owner.bankId, subjectOf(endpoint.endpoint_id), 'read');
  const [response] = await toEndpointsResponse(tx, owner.bankId, [endpoint], now);
  return ok({ body: requireValue(response, 'the endpoint that was read') });
});
