import { benchExpiry, NETWORK } from '../bench-cards.ts';
import { benchClient } from '../bench-client.ts';
import type { BenchDatabase } from '../bench-database.ts';
import type { BenchServerProcess } from '../bench-process.ts';
import { processCpuSeconds, threadCpuSeconds } from '../cpu-time.ts';
import type { Flags } from '../flags.ts';
import type { LoadJob, LoadResult } from '../load-job.ts';
import { runLoad } from '../run-load.ts';

export interface Measurement extends LoadResult {
  /** CPU during the measurement, in cores; undefined if the system does not report it. */
  readonly serverCores: number | undefined;
  readonly databaseCores: number | undefined;
  /** The main thread of the server, and the threads that profile it. Both are parts of `serverCores`. */
  readonly mainThreadCores: number | undefined;
  readonly profilerCores: number | undefined;
  /** A message if less work than required was done during the measurement. */
  readonly lacking?: string | undefined;
}

/** Gives each measurement its own range of references. */
const REFERENCES_EACH = 10_000_000;
let measurements = 0;

export type MeasureFlags = Pick<Flags, 'seconds' | 'warmUpSeconds' | 'cards'>;

/** The functions of a database that a measurement needs. */
export type MeasuredDatabase = Pick<BenchDatabase, 'checkpoint' | 'cpuSeconds'>;

export interface BenchTarget {
  readonly server: BenchServerProcess;
  /** Whether callers need a token. */
  readonly authenticates: boolean;
  /** The position of the first card. */
  readonly firstCard: number;
  /** Work in the database during the measurement, from the warm-up to the end. */
  readonly background?: () => { stop(): Promise<string | undefined> };
}

export type MeasuredLoad = Pick<LoadJob, 'connections' | 'iso' | 'rate' | 'inTurn'>;

/** Measures one server once. */
export async function measure(
  database: MeasuredDatabase,
  target: BenchTarget,
  flags: MeasureFlags,
  load: MeasuredLoad,
): Promise<Measurement> {
  const background = target.background?.();
  let lacking: string | undefined;
  let measured: Measurement;
  try {
    measured = await measureWithoutLoad(database, target, flags, load);
  } finally {
    lacking = await background?.stop();
  }
  return { ...measured, lacking };
}

async function measureWithoutLoad(
  database: MeasuredDatabase,
  { server, authenticates, firstCard }: BenchTarget,
  flags: MeasureFlags,
  load: MeasuredLoad,
): Promise<Measurement> {
  const token = authenticates ? await benchClient(server).token(NETWORK) : 'none';
  await database.checkpoint();
  const cpu = () => ({
    server: processCpuSeconds(server.pid),
    database: database.cpuSeconds(),
    threads: threadCpuSeconds(server.pid),
  });
  let before = cpu();
  const result = await runLoad(
    {
      ...load,
      host: server.host,
      port: server.port,
      ca: server.ca,
      token,
      warmUpMs: flags.warmUpSeconds * 1_000,
      measureMs: flags.seconds * 1_000,
      cards: flags.cards,
      firstCard,
      expiry: benchExpiry(new Date()),
      firstReference: ++measurements * REFERENCES_EACH,
    },
    () => {
      before = cpu();
    },
  );
  const after = cpu();
  const cores = (from: number | undefined, to: number | undefined) =>
    from === undefined || to === undefined ? undefined : (to - from) / result.seconds;
  return {
    ...result,
    serverCores: cores(before.server, after.server),
    databaseCores: cores(before.database, after.database),
    mainThreadCores: cores(before.threads?.main, after.threads?.main),
    profilerCores: cores(before.threads?.profiler, after.threads?.profiler),
  };
}
