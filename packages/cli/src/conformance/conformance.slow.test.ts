import { expect, it } from 'vitest';
import { fileServer } from '../../../server/src/testing/test-server.ts';
import { fetchTransport } from './fetch-transport.ts';
import { clockOf, openTarget } from './open-target.ts';
import { countsOf } from './report/report.ts';
import { runCases } from './run-cases.ts';

const server = fileServer();

// The complete run, which changes data, is in packages/proof/src/mutants/conformance-mutants.slow.test.ts.
it('the conformance runner finds no deviation in this gateway in read-only mode, and changes nothing', async () => {
  await server.server.app.listen({ host: '127.0.0.1', port: 0 });
  const tables = await server.db.sql<{ relname: string }>(
    `select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname <> 'contract_warnings' and relname !~ '^audit_' order by relname`,
  );
  const counts = tables.map(({ relname }) => `(select count(*) from ${relname}) as ${relname}`);
  const stored = () => server.db.sql(`select ${counts.join(', ')}`);
  const before = await stored();
  const transport = fetchTransport(server.server.app.listeningOrigin);
  const target = await openTarget(transport, { credentials: {} });
  const { results } = await runCases({ target, now: await clockOf(transport), mayChange: false, receiver: {} });
  expect(results.filter(({ outcome }) => outcome === 'failed' || outcome === 'note')).toEqual([]);
  expect(countsOf(results).passed).toBeGreaterThan(300);
  expect(await stored()).toEqual(before);
});
