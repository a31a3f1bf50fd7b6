import { beforeAll, describe, expect, it } from 'vitest';
import { auditedRows } from '../../testing/audited-rows.ts';
import { fileServer } from '../../testing/test-server.ts';

const server = fileServer();
beforeAll(async () => {
  await server.db.sql(`create function refuse() returns trigger language plpgsql
    as $$ begin raise exception 'the database fails between the log and the queue'; end $$`);
  await server.db.sql('create trigger refuse before insert on audit_queue for each row execute function refuse()');
});

describe('if the database fails before an audit row is queued for its seal, the row is not in the log either,', () => {
  it.each([
    ['of a denial', { method: 'POST', url: '/V2/cardservices/CardDetailsEnquiry', payload: {} }, 401],
    ['of a look at the fixtures', { method: 'GET', url: '/sandbox/fixtures' }, 500],
  ] as const)('%s', async (_what, request, status) => {
    let answered = 0;
    const rows = await auditedRows(server, async () => {
      answered = (await server.request(request)).status;
    });
    expect(rows).toEqual([]);
    expect(answered).toBe(status);
  });
});
