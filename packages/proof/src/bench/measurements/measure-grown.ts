import { loadavg } from 'node:os';
import pg from 'pg';
import { wholeText } from '../bench-figures.ts';
import { type BenchServerProcess, PRODUCT, startBenchServer } from '../bench-process.ts';
import { grownRequests } from '../grown-requests.ts';
import { GROWN_WORK, type GrownWork, runDueJobs } from '../grown-work.ts';
import { openBenchSandbox } from '../open-bench-sandbox.ts';
import { profileOptions } from '../profile-options.ts';
import { type GrownFindings, grownLines, type MeasuredWork } from '../report-grown.ts';
import { RESERVATION_DAYS, seedGrown } from '../seeds/seed-grown.ts';
import { readStandstillMs } from '../standstill.ts';
import { type Measurement, measure } from './measure.ts';
import type { MeasureDeps } from './measure-deps.ts';
import { type MeasuredList, measureLists } from './measure-lists.ts';

const DATABASE = 'cardwright_grown';
const CONNECTIONS = 64;
/** One row of expired data for each hundred authorizations. */
const ROWS_EACH = 20;
const LONGEST_DAYS = 365;

/**
 * Measures reads of decisions and a server's own work during authorizations, with millions of decisions in the tables.
 */
export async function measureGrown(deps: MeasureDeps): Promise<string[]> {
  const { bench, flags, undone, print } = deps;
  const { connection, settings } = await openBenchSandbox(bench, flags, DATABASE);
  const start = async (days: number) => {
    const profile = await profileOptions(flags, `grown-${days}`, print);
    return await undone(startBenchServer(PRODUCT, { ...settings, CARDWRIGHT_RESERVATION_DAYS: String(days) }, profile));
  };
  const load = (server: BenchServerProcess, rate?: number) =>
    measure(bench, { server, authenticates: true, firstCard: 0 }, flags, {
      connections: CONNECTIONS,
      ...(rate !== undefined && { rate }),
    }).then(expected);

  let server = await start(LONGEST_DAYS);
  const empty = await load(server);
  await server.stop();
  const seeding = Date.now();
  await seedGrown(connection, flags);
  const seeded = (Date.now() - seeding) / 1_000;
  print(
    `${wholeText(flags.authorizations)} authorizations in ${wholeText(seeded)} s, load average ${loadavg()[0]?.toFixed(1)}`,
  );

  server = await start(LONGEST_DAYS);
  // Lets the server warm up, because it is slower at its start.
  const top = await load(server);
  const rate = top.perSecond / 2;
  print(`  ${wholeText(top.perSecond)}/s, before there were any ${wholeText(empty.perSecond)}/s`);
  const lists = await readDuringLoad(deps, server, {
    none: undefined,
    half: () => load(server, rate),
    full: () => load(server),
  });
  const client = new pg.Client(connection);
  await client.connect();
  const work: MeasuredWork[] = [];
  try {
    const rows = Math.ceil(flags.authorizations / ROWS_EACH);
    for (const one of GROWN_WORK) {
      if (one.isOfReservations === true) {
        await server.stop();
        server = await start(RESERVATION_DAYS);
        await load(server);
      }
      for (const each of [rate, undefined]) {
        work.push(await runDuringLoad(one, { client, server, rows, load, rate: each, print }));
      }
    }
  } finally {
    await client.end();
  }
  await server.stop();
  const findings: GrownFindings = { empty, top, lists, work };
  return grownLines(findings, flags);
}

type Loads = Readonly<Record<'none' | 'half' | 'full', (() => Promise<Measurement>) | undefined>>;

async function readDuringLoad({ flags, print }: MeasureDeps, server: BenchServerProcess, loads: Loads) {
  const lists: Record<string, MeasuredList[]> = {};
  for (const [name, load] of Object.entries(loads)) {
    let isOver = false;
    const loadResult = (load?.() ?? sleepUntilEnd(flags.seconds)).finally(() => {
      isOver = true;
    });
    lists[name] = await measureLists(server, grownRequests(flags), () => isOver);
    const traffic = await loadResult;
    print(
      `  read, ${name} load${traffic === undefined ? '' : `: ${wholeText(traffic.perSecond)}/s, p99 ${traffic.p99Ms.toFixed(1)} ms`}`,
    );
  }
  return lists;
}

function sleepUntilEnd(seconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1_000, undefined));
}

interface LoadedWork {
  readonly client: pg.Client;
  readonly server: BenchServerProcess;
  readonly rows: number;
  load(server: BenchServerProcess, rate?: number): Promise<Measurement>;
  readonly rate: number | undefined;
  print(line: string): void;
}

async function runDuringLoad(
  work: GrownWork,
  { client, server, rows, load, rate, print }: LoadedWork,
): Promise<MeasuredWork> {
  const left = async () => Number((await client.query<{ left: string }>(work.left)).rows[0]?.left);
  await work.prepare(client, rows);
  const before = await left();
  await readStandstillMs(server);
  const measuring = load(server, rate);
  // Work that takes longer than the measurement continues, and is faster without traffic.
  const done = runDueJobs(server).catch(() => {});
  const traffic = await measuring;
  const standstillMs = await readStandstillMs(server);
  const after = await left();
  if (work.isOfReservations !== true) await done;
  print(
    `  ${work.name}: ${wholeText(before - after)} of ${wholeText(before)}, longest gap ${traffic.longestGapMs.toFixed(1)} ms`,
  );
  return { name: work.name, isHalf: rate !== undefined, done: before - after, traffic, standstillMs };
}

function expected(measurement: Measurement): Measurement {
  const unexpected = Object.entries(measurement.unexpected);
  if (unexpected.length > 0) throw new Error(unexpected.map(([what, count]) => `${count} × ${what}`).join(', '));
  return measurement;
}
