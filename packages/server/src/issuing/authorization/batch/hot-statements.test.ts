import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Statement } from '../../../platform/storage/index.ts';
import { allStatements, ensurePartitions } from '../../../platform/storage/index.ts';
import { ofOnePostgres } from '../../../testing/database/of-one-postgres.ts';
import { testDatabase } from '../../../testing/database/test-database.ts';
import '../../../platform/vault/index.ts';
import { fileResource } from '../../../testing/file-resources.ts';
import * as store from '../records/authorization-store.ts';
import { type LaneConnection, openLaneConnection } from './lane-connection.ts';

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Plan[];
}
interface QueryPlan {
  'QUERY PLAN': [{ Plan: Plan }];
}

/** The statements that the batches of a lane send: those of the hot store, and the two that find cards by number. */
const HOT = [
  ...Object.values(store),
  ...allStatements().filter(({ name }) => name === 'vault.select-by-hash' || name === 'vault.select-by-mask'),
];

const PARTITIONS = ['authorizations_2026_11', 'authorizations_2026_12', 'authorizations_2027_01'];

describe('the hot statements', () => {
  let lane: LaneConnection;

  const db = fileResource(() => testDatabase());
  beforeAll(async () => {
    const client = await db.database.connect({});
    await ensurePartitions(client, new Date('2026-11-20T08:00:00Z'));
    await client.end();
    await db.sql(`
      insert into accounts (bucket, account_id, bank_id, client_id, account_number, product_code, card_type, branch_code,
                            currency, available_minor, created_at)
      select account_bucket(n), n, 'DEMO', n, 'A' || n, 'P', 'DEBIT', '1', 'AED', 100000, '2026-11-20' from generate_series(1, 100000) n`);
    await db.sql(`
      insert into cards (bucket, account_id, card_id, bank_id, client_id, exid, product_code, bin, masked_number, sequence_number,
                         expiry, status_changed_at, cardholder_name, card_role, card_form, created_at)
      select bucket, account_id, account_id, 'DEMO', client_id, 'E' || account_id, 'P', '400000', 'M', '001', '3012',
             '2026-11-20', 'N', 'P', 'V', '2026-11-20' from accounts`);
    await db.sql(`
      insert into account_settings (bucket, account_id, bank_id, version, settings, changed_at)
      select bucket, account_id, bank_id, 1, '{"ecomStatus":"ON"}', '2026-11-20' from accounts`);
    await db.sql(`
      insert into account_limits (bucket, account_id, bank_id) select bucket, account_id, bank_id from accounts`);
    await db.sql(`insert into data_keys (key_version, wrapped_key) values (1, '')`);
    await db.sql(`
      insert into vault_card_numbers (bank_id, card_id, account_id, lookup_version, lookup_hash, first6, last4,
                                      number_length, expiry, key_version, sealed_number)
      select 'DEMO', card_id, account_id, 1, sha256(card_id::text::bytea), '400000',
             lpad((card_id % 10000)::text, 4, '0'), 16, '3012', 1, '' from cards`);
    await db.sql(`
      insert into authorizations (bucket, account_id, message_key, decided_at, retrieval_reference, card_id, billing_minor,
        reserved_minor, system_trace, sender, settlement_date, rule_version, state, bank_id, acquirer, action_code,
        approval_code, rule, message, trace)
      select account_bucket(n), n, n, timestamptz '2026-11-20' + n * interval '1 minute', n, n, 1, 1, n, 1, '2026-11-20', 1, 'A', 'DEMO',
             '1', '00', '000000', 'APPROVED', '{}', '[]' from generate_series(1, 20000) n`);
    await db.sql('analyze');
    lane = await openLaneConnection(db.database, {});
  });
  afterAll(async () => {
    await lane?.close();
  });

  const explain = async <Row extends object>(text: string): Promise<Row[]> =>
    (await lane.query<Row>({ name: '', text }, [])).rows;

  /** The plan for batches of any size: the generic one, under the lane's own planner settings. */
  async function planOf({ text }: Statement): Promise<Plan[]> {
    await explain(`prepare hot as ${text}`);
    const types = await explain<{ type: string }>(
      `select unnest(parameter_types)::text as type from pg_prepared_statements where name = 'hot'`,
    );
    // instants before and after all partitions, so that none is left out of the plan for them
    const instants = [`'2026-09-01'`, `'2027-12-01'`];
    const values = types.map(({ type }) => (type === 'timestamp with time zone' ? instants.shift() : 'null'));
    const [row] = await explain<QueryPlan>(`explain (format json, costs off) execute hot (${values.join(', ')})`);
    await explain('deallocate hot');
    return flatten(row!['QUERY PLAN'][0]!.Plan);
  }

  it('are known by name', () => {
    expect(HOT.map(({ name }) => name).sort()).toEqual([
      'authorization.begin-limits',
      'authorization.count-conflicts',
      'authorization.insert-authorizations',
      'authorization.insert-conflicts',
      'authorization.insert-pending',
      'authorization.load-cards',
      'authorization.load-earlier',
      'authorization.load-editions',
      'authorization.load-limits',
      'authorization.load-programs',
      'authorization.load-settings',
      'authorization.lock-accounts',
      'authorization.mark-limited',
      'authorization.move-accounts',
      'authorization.spend-settings',
      'authorization.use-limits',
      'vault.select-by-hash',
      'vault.select-by-mask',
    ]);
  });

  ofOnePostgres('the tests check query plans of PostgreSQL', () => {
    it.each(HOT)('$name reads every table by an index, never from end to end', async (statement) => {
      const nodes = await planOf(statement);
      const sequential = nodes.filter((node) => node['Node Type'] === 'Seq Scan');
      expect(sequential.map((node) => node['Relation Name'])).toEqual([]);
      const wholeIndex = nodes.filter((node) => node['Index Name'] !== undefined && node['Index Cond'] === undefined);
      expect(wholeIndex.map((node) => node['Index Name'])).toEqual([]);
    });

    it.each([
      ['authorization.lock-accounts', ['accounts'], ['bucket', 'account_id']],
      ['authorization.load-cards', ['cards'], ['bucket', 'account_id', 'card_id']],
      ['authorization.load-settings', ['account_settings'], ['bucket', 'account_id']],
      ['authorization.load-limits', ['account_limits'], ['bucket', 'account_id']],
      ['authorization.use-limits', ['account_limits'], ['bucket', 'account_id']],
      ['authorization.move-accounts', ['accounts'], ['bucket', 'account_id']],
      ['authorization.spend-settings', ['account_settings'], ['bucket', 'account_id']],
      ['authorization.load-earlier', PARTITIONS, ['bucket', 'account_id', 'message_key']],
      ['authorization.count-conflicts', PARTITIONS, ['bucket', 'account_id', 'message_key']],
      ['authorization.insert-conflicts', PARTITIONS, ['bucket', 'account_id', 'message_key']],
      ['vault.select-by-hash', ['vault_card_numbers'], ['bank_id', 'lookup_hash']],
      ['vault.select-by-mask', ['vault_card_numbers'], ['bank_id', 'first6', 'last4']],
    ])('%s reads the index of %j for each requested key, by %j', async (name, tables, columns) => {
      const nodes = await planOf(HOT.find((statement) => statement.name === name)!);
      for (const table of tables) {
        const conditions = nodes.flatMap((node) => (node['Relation Name'] === table ? (node['Index Cond'] ?? []) : []));
        expect(conditions, table).toHaveLength(1);
        for (const column of columns) expect(conditions[0]).toContain(`${column} =`);
      }
      expect(nodes.map((node) => node['Node Type'])).toContain('Nested Loop');
    });
  });
});

function flatten(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flatten)];
}
