import { readChangeRequest } from '@cardwright/contract';
import { readPersons } from '../access/index.ts';
import { fail, ok } from '../kernel/result.ts';
import { implementRest } from '../operation/index.ts';
import { toChangeRequestResponse } from './change-request-response.ts';
import { findChangeRequest } from './change-request-store.ts';
import { subjectOfRequest } from './pending-change.ts';
import { tenantOfChange } from './tenant-of-change.ts';

/** Reads a change request (docs/interface/change-requests.md#read). */
export const readChangeRequestOperation = implementRest(
  readChangeRequest,
  async ({ tx, caller, now, audit }, { params }) => {
    const tenant = tenantOfChange(caller);
    if (!tenant.ok) return tenant;
    const bankId = tenant.value;
    const row = await findChangeRequest(tx, bankId, params.change_request_id);
    if (row === undefined) return fail('change_request_not_found');
    const persons = await readPersons(tx, bankId, [caller.clientId, row.proposed_by]);
    audit(bankId, subjectOfRequest(row), 'read');
    return ok({ body: toChangeRequestResponse(row, { caller, persons, now }) });
  },
);
