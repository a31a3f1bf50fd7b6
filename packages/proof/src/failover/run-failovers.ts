import { setTimeout as delay } from 'node:timers/promises';
import type { ReplicationPair } from '../../../server/src/testing/database/replication-pair.ts';
import { type Random, seededRandom } from '../../../server/src/testing/random.ts';
import { installedHaproxy, startHaproxy } from '../../../server/src/testing/system/installed-haproxy.ts';
import { moveWithinDay } from '../chaos/chaos-clock.ts';
import { type ChaosLife, live } from '../chaos/chaos-life.ts';
import { type ChaosServer, createChaosServer } from '../chaos/chaos-servers.ts';
import { watchLateness } from '../chaos/check-deadlines.ts';
import { checkEverything } from '../chaos/check-everything.ts';
import { beginFeed } from '../chaos/check-feed.ts';
import { startFailingReceiver } from '../chaos/failing-receiver.ts';
import { inOwnFolder, type Undo } from '../chaos/in-own-folder.ts';
import { beginRecord, type RunHistory } from '../chaos/run-history.ts';
import { saveRun } from '../chaos/save-run.ts';
import { type ChaosClient, createChaosClient } from '../world/client/chaos-client.ts';
import { findLongOutages, readBooks } from './check-failovers.ts';
import { type Failover, failOver, KINDS } from './failover-kinds.ts';
import { outagesOf } from './failover-outages.ts';
import { type DrillFindings, drillPage } from './failover-report.ts';
import { replicatedDatabase } from './replicated-database.ts';

export interface DrillOptions {
  /** Starts the database, with random numbers from the seed. If it fails, it stops what it started. */
  start(folder: string, random: Random): Promise<ReplicationPair>;
  /** The command that starts this drill. */
  readonly command: string;
  readonly failovers: number;
  readonly seed: number;
  /** Whether an outage that is too long is a violation. */
  readonly isTimed: boolean;
  readonly report: (line: string) => void;
}

/** The time for one failover and the pause before it, so that the sandbox's day does not end within the run. */
const MINUTES_EACH = 2;
const PAUSE_MS = [2_000, 5_000] as const;
const HEALING_MS = 3_000;

/**
 * Runs replicated PostgreSQL servers, two Cardwright servers and their callers through failovers, then checks
 * everything.
 */
export function runFailovers(options: DrillOptions): Promise<{ page: string; violations: readonly string[] }> {
  return inOwnFolder((folder, undo) => runIn(folder, options, undo));
}

async function runIn(folder: string, options: DrillOptions, undo: Undo) {
  const { failovers: count, seed, report } = options;
  const random = seededRandom(seed);
  const replicated = await options.start(folder, seededRandom(seed + 2));
  const database = replicatedDatabase(replicated, folder);
  undo.push(() => database.stop());
  const servers = await startServers(folder, replicated, database, undo);
  const { client, front } = await startFront(servers, undo);
  const receiver = await startFailingReceiver(random);
  undo.push(() => receiver.close());
  // Uses the servers' own addresses, because the proxy could send both moves to one of them.
  await moveWithinDay(clientOf(servers), count * MINUTES_EACH);
  await receiver.register(client);
  await beginFeed(database, folder);

  const lived = beginRecord({ client, database, servers, folder, accepted: receiver.accepted });
  const watching = watchLateness();
  undo.push(async () => watching.stop());
  const life: ChaosLife = { untilMs: Number.POSITIVE_INFINITY, healedMs: Number.POSITIVE_INFINITY };
  const beganMs = performance.now();
  const living = live(lived, random, life);
  living.catch(() => {});
  const failovers = await failOverAll(replicated, options, seededRandom(seed + 1)).finally(() => {
    life.untilMs = performance.now() + HEALING_MS;
    life.healedMs = performance.now();
  });
  await living;
  await replicated.holdStill();
  watching.stop();

  report('checking');
  const outages = outagesOf(failovers, client.attempts);
  const attempts = [...client.attempts];
  const books = await readBooks(lived);
  const { checked, violations: drillViolations } = await checkEverything(lived, [], watching);
  const violations = [...books.violations, ...findLongOutages(outages, options.isTimed), ...drillViolations];
  const findings: DrillFindings = {
    ...{
      command: options.command,
      seed,
      front: `${replicated.output()}; ${front}`,
      failovers,
      outages,
      attempts,
      violations,
    },
    books: books.counts(),
    checked: [['authorizations with an answer', books.answered], ...checked],
  };
  const page = drillPage(findings);
  if (violations.length > 0) {
    const injectedFaults = failovers.map(({ kind, harmedMs, rebuiltMs, rebuilt }) => {
      return { name: kind, what: `rebuilt with ${rebuilt}`, beganMs: harmedMs, endedMs: rebuiltMs };
    });
    const lifeMs = [beganMs, life.untilMs] as const;
    report(`stored in ${saveRun(lived, { minutes: 0, injectedFaults, leftOut: [], lifeMs, ...findings }, page)}`);
  }
  return { page, violations };
}

async function startServers(folder: string, replicated: ReplicationPair, database: RunHistory['database'], undo: Undo) {
  const servers: ChaosServer[] = [];
  for (const [at, name] of ['A', 'B'].entries()) {
    const server = await createChaosServer(name, folder, database, { DATABASE_URL: replicated.url(at) });
    undo.push(() => server.close());
    await server.start();
    servers.push(server);
  }
  return servers;
}

function clientOf(servers: readonly ChaosServer[]): ChaosClient {
  return createChaosClient(servers.map(({ proxy }) => `http://127.0.0.1:${proxy.port}`));
}

/** Starts HAProxy if it is installed. Without it, callers switch to the other server. */
async function startFront(
  servers: readonly ChaosServer[],
  undo: Undo,
): Promise<{ client: ChaosClient; front: string }> {
  const program = installedHaproxy();
  if (program === undefined) return { client: clientOf(servers), front: 'without HAProxy, which is not installed' };
  const [one = 0, two = 0] = servers.map(({ proxy }) => proxy.port);
  const proxy = await startHaproxy(program, { one, two });
  undo.push(() => proxy.stop());
  for (const server of ['one', 'two'] as const) await proxy.sees(server, 'UP');
  return { client: createChaosClient([proxy.url]), front: 'two servers behind HAProxy' };
}

/** Runs each kind of failover equally often. The seed chooses the first one. */
async function failOverAll(
  replicated: ReplicationPair,
  { failovers: count, seed, report }: DrillOptions,
  random: Random,
) {
  const failovers: Failover[] = [];
  for (let done = 0; done < count; done++) {
    await delay(random.from(...PAUSE_MS));
    const kind = KINDS[(seed + done) % KINDS.length]!;
    const failover = await failOver(replicated, kind, random);
    failovers.push(failover);
    const [promoted, rebuilt] = [failover.promotedMs, failover.rebuiltMs].map((ms) =>
      ((ms - failover.harmedMs) / 1_000).toFixed(1),
    );
    report(
      `${done + 1} ${kind.name}: promoted after ${promoted} s, rebuilt with ${failover.rebuilt} after ${rebuilt} s`,
    );
  }
  return failovers;
}
