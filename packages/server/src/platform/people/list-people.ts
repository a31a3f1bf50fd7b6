import { listPeople } from '@cardwright/contract';
import { cutPage, readPage } from '../kernel/page.ts';
import { ok } from '../kernel/result.ts';
import { implementRest } from '../operation/index.ts';
import { callerTenant } from './caller-tenant.ts';
import { openSince } from './open-since.ts';
import { readPeople } from './people-store.ts';

/** Lists the people who have signed in to the caller's tenant (docs/interface/people.md#people). */
export function listPeopleOperation(now: () => Date) {
  return implementRest(listPeople, async ({ tx, caller, audit }, { query }) => {
    const tenant = callerTenant(caller);
    if (!tenant.ok) return tenant;
    const log = tenant.value;
    const page = readPage(query);
    if (!page.ok) return page;
    const allRows = await readPeople(tx, log, page.value, openSince(now()));
    const { rows, nextCursor } = cutPage(allRows, page.value, (row) => ({
      at: row.last_signed_in_at,
      id: row.person_no,
    }));
    audit(log, 'people', 'read', { people: rows.length });
    const people = rows.map(({ person_no: _, ...row }) => ({
      ...row,
      first_signed_in_at: row.first_signed_in_at.toISOString(),
      last_signed_in_at: row.last_signed_in_at.toISOString(),
      last_seen_at: row.last_seen_at.toISOString(),
    }));
    return ok({ body: { people, next_cursor: nextCursor } });
  });
}
