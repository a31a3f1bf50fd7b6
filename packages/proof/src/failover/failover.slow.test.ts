import { expect, it } from 'vitest';
import { installedPostgres } from '../../../server/src/testing/database/installed-postgres.ts';
import { installedHaproxy } from '../../../server/src/testing/system/installed-haproxy.ts';
import { canRun } from '../../../server/src/testing/system/installed-program.ts';
import { drillOptions } from './drill-options.ts';
import { startReplicatedPair } from './replicated-pair.ts';
import { runFailovers } from './run-failovers.ts';

/** The drill runs one failover of each kind. */
const DRILL = drillOptions(3);
const NEEDED =
  'that requires PostgreSQL, 15 or later, with its programs, and HAProxy (on Debian: apt-get install postgresql haproxy)';

if (canRun('Failover', installedPostgres(), NEEDED)) {
  it(
    'no confirmed request is lost, duplicated or changed when the primary is killed, frozen or isolated, and callers are served again after the promotion',
    async () => {
      const programs = installedPostgres();
      // CI must run the whole drill. Elsewhere it works without HAProxy, and reports that.
      const isWhole = programs !== undefined && (process.env.CI === undefined || installedHaproxy() !== undefined);
      if (!isWhole) throw new Error(NEEDED);
      const { page, violations } = await runFailovers({
        ...DRILL,
        command: 'npm run drill:failover --',
        start: (folder, random) => startReplicatedPair(programs, folder, random),
      });
      DRILL.report(page);
      expect(violations).toEqual([]);
    },
    DRILL.limitMs,
  );
}
