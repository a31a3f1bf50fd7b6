import { rmSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { seeded } from '../random.ts';
import { dataFolder } from '../server-process.ts';
import { answersOk, answersStatus, closeConnection, type Received, startReceiver } from '../webhook-receiver.ts';
import { type ChaosClient, createChaosClient } from './chaos-client.ts';
import { moveWithinDay } from './chaos-clock.ts';
import { type ChaosDatabase, startChaosDatabase } from './chaos-database.ts';
import { ACCOUNTS_AT_ONCE, type ChaosLife, live } from './chaos-life.ts';
import { type ChaosFindings, chaosPage } from './chaos-report.ts';
import { type ChaosServer, createChaosServer } from './chaos-servers.ts';
import { watchLateness } from './check-deadlines.ts';
import { checkEverything } from './check-everything.ts';
import { DATABASE_FAULTS, fullDisk } from './database-faults.ts';
import { keepRun } from './keep-run.ts';
import { createKnownAnswers } from './known-answers.ts';
import type { Lived } from './lived.ts';
import { type Fault, startNemesis } from './nemesis.ts';
import { NETWORK_FAULTS } from './network-faults.ts';
import { PROCESS_FAULTS } from './process-faults.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const FAILING_PERCENT = 30;

export interface ChaosOptions {
  readonly minutes: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}

export interface ChaosResult {
  readonly page: string;
  readonly violations: readonly string[];
}

/** Real processes live and are harmed for so long; then everything is checked. */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const folder = dataFolder();
  const undo: (() => Promise<void>)[] = [async () => rmSync(folder, { recursive: true, force: true })];
  const cleanUp = async () => {
    const failures: unknown[] = [];
    for (const step of undo.splice(0).reverse()) await step().catch((error) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  };
  // Ctrl-C leaves nothing behind either
  const interrupt = () => void cleanUp().finally(() => process.exit(130));
  for (const signal of SIGNALS) process.once(signal, interrupt);
  try {
    return await runIn(folder, options, undo);
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt);
    await cleanUp();
  }
}

async function runIn(
  folder: string,
  { minutes, seed, say }: ChaosOptions,
  undo: (() => Promise<void>)[],
): Promise<ChaosResult> {
  const random = seeded(seed);
  const database = await startChaosDatabase(folder);
  undo.push(() => database.stop());
  const servers: ChaosServer[] = [];
  for (const name of ['A', 'B']) {
    const server = await createChaosServer(name, folder, database);
    servers.push(server);
    undo.push(async () => {
      await server.kill();
      await server.door.close();
      await server.wayToDatabase.close();
    });
    await server.start();
  }
  const client = createChaosClient(servers.map(({ door }) => `http://127.0.0.1:${door.port}`));
  const receiver = await startReceiver({ tls: 'none' });
  undo.push(() => receiver.close());
  const accepted = new Map<string, Received>();
  receiver.behave((request, response) => {
    const isGood = random.from(1, 100) > FAILING_PERCENT;
    const id = request.headers['webhook-id'] ?? '';
    if (isGood && !accepted.has(id)) accepted.set(id, request);
    (isGood ? answersOk : random.pick([answersStatus(500), closeConnection]))(request, response);
  });
  const moveClock = await moveWithinDay(client, minutes);
  await registerEndpoint(client, receiver.url);

  const lived: Lived = {
    client,
    database,
    servers,
    folder,
    known: createKnownAnswers(),
    accounts: [],
    tokens: [],
    merchants: [],
    accepted,
  };
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
    seeded(seed + 1),
    say,
  );
  await delay(Math.max(0, life.untilMs - performance.now()));
  await nemesis.stop();
  life.healedMs = performance.now();
  await living;
  const endedMs = performance.now();
  watching.stop();

  say('checking');
  const { checked, violations } = await checkEverything(lived, nemesis.harms, watching);
  const findings: ChaosFindings = {
    minutes,
    seed,
    harms: nemesis.harms,
    leftOut,
    attempts: client.attempts,
    lifeMs: [beganMs, endedMs],
    checked,
    violations,
  };
  const page = chaosPage(findings);
  if (violations.length > 0) say(`kept in ${keepRun(lived, findings, page)}`);
  return { page, violations };
}

function disk(database: ChaosDatabase): Fault {
  return database.disk === undefined ? { ...fullDisk, leftOut: 'that needs root and a loop device' } : fullDisk;
}

async function registerEndpoint(client: ChaosClient, url: string): Promise<void> {
  const payload = { url: `${url}/notifications`, max_in_flight: 32 };
  const answer = await client.request({ method: 'POST', url: '/V2/webhook-endpoints', as: 'demo-bank', payload });
  if (answer.status !== 200) throw new Error(`no endpoint: ${answer.text}`);
}
