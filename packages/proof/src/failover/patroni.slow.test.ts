import { expect, it } from 'vitest';
import { installedPostgres } from '../../../server/src/testing/database/installed-postgres.ts';
import { installedHaproxy } from '../../../server/src/testing/system/installed-haproxy.ts';
import { canRun, installedProgram } from '../../../server/src/testing/system/installed-program.ts';
import { drillOptions } from './drill-options.ts';
import { startPatroni } from './patroni-cluster.ts';
import type { PatroniPrograms } from './patroni-node.ts';
import { runFailovers } from './run-failovers.ts';

/**
 * A failover takes as long as the lost primary keeps its key in etcd. The kinds of failover are tested without Patroni.
 */
const DRILL = drillOptions(1);
const NEEDED =
  'that requires PostgreSQL, 15 or later, with its programs, Patroni, etcd and HAProxy (on Debian: apt-get install postgresql patroni etcd-server python3-etcd haproxy)';

function installedPrograms(): PatroniPrograms | undefined {
  const [postgres, haproxy] = [installedPostgres(), installedHaproxy()];
  const [patroni, etcd] = [installedProgram('patroni'), installedProgram('etcd')];
  const isWhole = postgres !== undefined && patroni !== undefined && etcd !== undefined && haproxy !== undefined;
  return isWhole ? { postgres, patroni, etcd, haproxy } : undefined;
}

if (canRun('Failover with Patroni', installedPrograms()?.patroni, NEEDED)) {
  it(
    'no confirmed request is lost, duplicated or changed when Patroni promotes a standby for a primary that was killed, frozen or isolated, and callers are served again after the promotion',
    async () => {
      const programs = installedPrograms();
      if (programs === undefined) throw new Error(NEEDED);
      const { page, violations } = await runFailovers({
        ...DRILL,
        command: 'npm run drill:failover -- --patroni',
        start: (folder) => startPatroni(programs, folder),
      });
      DRILL.report(page);
      expect(violations).toEqual([]);
    },
    DRILL.limitMs,
  );
}
