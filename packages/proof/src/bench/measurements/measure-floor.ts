import { loadavg } from 'node:os';
import {
  awaitAll,
  type LaneConnection,
  openLaneConnection,
} from '@cardwright/server/internal/issuing/authorization/batch/lane-connection';
import { insertAuthorizations } from '@cardwright/server/internal/issuing/authorization/records/authorization-store';
import { openDatabase } from '@cardwright/server/internal/platform/storage/index';
import { readKeyFile } from '@cardwright/server/internal/platform/vault/index';
import type { BenchDatabase } from '../bench-database.ts';
import { figureText, median, tableRow, wholeText } from '../bench-figures.ts';
import { benchScript, benchSettings, PRODUCT, startBenchServer } from '../bench-process.ts';
import { columnsOfInsert, readStoredDecisions, type StoredDecision } from '../floor-store.ts';
import { createOwnDatabase } from '../own-database.ts';
import { seedCards } from '../seeds/seed-cards.ts';
import { type MeasuredLoad, measure } from './measure.ts';
import type { MeasureDeps } from './measure-deps.ts';

const DATABASE = 'cardwright_floor';
const INSERTED = [1, 64, 256];
const MICROSECONDS = 1_000_000;
const ISO_LOAD: MeasuredLoad = { connections: 8, iso: { inFlight: 64 } };

/** What one message costs, in microseconds of CPU. */
interface Cost {
  readonly perSecond: number;
  readonly server: number;
  readonly database: number;
}

/** One subject of a round. */
interface Floor {
  readonly name: string;
  measure(): Promise<Cost>;
}

const ECHO = 'HTTP echo';

/**
 * Measures the minimum cost of an authorization: reading and answering its message over HTTP and over ISO 8583, a batch
 * without statements, and a batch that only inserts decisions. The product is measured in the same rounds.
 */
export async function measureFloor(deps: MeasureDeps): Promise<string[]> {
  const { flags, print } = deps;
  const { floors, stop } = await startFloors(deps);
  const costs = new Map<string, Cost[]>(floors.map(({ name }) => [name, []]));
  for (let round = 1; round <= flags.rounds; round++) {
    print(`round ${round} of ${flags.rounds}, load average ${loadavg()[0]?.toFixed(1)}`);
    for (const { name, measure: measureOnce } of floors) {
      const cost = await measureOnce();
      costs.get(name)?.push(cost);
      print(`  ${name.padEnd(14)} server ${cost.server.toFixed(1)} us, database ${cost.database.toFixed(1)} us`);
    }
  }
  await stop();
  return floorLines(costs);
}

async function startFloors(deps: MeasureDeps): Promise<{ floors: Floor[]; stop(): Promise<void> }> {
  const { bench, flags, undone } = deps;
  const { connection, url } = await createOwnDatabase(bench, DATABASE);
  await seedCards(connection, await readKeyFile(bench.keyFile), flags.cards, flags.cards);
  const settings = { ...benchSettings({ ...bench, url }), ...flags.productSettings };
  const product = await undone(startBenchServer(PRODUCT, settings));
  const echo = await undone(startBenchServer(benchScript('servers/echo-server.js'), {}));
  const isoEcho = await undone(startBenchServer(benchScript('servers/iso-echo-server.js'), {}));
  const load = { connections: Math.max(...flags.connections) };
  const served = async (server: typeof product, authenticates: boolean, servedLoad: MeasuredLoad): Promise<Cost> => {
    const {
      perSecond,
      serverCores = Number.NaN,
      databaseCores = Number.NaN,
    } = await measure(bench, { server, authenticates, firstCard: 0 }, flags, servedLoad);
    const micros = (cores: number) => (cores * MICROSECONDS) / perSecond;
    return { perSecond, server: micros(serverCores), database: micros(databaseCores) };
  };
  const productFloor: Floor = { name: 'product', measure: () => served(product, true, load) };
  // Warms the server up, and leaves decisions to insert again.
  await productFloor.measure();
  const database = openDatabase({ connection, maxConnections: 1, statementTimeoutMs: 10_000, onError: () => {} });
  const decisions = await readStoredDecisions(database, Math.max(...INSERTED));
  const lane = await openLaneConnection(database, {});
  return {
    floors: [
      { name: ECHO, measure: () => served(echo, false, load) },
      { name: 'ISO echo', measure: () => served(isoEcho, false, ISO_LOAD) },
      productFloor,
      { name: 'empty batch', measure: () => batches(deps, 1, () => commit(lane)) },
      ...INSERTED.map((count) => ({
        name: `insert of ${count}`,
        measure: () => batches(deps, count, insertBatches(lane, decisions, count)),
      })),
    ],
    stop: async () => {
      await lane.close();
      await database.close();
    },
  };
}

function commit(lane: LaneConnection, ...statements: readonly Promise<unknown>[]): Promise<unknown> {
  return awaitAll([...statements, lane.command('commit')]);
}

/** Inserts decisions as the batch of a lane does, each time under other keys. */
function insertBatches(lane: LaneConnection, decisions: readonly StoredDecision[], count: number) {
  const some = decisions.slice(0, count);
  return () => {
    const began = lane.command('begin');
    const columns = columnsOfInsert(some, nextKey, new Date());
    nextKey += BigInt(count);
    return commit(lane, began, lane.query(insertAuthorizations, columns));
  };
}

let nextKey = 1n;

/**
 * Runs batches one after the other, and returns the CPU of this process and the database for each of their messages.
 */
async function batches(
  { bench, flags }: Pick<MeasureDeps, 'bench' | 'flags'>,
  messages: number,
  batch: () => Promise<unknown>,
): Promise<Cost> {
  await repeat(flags.warmUpSeconds, batch);
  await bench.checkpoint();
  const [server, database] = [process.cpuUsage(), databaseSeconds(bench)];
  const began = performance.now();
  const answers = messages * (await repeat(flags.seconds, batch));
  const perSecond = answers / ((performance.now() - began) / 1_000);
  const { user, system } = process.cpuUsage(server);
  const databaseMicros = (databaseSeconds(bench) - database) * MICROSECONDS;
  return { perSecond, server: (user + system) / answers, database: databaseMicros / answers };
}

async function repeat(seconds: number, batch: () => Promise<unknown>): Promise<number> {
  const until = performance.now() + seconds * 1_000;
  let count = 0;
  for (; performance.now() < until; count++) await batch();
  return count;
}

function databaseSeconds(bench: BenchDatabase): number {
  return bench.cpuSeconds() ?? Number.NaN;
}

function floorLines(costs: ReadonlyMap<string, readonly Cost[]>): string[] {
  const each = (name: string, of: (cost: Cost) => number) => median((costs.get(name) ?? []).map(of));
  const echo = each(ECHO, ({ server }) => server);
  return [
    'Medians for a message; the multiple is that of the HTTP echo for server and database together:',
    tableRow(['', 'messages/s', 'server us', 'db us', '× echo']),
    ...[...costs.keys()].map((name) => {
      const [server, database] = [each(name, (cost) => cost.server), each(name, (cost) => cost.database)];
      const rate = wholeText(each(name, ({ perSecond }) => perSecond));
      return tableRow([name, rate, server.toFixed(1), database.toFixed(1), figureText((server + database) / echo)]);
    }),
  ];
}
