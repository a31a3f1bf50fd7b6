import { OPERATIONS, type Operation } from '@cardwright/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  cleanUp,
  dataFolder,
  type ServerProcess,
  startServer,
} from '../../../server/src/testing/system/server-process.ts';
import { testServer } from '../../../server/src/testing/test-server.ts';
import { fetchTransport } from './fetch-transport.ts';
import { clockOf, openTarget } from './open-target.ts';
import { type ConformanceReport, countsOf } from './report/report.ts';
import { runCases } from './run-cases.ts';

const folder = dataFolder();
const servers: ServerProcess[] = [];
let sandbox: ConformanceReport;
beforeAll(async () => {
  // Use a sandbox with a running clock, because undelivered notifications are retried after some seconds.
  const gateway = await startServer({ CARDWRIGHT_DATA_DIR: folder });
  servers.push(gateway);
  sandbox = await run(gateway.url, true);
}, 1_800_000);
afterAll(() => cleanUp(servers, folder));

async function run(url: string, mayChange: boolean): Promise<ConformanceReport> {
  const transport = fetchTransport(url);
  const target = await openTarget(transport, { credentials: {} });
  return await runCases({ target, now: await clockOf(transport), mayChange, receiver: {} });
}

const deviationsOf = ({ results }: ConformanceReport) =>
  results
    .filter(({ outcome }) => outcome === 'failed' || outcome === 'note')
    .map(({ id, deviations }) => `${id}: ${deviations.map(({ what }) => what).join('; ')}`);

describe('the conformance runner against this gateway', () => {
  it('finds no deviation from the interface or from the decisions of Cardwright', () => {
    expect(deviationsOf(sandbox)).toEqual([]);
  });

  it('tries every operation, and skips only cases that do not apply', () => {
    const operations = (OPERATIONS as readonly Operation[]).map(({ id }) => id);
    const tried = new Set(
      sandbox.results.filter(({ outcome }) => outcome === 'passed').map(({ operation }) => operation),
    );
    expect(operations.filter((id) => !tried.has(id))).toEqual([]);
    const { passed, 'not run': notRun } = countsOf(sandbox.results);
    expect(passed).toBeGreaterThan(2_500);
    const reasons = new Set(sandbox.results.flatMap(({ why }) => (why === undefined ? [] : [why])));
    expect([...reasons].sort()).toEqual([
      'every kind of caller may have this scope',
      'the body of the operation is not JSON',
    ]);
    expect(notRun).toBe(2);
  });

  it('has a unique id for each case', () => {
    const ids = sandbox.results.map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  it('changes nothing in read-only mode', async () => {
    const server = await testServer();
    try {
      await server.server.app.listen({ host: '127.0.0.1', port: 0 });
      const tables = await server.db.sql<{ relname: string }>(
        `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
          and relname <> 'contract_warnings' and relname !~ '^audit_' order by relname`,
      );
      const counts = tables.map(({ relname }) => `(select count(*) from ${relname}) as ${relname}`);
      const stored = () => server.db.sql(`select ${counts.join(', ')}`);
      const before = await stored();
      const report = await run(server.server.app.listeningOrigin, false);
      expect(deviationsOf(report)).toEqual([]);
      expect(countsOf(report.results).passed).toBeGreaterThan(300);
      expect(await stored()).toEqual(before);
    } finally {
      await server.close();
    }
  });
});
