import { beforeAll, describe, expect, it } from 'vitest';
import { allStatements } from '../../platform/storage/index.ts';
import { ofOnePostgres } from '../../testing/database/of-one-postgres.ts';
import { testDatabase } from '../../testing/database/test-database.ts';
import '../review/application-store.ts';
import '../screening/match-store.ts';
import './merchant-store.ts';
import './merchant-word-store.ts';
import { fileResource } from '../../testing/file-resources.ts';

const db = fileResource(() => testDatabase());
beforeAll(async () => {
  await db.sql(
    `insert into acquirers (acquirer_id, name, configuration, sandbox) values ('LARGE', 'Large', '{}', true)`,
  );
  await db.sql(
    `insert into merchants (acquirer_id, merchant_id, application_id, status, merchant_state, version, record, resolved,
       merchant_name, legal_name, mcc, trn, debit_account, credit_account, kyc, screening_hits, created_at, changed_at)
     select 'LARGE', 'M' || n, 'A', 'BOARDED', 'ACTIVE', 1, '{}', '{}', 'N', 'L', '5411', 'T' || n, 'D' || n, 'C' || n, true,
            case when n % 10 = 0 then '[{"state":"OPEN"}]'::jsonb end,
            timestamptz '2026-11-20' + n * interval '1 minute', '2026-11-20'
       from generate_series(1, 20000) n`,
  );
  await db.sql(
    `insert into merchant_amendments (acquirer_id, application_id, merchant_id, types, amendment, short_fields, terminals,
       status, debit_account, credit_account, created_at, changed_at)
     select 'LARGE', 'A', 'M' || n, '{ACCOUNT}', '{}', '{}', '{}', 'PENDING_APPROVAL', 'PD' || n, 'PC' || n, '2026-11-20', '2026-11-20'
       from generate_series(1, 20000) n`,
  );
  await db.sql(
    `insert into merchant_words (acquirer_id, merchant_id, word)
     select 'LARGE', 'M' || n, word from generate_series(1, 20000) n, unnest(array['shop', 'n' || n]) word`,
  );
  await db.sql('analyze');
});

/** Returns how a query reads its tables: `Index Scan of merchants by merchants_listed`. */
async function planOf(name: string, values: string): Promise<string> {
  const { text } = allStatements().find((statement) => statement.name === name)!;
  const client = await db.database.connect({});
  try {
    await client.query(`prepare asked as ${text}`);
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (costs off) execute asked (${values})`);
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  } finally {
    await client.end();
  }
}

ofOnePostgres('the tests check query plans of PostgreSQL', () => {
  describe('an acquirer with many merchants', () => {
    it('lists applications with the most hits by an index, even if few have hits', async () => {
      const place = `2147483647, '9999-12-31', 0, 21, null`;
      const plan = await planOf('merchants.list-merchants-hits', `'LARGE', null, null, null, null, null, ${place}`);
      expect(plan).toContain('using merchants_by_standing_hits');
      expect(plan).not.toContain('Sort');
    });

    it.each([
      ['newest', `'9999-12-31', '0'`],
      ['oldest', `'1970-01-01', '0'`],
    ])('lists the %s applications without counting the hits of all', async (sort, place) => {
      const values = `'LARGE', null, null, null, null, null, null, null, null, '{me}', '{}', false, 0, ${place}, 21`;
      expect(await planOf(`merchants.list-applications-${sort}`, values)).not.toContain('standing_hits');
    });

    it('finds merchants by the beginning of a word with an index', async () => {
      const plan = await planOf('merchants.find-by-words', `'LARGE', 'n77', '{shop}', '\u{10FFFF}', 1000`);
      expect(plan).toMatch(/using merchant_words_by_word\b/);
      expect(plan).not.toContain('Seq Scan on merchant_words w');
    });

    it('finds merchants with the same account by indexes, among merchants and open amendments', async () => {
      const plan = await planOf('merchants.find-alike', `'LARGE', '{X,X}', '{debit_account,trn}', '{D7,T7}'`);
      for (const index of [
        'merchants_by_trn',
        'merchants_by_debit_account',
        'merchants_by_credit_account',
        'merchant_amendments_by_debit_account',
        'merchant_amendments_by_credit_account',
      ])
        expect(plan).toMatch(new RegExp(`(using|on) ${index}\\b`));
      expect(plan).not.toContain('Seq Scan');
    });
  });
});
