import { availableParallelism, cpus, loadavg } from 'node:os';
import { requireValue } from '@cardwright/server/internal/platform/kernel/required';
import { type Measurement, measure } from '../measurements/measure.ts';
import { type BenchSide, openSide } from './bench-side.ts';
import { type CompareFlags, readCompareFlags } from './compare-flags.ts';
import { compareLines, type Figure, type ServerComparison } from './compare-report.ts';

/** Another revision, already built, to compare with the working tree. */
export interface OtherRevision {
  readonly name: string;
  /** Root of its working copy. */
  readonly checkout: string;
}

interface Load {
  readonly name: string;
  readonly connections: number;
  readonly isControlled: boolean;
  /** Messages a second; absent: as many as the server answers. */
  readonly rate?: number;
}

interface Measured {
  readonly load: Load;
  readonly measurement: Measurement;
}

interface Sides {
  readonly before: BenchSide;
  readonly now: BenchSide;
}

const HALF_LOAD_CONNECTIONS = 64;
const BETWEEN_LOADS_S = 1;
/** The largest share of unexpected answers. */
const MAX_UNEXPECTED = 0.01;
const MICROSECONDS = 1_000_000;

/** Runs in reverse order, at the end and on Ctrl-C. */
const undo: (() => Promise<void>)[] = [];

/** Measures the working tree and another revision in turns, and reports what changed. */
export async function compareRevisions(other: OtherRevision, args: readonly string[]): Promise<void> {
  const flags = readCompareFlags(args);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => void cleanUp().then(() => process.exit(130)));
  }
  try {
    describe(other, flags);
    const stopLater = (database: { stop(): Promise<void> }) => void undo.push(() => database.stop());
    const before = await openSide('before', other.checkout, flags.cards, stopLater);
    const now = await openSide('now', undefined, flags.cards, stopLater);
    const compared = await measureAlternating({ before, now }, flags);
    print(`\n${compareLines(compared).join('\n')}`);
  } finally {
    await cleanUp();
  }
}

function describe(other: OtherRevision, flags: CompareFlags): void {
  print(`the working tree (now) compared with ${other.name} (before); load average ${loadText()}`);
  print(`${availableParallelism()} cores, ${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`);
  print(
    `${flags.rounds} rounds; each starts both anew, ${flags.warmUpSeconds} s of warm-up, ${flags.seconds} s a measurement`,
  );
}

async function measureAlternating(sides: Sides, flags: CompareFlags): Promise<readonly ServerComparison[]> {
  const loads = flags.connections.map(
    (count): Load => ({ name: `usual, ${count}`, connections: count, isControlled: false }),
  );
  if (!flags.isShort) {
    const connections = HALF_LOAD_CONNECTIONS;
    loads.push({ name: `all rules, ${connections}`, connections, isControlled: true });
    // Both sides get the same rate: half of the maximum of one of them.
    const [top] = await measureSide(sides.before, [{ name: 'top', connections, isControlled: false }], flags);
    const rate = Math.round(requireValue(top, 'the top load').measurement.perSecond / 2);
    loads.push({ name: `${rate} a second, ${connections}`, connections, isControlled: false, rate });
  }
  const compared = new Map<string, ServerComparison>();
  for (let round = 0; round < flags.rounds; round++) {
    // The sides take turns in going first, because the second one runs on a warmer machine.
    const order: readonly (keyof Sides)[] = round % 2 === 0 ? ['before', 'now'] : ['now', 'before'];
    for (const turn of order) {
      for (const measured of await measureSide(sides[turn], loads, flags)) note(compared, turn, measured);
    }
    print(`round ${round + 1} of ${flags.rounds}, load average ${loadText()}`);
  }
  return [...compared.values()];
}

/** Starts a server, warms it up, and measures it with each load. */
async function measureSide(side: BenchSide, loads: readonly Load[], flags: CompareFlags): Promise<Measured[]> {
  const server = await side.start();
  undo.push(() => server.stop());
  const measured: Measured[] = [];
  for (const [at, load] of loads.entries()) {
    const target = { server, authenticates: true, firstCard: load.isControlled ? flags.cards : 0 };
    const warmUpSeconds = at === 0 ? flags.warmUpSeconds : BETWEEN_LOADS_S;
    const measurement = await measure(side.database, target, { ...flags, warmUpSeconds }, load);
    const unexpected = Object.entries(measurement.unexpected);
    const text = `${side.name}, ${load.name}: ${unexpected.map(([answer, count]) => `${answer} ${count} times`).join(', ')}`;
    const share = unexpected.reduce((sum, [, count]) => sum + count, 0) / (measurement.perSecond * flags.seconds);
    // A server that refuses is fast. A few late answers while the machine pauses do not change the figures.
    if (share > MAX_UNEXPECTED) throw new Error(`${text}; nothing is compared`);
    if (share > 0) print(text);
    measured.push({ load, measurement });
  }
  await server.stop();
  return measured;
}

function note(compared: Map<string, ServerComparison>, side: keyof Sides, { load, measurement }: Measured): void {
  const eachOf = (cores: number | undefined) => cores && (cores * MICROSECONDS) / measurement.perSecond;
  const figures: Record<Figure, number | undefined> = {
    'answers/s': load.rate === undefined ? measurement.perSecond : undefined,
    'p50 ms': measurement.p50Ms,
    'p99 ms': measurement.p99Ms,
    'server CPU us': eachOf(measurement.serverCores),
    'database CPU us': eachOf(measurement.databaseCores),
  };
  for (const [figure, value] of Object.entries(figures) as [Figure, number | undefined][]) {
    if (value === undefined) continue;
    const key = `${load.name} ${figure}`;
    const entry = compared.get(key) ?? { load: load.name, figure, before: [], now: [] };
    compared.set(key, entry);
    entry[side].push(value);
  }
}

async function cleanUp(): Promise<void> {
  for (const step of undo.splice(0).reverse()) await step().catch((error) => print(String(error)));
}

function loadText(): string {
  return loadavg()
    .map((value) => value.toFixed(1))
    .join(' ');
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
