import { listEndpoints } from '@cardwright/contract';
import { ok } from '../../kernel/result.ts';
import { implementRest } from '../../operation/index.ts';
import { ownerLog, ownerOf, toEndpointsResponse } from './endpoint.ts';
import { readEndpoints } from './endpoint-store.ts';

/** Lists the caller's endpoints, oldest first. */
export const listEndpointsOperation = implementRest(listEndpoints, async ({ tx, caller, now, audit }) => {
  const owner = ownerOf(caller);
  if (!owner.ok) return owner;
  const rows = await readEndpoints(tx, owner.value);
  const { kind, ownerId } = owner.value;
  audit(ownerLog(owner.value), `${kind}:${ownerId}`, 'endpoints read', { endpoints: rows.length });
  return ok({ body: { endpoints: await toEndpointsResponse(tx, owner.value.bankId, rows, now) } });
});
