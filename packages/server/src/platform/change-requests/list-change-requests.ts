import { listChangeRequests } from '@cardwright/contract';
import { readPersons } from '../access/index.ts';
import { cutItems, readPage } from '../kernel/page.ts';
import { ok } from '../kernel/result.ts';
import { implementRest } from '../operation/index.ts';
import { toChangeRequestResponse } from './change-request-response.ts';
import { type ChangeRequestRow, readChangeRequests } from './change-request-store.ts';
import { tenantOfChange } from './tenant-of-change.ts';

/** Lists the change requests of the bank (docs/interface/change-requests.md#list). */
export const listChangeRequestsOperation = implementRest(
  listChangeRequests,
  async ({ tx, caller, now, audit }, { query }) => {
    const tenant = tenantOfChange(caller);
    if (!tenant.ok) return tenant;
    const bankId = tenant.value;
    const page = readPage(query);
    if (!page.ok) return page;
    const rows = await readChangeRequests(tx, bankId, { state: query.state, now, page: page.value });
    const persons = await readPersons(tx, bankId, [caller.clientId, ...rows.map((row) => row.proposed_by)]);
    const place = ({ proposed_at: at, request_no: id }: ChangeRequestRow) => ({ at, id });
    const body = cutItems(rows, page.value, place, (row) => toChangeRequestResponse(row, { caller, persons, now }));
    audit(bankId, caller.kind === 'bank' ? `bank:${bankId}` : bankId, 'change requests read', {
      requests: body.items.length,
    });
    return ok({ body });
  },
);
