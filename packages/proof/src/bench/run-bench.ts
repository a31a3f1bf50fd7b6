import { availableParallelism, cpus, loadavg } from 'node:os';
import { readKeyFile } from '@cardwright/server/internal/platform/vault/index';
import { makePlainRows, startAuditStream } from './audit-stream.ts';
import { bankIdOf } from './bench-cards.ts';
import { type BenchDatabase, startBenchDatabase } from './bench-database.ts';
import { median } from './bench-figures.ts';
import { type BenchServerProcess, benchScript, benchSettings, PRODUCT, startBenchServer } from './bench-process.ts';
import { measureBudget } from './budget/measure-budget.ts';
import { startBusyProcesses } from './busy-processes.ts';
import { compareDatabases, comparisonLines } from './compare-databases.ts';
import { processCpuSeconds } from './cpu-time.ts';
import { type BenchSubject, type Flags, readFlags } from './flags.ts';
import { listRequests } from './list-requests.ts';
import { type BenchTarget, measure } from './measurements/measure.ts';
import { measureBacktest } from './measurements/measure-backtest.ts';
import { measureEvents } from './measurements/measure-events.ts';
import { measureFloor } from './measurements/measure-floor.ts';
import { measureGrown } from './measurements/measure-grown.ts';
import { measureIso } from './measurements/measure-iso.ts';
import { listLines, measureLists } from './measurements/measure-lists.ts';
import { measureNotifications } from './measurements/measure-notifications.ts';
import { measureOnboarding } from './measurements/measure-onboarding.ts';
import { measureOperation, OPERATION_VARIANTS } from './measurements/measure-operated.ts';
import { measureOwn } from './measurements/measure-own.ts';
import { measureProvisioning } from './measurements/measure-provisioning.ts';
import { measureScale } from './measurements/measure-scale.ts';
import { type Pgbench, preparePgbench } from './pgbench.ts';
import { profileOptions } from './profile-options.ts';
import { type BenchResults, findUnexpectedAnswers, reportLines } from './report.ts';
import { notificationLines } from './report-notifications.ts';
import { onboardingLines } from './report-onboarding.ts';
import { seedCards } from './seeds/seed-cards.ts';
import { seedLists } from './seeds/seed-lists.ts';
import { seedPast } from './seeds/seed-past.ts';
import { seedProvisionings } from './seeds/seed-provisionings.ts';

const PGBENCH_CLIENTS = [16, 32, 64];
const HALF_LOAD_CONNECTIONS = 64;
/** Subjects that have their own database. */
const ON_THEIR_OWN: ReadonlySet<BenchSubject> = new Set([
  'notifications',
  'own',
  'scale',
  'grown',
  'events',
  'provisioning',
  'iso',
  'floor',
  ...OPERATION_VARIANTS,
]);

/** Runs in reverse order, at the end and on Ctrl-C. */
const undo: (() => Promise<void>)[] = [];

async function main(): Promise<void> {
  const flags = readFlags(process.argv.slice(2));
  if (flags.urls.length > 0) return await measureSubjects(flags);
  const database = await undone(startBenchDatabase(flags.dataDir));
  describe(flags, database);
  if (flags.slow > 0) await undone(startBusyProcesses(flags.slow));
  if (flags.budget) {
    const isWithin = await measureBudget({ bench: database, flags, undone, print });
    if (!isWithin) process.exitCode = 1;
    return;
  }
  if (flags.only.some((subject) => !ON_THEIR_OWN.has(subject))) await measureAuthorizations(flags, database);
  if (flags.only.includes('own'))
    print(`\n${(await measureOwn({ bench: database, flags, undone, print })).join('\n')}`);
  if (flags.only.includes('scale'))
    print(`\n${(await measureScale({ bench: database, flags, undone, print })).join('\n')}`);
  if (flags.only.includes('grown'))
    print(`\n${(await measureGrown({ bench: database, flags, undone, print })).join('\n')}`);
  if (flags.only.includes('events')) {
    print(`\n${(await measureEvents({ bench: database, flags, undone, print })).join('\n')}`);
  }
  if (flags.only.includes('provisioning')) {
    print(`\n${(await measureProvisioning({ bench: database, flags, undone, print })).join('\n')}`);
  }
  if (flags.only.includes('iso'))
    print(`\n${(await measureIso({ bench: database, flags, undone, print })).join('\n')}`);
  if (flags.only.includes('floor'))
    print(`\n${(await measureFloor({ bench: database, flags, undone, print })).join('\n')}`);
  if (OPERATION_VARIANTS.some((subject) => flags.only.includes(subject))) {
    print((await measureOperation({ bench: database, flags, undone, print })).join('\n'));
  }
  if (!flags.only.includes('notifications')) return;
  const notified = await measureNotifications(database, flags, undone, print);
  print(`\n${notificationLines(notified).join('\n')}`);
}

async function measureSubjects(flags: Flags): Promise<void> {
  if (flags.only.join() !== 'product') throw new Error('--url measures the product alone: add --only product');
  const compared = await compareDatabases(flags, undone, print);
  print(`\n${comparisonLines(compared, flags.connections).join('\n')}`);
}

async function measureAuthorizations(flags: Flags, database: BenchDatabase): Promise<void> {
  const seededAt = Date.now();
  await seedCards(database.connection, await readKeyFile(database.keyFile), 2 * flags.cards, flags.cards);
  print(`twice ${flags.cards.toLocaleString('en-US')} cards in ${((Date.now() - seededAt) / 1_000).toFixed(1)} s`);
  const pgbench = flags.only.includes('pgbench') ? await preparePgbench(database, flags.cards) : undefined;
  if (flags.only.includes('pgbench')) print(pgbench?.version ?? 'pgbench is not installed: not measured');
  const targets = await startTargets(flags, database);

  const findings: BenchResults = { served: new Map(), pgbench: new Map(), halfLoad: undefined };
  for (let round = 1; round <= flags.rounds; round++) {
    print(`round ${round} of ${flags.rounds}, load average ${loadavg()[0]?.toFixed(1)}`);
    await measureServers(findings, targets, flags, database);
    if (pgbench !== undefined) await measurePgbench(findings, pgbench, flags, database);
  }
  await measureHalfLoad(findings, targets, flags, database);

  const onboarded = await measureWithOnboarding(targets, flags, database);

  const lists = await measureWithLists(targets, flags, database);

  await backtests(targets, flags, database);

  print(`\n${reportLines(findings, flags.connections).join('\n')}`);
  if (lists !== undefined) print(`\n${listLines(lists).join('\n')}`);
  if (onboarded !== undefined) print(`\n${onboardingLines(onboarded).join('\n')}`);
  const unexpected = findUnexpectedAnswers(findings);
  if (unexpected.length > 0) {
    print(`\nThe figures do not hold:\n${unexpected.join('\n')}`);
    process.exitCode = 1;
  }
}

function describe(flags: Flags, database: BenchDatabase): void {
  const durability = Object.entries(database.durability).map(([name, value]) => `${name} ${value}`);
  print(`npm run bench -- ${process.argv.slice(2).join(' ')}`.trimEnd().replace(/ --$/, ''));
  print(`Node ${process.versions.node}, PostgreSQL ${database.version} (${durability.join(', ')})`);
  print(`${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown'}; server, database and load share them`);
  if (!flags.budget) print(`${flags.seconds} s after ${flags.warmUpSeconds} s of warm-up, median of ${flags.rounds}`);
}

async function startTargets(flags: Flags, database: BenchDatabase): Promise<Map<BenchSubject, BenchTarget>> {
  const targets = new Map<BenchSubject, BenchTarget>();
  const add = async (subject: BenchSubject, authenticates: boolean, start: () => Promise<BenchServerProcess>) => {
    targets.set(subject, { server: await undone(start()), authenticates, firstCard: 0 });
  };
  const shared = benchSettings(database);
  const pool = { CARDWRIGHT_DATABASE_CONNECTIONS: String(flags.pool) };
  if (flags.only.includes('echo')) {
    const profile = await profileOptions(flags, 'echo', print);
    await add('echo', false, () => startBenchServer(benchScript('servers/echo-server.js'), {}, profile));
  }
  if (flags.only.includes('usual')) {
    await add('usual', true, () => startBenchServer(benchScript('servers/usual-server.js'), { ...shared, ...pool }));
  }
  const served: readonly BenchSubject[] = [
    'product',
    'controlled',
    'plain-rows',
    'audited',
    'half-load',
    'onboarding',
    'lists',
    'backtest',
  ];
  if (served.some((subject) => flags.only.includes(subject))) {
    const profile = await profileOptions(flags, 'product', print);
    await add('product', true, () => startBenchServer(PRODUCT, { ...shared, ...flags.productSettings }, profile));
    const product = targets.get('product')!;
    targets.set('controlled', { ...product, firstCard: flags.cards });
    if (flags.only.includes('plain-rows')) await makePlainRows(database.connection);
    for (const [subject, chained] of [['plain-rows', false] as const, ['audited', true] as const]) {
      const rows = { rowsPerSecond: flags.auditRows, chained };
      targets.set(subject, { ...product, background: () => startAuditStream(database.connection, bankIdOf(0), rows) });
    }
  }
  return targets;
}

/** Measures the subjects in turns, so that a slow minute of the machine affects all of them. */
async function measureServers(
  findings: BenchResults,
  targets: Map<BenchSubject, BenchTarget>,
  flags: Flags,
  database: BenchDatabase,
): Promise<void> {
  for (const connections of flags.connections) {
    for (const [subject, target] of targets) {
      if (!flags.only.includes(subject)) continue;
      const measured = await measure(database, target, flags, { connections });
      const key = `${subject}/${connections}`;
      findings.served.set(key, [...(findings.served.get(key) ?? []), measured]);
      print(`  ${key.padEnd(14)} ${measured.perSecond.toFixed(0).padStart(6)}/s  p99 ${measured.p99Ms.toFixed(1)} ms`);
    }
  }
}

async function measurePgbench(
  findings: BenchResults,
  pgbench: Pgbench,
  flags: Flags,
  database: BenchDatabase,
): Promise<void> {
  for (const clients of PGBENCH_CLIENTS) {
    await database.checkpoint();
    await pgbench.run(clients, flags.warmUpSeconds);
    const rate = await pgbench.run(clients, flags.seconds);
    findings.pgbench.set(clients, [...(findings.pgbench.get(clients) ?? []), rate]);
    print(`  ${`pgbench/${clients}`.padEnd(14)} ${rate.toFixed(0).padStart(6)}/s`);
  }
}

/** Measures how long a cardholder waits when the server is busy but not overloaded. */
async function measureHalfLoad(
  findings: BenchResults,
  targets: Map<BenchSubject, BenchTarget>,
  flags: Flags,
  database: BenchDatabase,
): Promise<void> {
  const target = targets.get('product');
  if (target === undefined || !flags.only.includes('half-load')) return;
  const rates = flags.connections.flatMap((count) => {
    const measured = findings.served.get(`product/${count}`);
    return measured === undefined ? [] : [median(measured.map((each) => each.perSecond))];
  });
  if (rates.length === 0) {
    const top = await measure(database, target, flags, { connections: HALF_LOAD_CONNECTIONS });
    rates.push(top.perSecond);
  }
  const rate = Math.max(...rates) / 2;
  const echo = targets.get('echo');
  const measurements = [];
  const echoed = [];
  for (let round = 1; round <= flags.rounds; round++) {
    const measured = await measure(database, target, flags, { connections: HALF_LOAD_CONNECTIONS, rate });
    measurements.push(measured);
    print(`  half-load      ${measured.perSecond.toFixed(0).padStart(6)}/s  p99 ${measured.p99Ms.toFixed(1)} ms`);
    if (echo !== undefined)
      echoed.push(await measure(database, echo, flags, { connections: HALF_LOAD_CONNECTIONS, rate }));
  }
  findings.halfLoad = { rate, connections: HALF_LOAD_CONNECTIONS, measurements, echoed };
}

function measureWithOnboarding(targets: Map<BenchSubject, BenchTarget>, flags: Flags, database: BenchDatabase) {
  const target = targets.get('product');
  if (target === undefined || !flags.only.includes('onboarding')) return undefined;
  return measureOnboarding(database, target, flags, print);
}

/** Requests every list in turn while authorizations arrive at the configured rate. */
async function measureWithLists(targets: Map<BenchSubject, BenchTarget>, flags: Flags, database: BenchDatabase) {
  const target = targets.get('product');
  if (target === undefined || !flags.only.includes('lists')) return undefined;
  const began = Date.now();
  await seedLists(database.connection, flags.lists);
  print(
    `lists of ${flags.lists.clients} clients and ${flags.lists.authorizations} authorizations in ${(Date.now() - began) / 1_000} s`,
  );
  let isOver = false;
  const measurement = measure(database, target, flags, {
    connections: HALF_LOAD_CONNECTIONS,
    rate: flags.rate,
  }).finally(() => {
    isOver = true;
  });
  const [lists, traffic] = await Promise.all([
    measureLists(target.server, listRequests(flags.lists), () => isOver),
    measurement,
  ]);
  print(`  during lists   ${traffic.perSecond.toFixed(0).padStart(6)}/s  p99 ${traffic.p99Ms.toFixed(1)} ms`);
  return lists;
}

/** Runs a backtest in each round, without other load. */
async function backtests(targets: Map<BenchSubject, BenchTarget>, flags: Flags, database: BenchDatabase) {
  const target = targets.get('product');
  if (target === undefined || !flags.only.includes('backtest')) return;
  await seedPast(database.connection, flags.pastDecisions);
  if (flags.pastProvisionings > 0) {
    await seedProvisionings(target.server, database.connection, flags.pastProvisionings);
  }
  for (let round = 1; round <= flags.rounds; round++) {
    const before = { server: processCpuSeconds(target.server.pid) ?? 0, database: database.cpuSeconds() ?? 0 };
    const { decisions, differences, seconds } = await measureBacktest(target.server);
    const server = (processCpuSeconds(target.server.pid) ?? 0) - before.server;
    const cpu = server + (database.cpuSeconds() ?? 0) - before.database;
    const each = (of: number) => `${(decisions / of).toFixed(0)}`;
    print(
      `  backtest       ${each(seconds)}/s, ${each(server)} a CPU second of the server, ${each(cpu)} with the database's; ${decisions} decisions, ${differences} differences`,
    );
  }
}

/** Registers the start before it completes, so that Ctrl-C in the meantime leaves nothing behind. */
function undone<T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> {
  undo.push(() =>
    starting.then(
      (started) => started.stop(),
      () => {},
    ),
  );
  return starting;
}

async function cleanUp(): Promise<void> {
  for (const step of undo.splice(0).reverse()) await step().catch((error) => print(String(error)));
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

let isInterrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    if (isInterrupted) return;
    isInterrupted = true;
    void cleanUp().then(() => process.exit(130));
  });
}

try {
  await main();
} catch (error) {
  // Ignores errors that occur while everything is being stopped.
  if (!isInterrupted) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
} finally {
  if (!isInterrupted) await cleanUp();
}
