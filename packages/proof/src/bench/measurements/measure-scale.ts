import type { BenchDatabase } from '../bench-database.ts';
import { compareWithGoal, figureText, median, ratioOf, tableRow, wholeText } from '../bench-figures.ts';
import { type BenchServerProcess, PRODUCT, startBenchServer } from '../bench-process.ts';
import type { Flags } from '../flags.ts';
import { residentMib } from '../memory-use.ts';
import { openBenchSandbox } from '../open-bench-sandbox.ts';
import { profileOptions } from '../profile-options.ts';
import { type MeasuredLoad, type Measurement, measure } from './measure.ts';
import type { MeasureDeps } from './measure-deps.ts';
import { MEASURED_HEADS, measuredCells } from './measured-cells.ts';

const DATABASE = 'cardwright_scale';
/** The number of cards in the baseline. */
const FEW = 1_000;
const HALF_LOAD_CONNECTIONS = 64;
/** A rate at which no message waits for another one. */
const COLD_PER_SECOND = 200;
const MIN_RATIO_OF_FEW = 0.9;
const MAX_MIB = 1_024;
const MAX_COLD_RATIO = 2;

/** Measures one server with messages for a thousand cards and with messages for all cards. */
export async function measureScale({ bench, flags, undone, print }: MeasureDeps): Promise<string[]> {
  const { settings } = await openBenchSandbox(bench, flags, DATABASE);
  const server = await undone(startBenchServer(PRODUCT, settings, await profileOptions(flags, 'scale', print)));
  const sizes = [FEW, flags.cards];
  const loaded = measurer(bench, flags, print);

  const seen = await seeAll(server, loaded, flags);
  print(`  all ${wholeText(flags.cards)} cards seen once: ${wholeText(residentMib(server.pid) ?? Number.NaN)} MiB`);
  const most = residentMib(server.pid);
  const full = new Map<string, Measurement[]>();
  const half = new Map<string, Measurement[]>();
  for (let round = 1; round <= flags.rounds; round++) {
    for (const connections of flags.connections) {
      for (const cards of sizes) add(full, nameOf(cards, connections), await loaded(server, cards, { connections }));
    }
  }
  const topOf = (cards: number) =>
    Math.max(
      ...flags.connections.map((count) => median((full.get(nameOf(cards, count)) ?? []).map((one) => one.perSecond))),
    );
  for (let round = 1; round <= flags.rounds; round++) {
    for (const cards of sizes) {
      const load = { connections: HALF_LOAD_CONNECTIONS, rate: topOf(cards) / 2 };
      add(half, `${nameOf(cards, HALF_LOAD_CONNECTIONS)}, half`, await loaded(server, cards, load));
    }
  }
  await server.stop();
  const { cold, warm } = await firstMessages(await undone(startBenchServer(PRODUCT, settings)), loaded, flags);
  return [
    tableRow(['cards/conn.', ...MEASURED_HEADS]),
    ...[...full, ...half].map(([name, all]) => rowOf(name, all)),
    rowOf('all in turn', [seen]),
    rowOf('never seen', [cold]),
    rowOf('seen', [warm]),
    `${wholeText(flags.cards)} cards, compared with ${wholeText(FEW)}:`,
    compareWithGoal('throughput', ratioOf(topOf(flags.cards), topOf(FEW)), MIN_RATIO_OF_FEW, 'at least'),
    compareWithGoal('memory, all seen', most, MAX_MIB, 'under', ' MiB'),
    compareWithGoal('first message, p50', ratioOf(cold.p50Ms, warm.p50Ms), MAX_COLD_RATIO, 'under'),
    compareWithGoal('first message, p99', ratioOf(cold.p99Ms, warm.p99Ms), MAX_COLD_RATIO, 'under'),
  ];
}

type Loaded = (
  server: BenchServerProcess,
  cards: number,
  load: MeasuredLoad & Partial<Pick<Flags, 'seconds' | 'warmUpSeconds'>>,
) => Promise<Measurement>;

function measurer(bench: BenchDatabase, flags: Flags, print: MeasureDeps['print']): Loaded {
  return async (server, cards, { seconds, warmUpSeconds, ...load }) => {
    const times = { seconds: seconds ?? flags.seconds, warmUpSeconds: warmUpSeconds ?? flags.warmUpSeconds };
    const measurement = await measure(bench, { server, authenticates: true, firstCard: 0 }, { ...times, cards }, load);
    const what = `${nameOf(cards, load.connections)}${load.rate === undefined ? '' : `, ${wholeText(load.rate)}/s`}`;
    const memory = residentMib(server.pid);
    print(
      `  ${what.padEnd(24)}${wholeText(measurement.perSecond).padStart(7)}/s  p99 ${measurement.p99Ms.toFixed(1)} ms, ${figureText(memory)} MiB`,
    );
    const unexpected = Object.entries(measurement.unexpected);
    if (unexpected.length > 0) throw new Error(`${what}: ${unexpected.map(([of, n]) => `${n} × ${of}`).join(', ')}`);
    return measurement;
  };
}

/** Sends a message for every card, and waits for the last answer. */
async function seeAll(server: BenchServerProcess, loaded: Loaded, { cards }: Flags): Promise<Measurement> {
  const connections = HALF_LOAD_CONNECTIONS;
  const trial = await loaded(server, FEW, { connections });
  let seconds = Math.ceil(cards / trial.perSecond);
  for (;;) {
    const seen = await loaded(server, cards, { connections, inTurn: true, seconds, warmUpSeconds: 0 });
    if (seen.answers >= cards) return seen;
    seconds = Math.ceil((1.1 * seconds * cards) / seen.answers);
  }
}

/** Measures the first message of each card on a server that has just started, and other messages there. */
async function firstMessages(server: BenchServerProcess, loaded: Loaded, { cards }: Flags) {
  const load = { connections: HALF_LOAD_CONNECTIONS, rate: COLD_PER_SECOND };
  // Lets the server warm up, because it is slower at its start.
  await loaded(server, FEW, { connections: HALF_LOAD_CONNECTIONS });
  const cold = await loaded(server, cards, { ...load, inTurn: true });
  return { cold, warm: await loaded(server, FEW, load) };
}

function nameOf(cards: number, connections: number): string {
  return `${wholeText(cards)}/${connections}`;
}

function add<Key, Value>(to: Map<Key, Value[]>, key: Key, value: Value): void {
  to.set(key, [...(to.get(key) ?? []), value]);
}

function rowOf(name: string, all: readonly Measurement[]): string {
  return tableRow([name, ...measuredCells(all)]);
}
