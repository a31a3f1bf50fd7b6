import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { migrate } from '../../platform/storage/index.ts';
import { type TestDatabase, testDatabase } from '../../testing/database/test-database.ts';

const FOLDER = new URL('../../../migrations/', import.meta.url);

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase({ from: 'empty' });
});
afterAll(() => db?.close());

/** The schema of the release before, as its migrations left it. */
async function migrateUntil(client: pg.Client, name: string): Promise<void> {
  await client.query(
    'create table schema_migrations (name text primary key, applied_at timestamptz not null default now())',
  );
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith('.sql')).sort();
  for (const file of files.slice(
    0,
    files.findIndex((each) => each.endsWith(name)),
  )) {
    await client.query(await readFile(new URL(file, FOLDER), 'utf8'));
    await client.query('insert into schema_migrations (name) values ($1)', [file]);
  }
}

describe('hits of a release that did not decide about them', () => {
  it('are open where the merchant waits, and cleared by the approver where it is boarded', async () => {
    const client = new pg.Client(db.connection);
    await client.connect();
    try {
      await migrateUntil(client, 'screening-hits.sql');
      await client.query(
        `insert into acquirers (acquirer_id, name, configuration, sandbox) values ('A', 'A', '{}', true)`,
      );
      const hit = { check: 'DENY_LIST', path: 'legalName', message: 'found' };
      const insert = (id: string, status: string, hits: object[] | null) =>
        client.query(
          `insert into merchants (acquirer_id, merchant_id, application_id, status, merchant_state, version, record, resolved,
             merchant_name, legal_name, mcc, trn, debit_account, credit_account, kyc, approved_by, screening_hits,
             created_at, changed_at)
           values ('A', $1, 'app', $2, $3, $4, '{}', '{}', 'n', 'l', '5411', '1', '1', '1', true, $5, $6, $7, $7)`,
          [
            id,
            status,
            status === 'BOARDED' ? 'ACTIVE' : null,
            status === 'BOARDED' ? 1 : 0,
            status === 'BOARDED' ? 'ann' : null,
            hits && JSON.stringify(hits),
            '2026-11-20T08:00:00Z',
          ],
        );
      await insert('WAITS', 'PENDING_APPROVAL', [hit, { check: 'RESTRICTED_MCC', message: 'too' }]);
      await insert('BOARDED', 'BOARDED', [hit]);
      await insert('CLEAN', 'PENDING_APPROVAL', []);
      await insert('NEW', 'RECEIVED', null);
      await migrate(client);
    } finally {
      await client.end();
    }
    const found = {
      score: null,
      matched: null,
      foundAt: '2026-11-20T08:00:00.000Z',
      hitId: expect.stringMatching(/^[\da-f-]{36}$/),
    };
    const open = { ...found, state: 'OPEN', decidedBy: null, decidedAt: null, reason: null };
    expect(
      await db.sql('select merchant_id, screening_hits, standing_hits from merchants order by merchant_no'),
    ).toEqual([
      {
        merchant_id: 'WAITS',
        standing_hits: 2,
        screening_hits: [
          { check: 'DENY_LIST', path: 'legalName', message: 'found', ...open },
          { check: 'RESTRICTED_MCC', message: 'too', ...open },
        ],
      },
      {
        merchant_id: 'BOARDED',
        standing_hits: 0,
        screening_hits: [
          {
            check: 'DENY_LIST',
            path: 'legalName',
            message: 'found',
            ...found,
            state: 'CLEARED',
            decidedBy: 'ann',
            decidedAt: '2026-11-20T08:00:00.000Z',
            reason: 'Approved before hits were decided one by one',
          },
        ],
      },
      { merchant_id: 'CLEAN', standing_hits: 0, screening_hits: [] },
      { merchant_id: 'NEW', standing_hits: 0, screening_hits: null },
    ]);
  });
});
