import { expect, it } from 'vitest';
import { installedHaproxy } from '../installed-haproxy.ts';
import { installedPostgres } from '../installed-postgres.ts';
import { isTried } from '../installed-program.ts';
import { runFailovers } from './run-failovers.ts';

const NEEDED =
  'that needs PostgreSQL, 15 or later, with its programs, and HAProxy (on Debian: apt-get install postgresql haproxy)';
/** What `npm run drill:failover` hands over; without it, one of each kind. */
const FAILOVERS = Number(process.env.DRILL_FAILOVERS ?? '3');
const SEED = Number(process.env.DRILL_SEED ?? '7');
const say = (line: string) => void process.stdout.write(`${line}\n`);

if (isTried('Failover', installedPostgres(), NEEDED)) {
  it(
    'nothing that was answered is lost, doubled or changed when the primary is killed, frozen or cut off, and callers are served soon after the promotion',
    async () => {
      const programs = installedPostgres();
      // where a build runs nothing is left out; elsewhere the drill does without HAProxy, and says so
      const isWhole = programs !== undefined && (process.env.CI === undefined || installedHaproxy() !== undefined);
      if (!isWhole) throw new Error(NEEDED);
      const { page, violations } = await runFailovers({ programs, failovers: FAILOVERS, seed: SEED, say });
      say(page);
      expect(violations).toEqual([]);
    },
    (FAILOVERS + 15) * 60_000,
  );
}
