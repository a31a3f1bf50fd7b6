import { beforeAll, describe, expect, it } from 'vitest';
import { ofOnePostgres } from '../../../testing/database/of-one-postgres.ts';
import { testOutbox } from '../../../testing/outbox.ts';
import { allStatements } from '../../storage/index.ts';
import '../messages/replay-store.ts';
import '../messages/message-retention-store.ts';
import { fileResource } from '../../../testing/file-resources.ts';
import { claimMessages } from './claim-store.ts';

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
}
interface Explained {
  'QUERY PLAN': [{ Plan: Plan }];
}

const NOW = new Date('2026-11-20T08:00:00.000Z');
const CLAIMANT = { server: 'me', leaseMs: 60_000 };
let dead: string;
let alive: string;

/** 10,000 due messages of one endpoint in 5,000 streams, and one message of another endpoint. */
const outbox = fileResource(() => testOutbox());
beforeAll(async () => {
  dead = await outbox.addEndpoint({ maxInFlight: 4 });
  await outbox.db.sql(
    `insert into outbox_streams (bank_id, endpoint_id, stream, last_sequence, pending)
     select 'DEMO', $1, 's' || n, 2, 2 from generate_series(1, 5000) n`,
    [dead],
  );
  await outbox.db.sql(
    `insert into outbox_messages (bank_id, endpoint_id, stream, stream_sequence, notification_id, type, sealed_payload,
       key_version, created_at, pending_since, next_attempt_at)
     select 'DEMO', $1, 's' || n, place, n || '-' || place, 'TE', convert_to(repeat('x', 900), 'UTF8'), 1, $2, $2,
            case when place = 1 then $2::timestamptz - n * interval '1 second' end
       from generate_series(1, 5000) n, generate_series(1, 2) place`,
    [dead, NOW],
  );
  alive = await outbox.addEndpoint({ bankId: 'OTHR' });
  await outbox.write('token-1', ['a'], 'OTHR');
  await outbox.db.sql('analyze');
});

function flatten(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flatten)];
}

/** The plan of a claim with its row counts, as a server's connection finally chooses it. Claims nothing. */
function analyze(inFlight: number): Promise<Plan[]> {
  return analyzeStatement(
    'outbox.claim-due',
    `'DEMO', '${NOW.toISOString()}', '{${dead}}', '{${inFlight}}', 'me', 60000, 1000`,
  );
}

async function analyzeStatement(statementName: string, values: string): Promise<Plan[]> {
  const { text } = allStatements().find(({ name }) => name === statementName)!;
  const client = await outbox.db.database.connect({});
  try {
    await client.query('set plan_cache_mode = force_generic_plan');
    await client.query(`prepare claim as ${text}`);
    await client.query('begin');
    const { rows } = await client.query<Explained>(
      `explain (analyze, format json, costs off, timing off) execute claim (${values})`,
    );
    await client.query('rollback');
    return flatten(rows[0]!['QUERY PLAN'][0]!.Plan);
  } finally {
    await client.end();
  }
}

const scansMessages = (node: Plan) => node['Relation Name'] === 'outbox_messages' && node['Node Type'].includes('Scan');
/** Number of message rows that were read, including filtered ones. */
function countRows(nodes: readonly Plan[]): number {
  const rows = nodes.filter(scansMessages).map((node) => {
    const loops = node['Actual Loops'] ?? 0;
    return loops * ((node['Actual Rows'] ?? 0) + (node['Rows Removed by Filter'] ?? 0));
  });
  return rows.reduce((sum, count) => sum + count, 0);
}

describe('a claim while a dead endpoint has 10,000 messages', () => {
  ofOnePostgres('the tests check query plans of PostgreSQL', () => {
    it('finds the due messages of each endpoint by an index, never by a full scan', async () => {
      const nodes = (await analyze(0)).filter(scansMessages);
      expect(nodes.map((node) => node['Node Type'])).not.toContain('Seq Scan');
      const due = nodes.find((node) => node['Index Name'] === 'outbox_messages_due');
      for (const column of ['bank_id =', 'endpoint_id =', 'next_attempt_at <=']) {
        expect(due?.['Index Cond']).toContain(column);
      }
    });

    it('reads as many of them as the endpoint has free slots, and none when it has none', async () => {
      // each claimed row is read twice: when it is found, and when it is updated
      expect(countRows(await analyze(0))).toBeLessThanOrEqual(2 * 5);
      expect(countRows(await analyze(4))).toBeLessThanOrEqual(2 * 1);
    });

    it('reads one message of each endpoint to find the banks with messages to send', async () => {
      expect(countRows(await analyzeStatement('outbox.select-due-banks', `'${NOW.toISOString()}'`))).toBe(2);
    });
  });

  it('claims the longest due messages first, as many as there are free slots, and the messages of other endpoints', async () => {
    const claimed = await claimMessages(
      outbox.db.database,
      [{ bankId: 'DEMO', endpointId: dead, count: 1 }],
      NOW,
      CLAIMANT,
    );
    const ofDead = claimed.filter(({ endpoint_id }) => endpoint_id === dead);
    expect(ofDead.map(({ notification_id }) => notification_id).sort()).toEqual(['4998-1', '4999-1', '5000-1']);
    expect(claimed.filter(({ endpoint_id }) => endpoint_id === alive)).toHaveLength(1);
    const full = await claimMessages(
      outbox.db.database,
      [{ bankId: 'DEMO', endpointId: dead, count: 4 }],
      NOW,
      CLAIMANT,
    );
    expect(full).toEqual([]);
  });
});
