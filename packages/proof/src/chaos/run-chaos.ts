import { setTimeout as delay } from 'node:timers/promises';
import { seededRandom } from '../../../server/src/testing/random.ts';
import { createChaosClient } from '../world/client/chaos-client.ts';
import { moveWithinDay } from './chaos-clock.ts';
import { type ChaosDatabase, startChaosDatabase } from './chaos-database.ts';
import { ACCOUNTS_AT_ONCE, type ChaosLife, live } from './chaos-life.ts';
import { type ChaosFindings, chaosPage } from './chaos-report.ts';
import { type ChaosServer, createChaosServer } from './chaos-servers.ts';
import { watchLateness } from './check-deadlines.ts';
import { checkEverything } from './check-everything.ts';
import { beginFeed } from './check-feed.ts';
import { DATABASE_FAULTS, fullDisk } from './database-faults.ts';
import { startFailingReceiver } from './failing-receiver.ts';
import { inOwnFolder, type Undo } from './in-own-folder.ts';
import { type Fault, startNemesis } from './nemesis.ts';
import { NETWORK_FAULTS } from './network-faults.ts';
import { PROCESS_FAULTS } from './process-faults.ts';
import { beginRecord } from './run-history.ts';
import { saveRun } from './save-run.ts';

export interface ChaosOptions {
  readonly minutes: number;
  readonly seed: number;
  readonly report: (line: string) => void;
}

export interface ChaosResult {
  readonly page: string;
  readonly violations: readonly string[];
}

/** Runs real processes under faults for the given time, then checks everything. */
export function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  return inOwnFolder((folder, undo) => runIn(folder, options, undo));
}

async function runIn(folder: string, { minutes, seed, report }: ChaosOptions, undo: Undo): Promise<ChaosResult> {
  const random = seededRandom(seed);
  const database = await startChaosDatabase(folder);
  undo.push(() => database.stop());
  const servers: ChaosServer[] = [];
  for (const name of ['A', 'B']) {
    const server = await createChaosServer(name, folder, database);
    servers.push(server);
    undo.push(() => server.close());
    await server.start();
  }
  const client = createChaosClient(servers.map(({ proxy }) => `http://127.0.0.1:${proxy.port}`));
  const receiver = await startFailingReceiver(random);
  undo.push(() => receiver.close());
  const moveClock = await moveWithinDay(client, minutes);
  await receiver.register(client);
  await beginFeed(database, folder);

  const lived = beginRecord({ client, database, servers, folder, accepted: receiver.accepted });
  const faults = [...PROCESS_FAULTS, ...NETWORK_FAULTS, ...DATABASE_FAULTS, disk(database)];
  const leftOut = faults.filter((fault) => fault.leftOut !== undefined);
  const victims = {
    servers,
    database,
    moveClock,
    accountNumbers: () => lived.accounts.slice(-ACCOUNTS_AT_ONCE).map((one) => one.accountNumber),
  };
  const watching = watchLateness();
  undo.push(async () => watching.stop());
  const beganMs = performance.now();
  const life: ChaosLife = { untilMs: beganMs + minutes * 60_000, healedMs: Number.POSITIVE_INFINITY };
  const living = live(lived, random, life);
  living.catch(() => {});
  await delay(2_000);
  const nemesis = startNemesis(
    faults.filter((fault) => fault.leftOut === undefined),
    victims,
    seededRandom(seed + 1),
    report,
  );
  await delay(Math.max(0, life.untilMs - performance.now()));
  await nemesis.stop();
  life.healedMs = performance.now();
  await living;
  const endedMs = performance.now();
  watching.stop();

  report('checking');
  const { checked, violations } = await checkEverything(lived, nemesis.injectedFaults, watching);
  const findings: ChaosFindings = {
    minutes,
    seed,
    injectedFaults: nemesis.injectedFaults,
    leftOut,
    attempts: client.attempts,
    lifeMs: [beganMs, endedMs],
    checked,
    violations,
  };
  const page = chaosPage(findings);
  if (violations.length > 0) report(`stored in ${saveRun(lived, findings, page)}`);
  return { page, violations };
}

function disk(database: ChaosDatabase): Fault {
  return database.disk === undefined ? { ...fullDisk, leftOut: 'that requires root and a loop device' } : fullDisk;
}
