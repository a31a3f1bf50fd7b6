// Selects the test files of `npm run test:citus`: all that use the run's database, except those whose result cannot
// depend on Citus.
import fs from 'node:fs';
import path from 'node:path';
import { root } from './prepare.mjs';

const OWN = 'starts a PostgreSQL of its own';
const COPY = 'tests a checkout, with the embedded PostgreSQL';

/** Files that are left out, with the reason. Single tests state it themselves (`ofOnePostgres`). */
export const LEFT_OUT = {
  'packages/cli/src/commands.slow.test.ts': OWN,
  'packages/cli/src/doctor.slow.test.ts': OWN,
  'packages/cli/src/login/device-login.slow.test.ts': OWN,
  'packages/sdk/src/package.slow.test.ts': 'tests the package of the SDK with other runtimes',
  'packages/server/src/platform/audit/audit-crash.slow.test.ts': OWN,
  'packages/server/src/issuing/authorization/lanes/doubtful-commit.slow.test.ts': `${OWN}, with a standby`,
  'packages/server/src/platform/storage/released-schema.test.ts':
    'tables that are distributed among nodes have other constraints',
  'packages/server/src/platform/storage/hosts/several-hosts.slow.test.ts': `${OWN}, with a standby`,
  'packages/proof/src/chaos/chaos.slow.test.ts': `${OWN}, and kills it`,
  'packages/proof/src/mutants/conformance-mutants.slow.test.ts': OWN,
  'packages/repository/src/checkout/dev.slow.test.ts': COPY,
  'packages/proof/src/failover/failover.slow.test.ts': `${OWN}, with a standby`,
  'packages/proof/src/failover/patroni.slow.test.ts': `${OWN}, with standbys`,
  'packages/repository/src/checkout/guides.slow.test.ts': COPY,
  'packages/repository/src/checkout/new-operation.slow.test.ts': COPY,
  'packages/server/src/testing/database/pooler.slow.test.ts':
    'puts PgBouncer in front of one PostgreSQL, but lanes connect to the nodes directly',
  'packages/server/src/testing/database/power-loss.slow.test.ts': `${OWN}, and cuts its power`,
  'packages/repository/src/checkout/read-only-checkout.slow.test.ts': COPY,
  'packages/server/src/testing/database/restore.slow.test.ts':
    'restores a dump of one PostgreSQL, which differs from the dump of a coordinator',
  'packages/server/src/testing/system/start-stop.slow.test.ts': OWN,
  'packages/server/src/platform/workers/workers.slow.test.ts': OWN,
};

const DATABASE = /[/\\]testing[/\\]database[/\\]test-database\.ts$/;

/** Every test file that uses the run's database, according to its imports. */
export function testsOfDatabases() {
  const folder = path.join(root, 'packages');
  const files = fs.readdirSync(folder, { recursive: true }).filter((file) => /^[\w-]+\/src\/.*\.test\.ts$/.test(file));
  const known = new Map();
  return files
    .filter((file) => reachesDatabase(path.join(folder, file), known))
    .map((file) => path.join('packages', file))
    .sort();
}

function reachesDatabase(file, known) {
  const visited = new Set([file]);
  for (const at of visited) {
    if (DATABASE.test(at)) return true;
    if (!known.has(at)) known.set(at, importedBy(at));
    for (const next of known.get(at)) visited.add(next);
  }
  return false;
}

function importedBy(file) {
  if (!fs.existsSync(file)) return [];
  const text = fs.readFileSync(file, 'utf8');
  return [...text.matchAll(/(?:from|import)\s*\(?'(\.[^']+)'/g)].map(([, at]) => path.join(path.dirname(file), at));
}
