import { writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { readKeyFile } from '@cardwright/server/internal/platform/vault/index';
import { BENCH_CONFIGURATION, NETWORK } from '../bench-cards.ts';
import type { BenchDatabase } from '../bench-database.ts';
import { compareWithGoal, figureText, median, ratioOf, tableRow } from '../bench-figures.ts';
import { benchScript, benchSettings, PRODUCT, READY_WITH_NETWORK, startBenchServer } from '../bench-process.ts';
import type { Flags } from '../flags.ts';
import { createOwnDatabase } from '../own-database.ts';
import { profileOptions } from '../profile-options.ts';
import { seedCards } from '../seeds/seed-cards.ts';
import { type BenchTarget, type MeasuredLoad, type Measurement, measure } from './measure.ts';
import type { MeasureDeps } from './measure-deps.ts';
import { MEASURED_HEADS, measuredCells, serverMicros } from './measured-cells.ts';

const DATABASE = 'cardwright_iso';
const ISO_LOAD: MeasuredLoad = { connections: 8, iso: { inFlight: 64 } };
const HTTP_CONNECTIONS = [64, 256];
const HALF_LOAD_CONNECTIONS = 64;

const MIN_RATIO_OF_ECHO = 1;
const MIN_RATIO_OF_HTTP = 2;
const MAX_CPU_OF_HTTP = 0.5;
const MAX_P99_MS = 15;

interface Subject {
  readonly name: string;
  readonly target: BenchTarget;
  readonly load: MeasuredLoad;
}

type Measured = ReadonlyMap<string, readonly Measurement[]>;

/**
 * Measures the ISO 8583 port next to the HTTP port of the same server, a bare HTTP echo, and a bare ISO 8583 echo,
 * which is the codec and the socket alone. All take turns in each round.
 */
export async function measureIso(deps: MeasureDeps): Promise<string[]> {
  const { flags } = deps;
  const { servers, echoes } = await startSubjects(deps);
  const subjects = [...servers, ...echoes];
  // Lets the servers warm up, because they are slower at their start.
  await measureRounds(subjects, 1, deps);
  const measured = await measureRounds(subjects, flags.rounds, deps);
  const halves = servers
    .filter(({ load }) => load.iso !== undefined || load.connections === HALF_LOAD_CONNECTIONS)
    .map((subject) => atHalf(subject, servers, measured));
  const halfLoads = await measureRounds(halves, flags.rounds, deps);
  return isoLines(measured, halfLoads);
}

/** Returns the subject at half of the maximum rate of its protocol. */
function atHalf({ name, target, load }: Subject, servers: readonly Subject[], measured: Measured): Subject {
  const ofProtocol = servers.filter((server) => (server.load.iso === undefined) === (load.iso === undefined));
  const rate = Math.max(...ofProtocol.map((server) => rateOf(measured, server.name))) / 2;
  return { name: `${name} at half`, target, load: { ...load, rate } };
}

async function startSubjects(deps: MeasureDeps): Promise<{ servers: Subject[]; echoes: Subject[] }> {
  const { bench, flags, undone, print } = deps;
  const settings = await seedNetwork(bench, flags);
  const profile = await profileOptions(flags, 'iso', print);
  const product = await undone(startBenchServer(PRODUCT, settings, profile, READY_WITH_NETWORK));
  const echo = await undone(startBenchServer(benchScript('servers/echo-server.js'), {}));
  const isoEcho = await undone(startBenchServer(benchScript('servers/iso-echo-server.js'), {}));
  const isoServer = { ...product, port: product.isoPort ?? 0 };
  const open = { authenticates: false, firstCard: 0 };
  const byHttp = (name: string, target: BenchTarget) =>
    HTTP_CONNECTIONS.map((connections) => ({ name: `${name} ${connections}`, target, load: { connections } }));
  return {
    servers: [
      { name: ISO, target: { ...open, server: isoServer }, load: ISO_LOAD },
      ...byHttp(HTTP, { server: product, authenticates: true, firstCard: 0 }),
    ],
    echoes: [
      ...byHttp(ECHO, { ...open, server: echo }),
      { name: ISO_ECHO, target: { ...open, server: isoEcho }, load: ISO_LOAD },
    ],
  };
}

const ISO = 'ISO 8 × 64';
const ISO_ECHO = 'ISO echo';
const HTTP = 'HTTP';
const ECHO = 'HTTP echo';

/** Creates a database for this measurement, and returns the settings of a server that listens for a network. */
async function seedNetwork(bench: BenchDatabase, flags: Flags): Promise<Record<string, string>> {
  const { connection, url } = await createOwnDatabase(bench, DATABASE);
  await seedCards(connection, await readKeyFile(bench.keyFile), flags.cards, flags.cards);
  const { connections, iso } = ISO_LOAD;
  const network = {
    name: 'bench',
    client_id: NETWORK.clientId,
    direction: 'listen' as const,
    port: '0',
    connections: String(connections),
    in_flight: String(iso?.inFlight ?? 1),
  };
  const configFile = join(bench.folder, 'with-network.json');
  await writeFile(configFile, JSON.stringify({ ...BENCH_CONFIGURATION, networks: [network] }), { mode: 0o600 });
  return { ...benchSettings({ ...bench, url }), CARDWRIGHT_CONFIG_FILE: configFile, ...flags.productSettings };
}

async function measureRounds(
  subjects: readonly Subject[],
  rounds: number,
  { bench, flags, print }: MeasureDeps,
): Promise<Measured> {
  const measured = new Map<string, Measurement[]>(subjects.map(({ name }) => [name, []]));
  for (let round = 1; round <= rounds; round++) {
    print(`round ${round} of ${rounds}, load average ${loadavg()[0]?.toFixed(1)}`);
    for (const { name, target, load } of subjects) {
      const measurement = await measure(bench, target, flags, load);
      const unexpected = Object.entries(measurement.unexpected);
      if (unexpected.length > 0)
        throw new Error(`${name}: ${unexpected.map(([what, n]) => `${n} × ${what}`).join(', ')}`);
      measured.get(name)?.push(measurement);
      print(
        `  ${name.padEnd(18)} ${measurement.perSecond.toFixed(0).padStart(6)}/s  p99 ${measurement.p99Ms.toFixed(1)} ms  server ${serverMicros(measurement).toFixed(0)} us`,
      );
    }
  }
  return measured;
}

function rateOf(measured: Measured, name: string): number {
  return median((measured.get(name) ?? []).map(({ perSecond }) => perSecond));
}

function isoLines(measured: Measured, halfLoads: Measured): string[] {
  const best = (name: string) => Math.max(...HTTP_CONNECTIONS.map((each) => rateOf(measured, `${name} ${each}`)));
  const microsOf = (name: string) => median((measured.get(name) ?? []).map(serverMicros));
  const leastMicros = Math.min(...HTTP_CONNECTIONS.map((each) => microsOf(`${HTTP} ${each}`)));
  const p99 = median((halfLoads.get(`${ISO} at half`) ?? []).map(({ p99Ms }) => p99Ms));
  const rate = rateOf(measured, ISO);
  return [
    tableRow(['', ...MEASURED_HEADS]),
    ...[...measured, ...halfLoads].map(([name, all]) => tableRow([name, ...measuredCells(all)])),
    '',
    'ISO compared with the best of each, whatever the number of connections:',
    compareWithGoal('rate / HTTP echo', ratioOf(rate, best(ECHO)), MIN_RATIO_OF_ECHO, 'at least'),
    compareWithGoal('rate / HTTP', ratioOf(rate, best(HTTP)), MIN_RATIO_OF_HTTP, 'at least'),
    compareWithGoal('server CPU / HTTP', ratioOf(microsOf(ISO), leastMicros), MAX_CPU_OF_HTTP, 'under'),
    compareWithGoal('p99 at half', p99, MAX_P99_MS, 'under', ' ms'),
    `  ${'floor / HTTP echo'.padEnd(22)}${figureText(ratioOf(rateOf(measured, ISO_ECHO), best(ECHO))).padStart(8)}`,
  ];
}
