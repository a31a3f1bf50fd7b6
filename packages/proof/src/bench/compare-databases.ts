import { loadavg } from 'node:os';
import { figureText, median, ratioOf, wholeText } from './bench-figures.ts';
import { benchSettings, PRODUCT, startBenchServer } from './bench-process.ts';
import { type ExternalDatabase, openExternalDatabase } from './external-database.ts';
import type { Flags } from './flags.ts';
import { type BenchTarget, type Measurement, measure } from './measurements/measure.ts';

interface Compared {
  readonly database: ExternalDatabase;
  readonly target: BenchTarget;
  /** Measurements by the number of connections. */
  readonly measured: Map<number, Measurement[]>;
}

type Undone = <T extends { stop(): Promise<void> }>(starting: Promise<T>) => Promise<T>;

/**
 * Measures the product on the configured databases in turns, so that a slow minute of the machine affects all of them.
 */
export async function compareDatabases(
  flags: Flags,
  undone: Undone,
  print: (line: string) => void,
): Promise<readonly Compared[]> {
  const compared: Compared[] = [];
  for (const url of flags.urls) {
    const database = await undone(openExternalDatabase(url, flags));
    const settings = { ...benchSettings(database), ...flags.productSettings };
    const server = await undone(startBenchServer(PRODUCT, settings));
    compared.push({ database, target: { server, authenticates: true, firstCard: 0 }, measured: new Map() });
    print(`${database.label}: ${wholeText(flags.cards)} cards`);
  }
  for (let round = 1; round <= flags.rounds; round++) {
    print(`round ${round} of ${flags.rounds}, load average ${loadavg()[0]?.toFixed(1)}`);
    for (const connections of flags.connections) {
      for (const { database, target, measured } of compared) {
        const one = await measure(database, target, flags, { connections });
        measured.set(connections, [...(measured.get(connections) ?? []), one]);
        const unexpected = Object.keys(one.unexpected).length === 0 ? '' : `  ${JSON.stringify(one.unexpected)}`;
        print(`  ${database.label.padEnd(28)} ${connections}  ${wholeText(one.perSecond)}/s${unexpected}`);
      }
    }
  }
  return compared;
}

const HEADS = ['database', 'connections', 'decisions/s', 'p50 ms', 'p99 ms', 'database µs each', 'server µs each'];

/** A table of medians, with the ratios to the first database. */
export function comparisonLines(compared: readonly Compared[], connections: readonly number[]): string[] {
  const lines = [`| ${[...HEADS, 'rate, of the first', 'database CPU, of the first'].join(' | ')} |`];
  lines.push(`|${'---|'.repeat(HEADS.length + 2)}`);
  for (const count of connections) {
    const figures = compared.map(({ database, measured }) =>
      figuresOf(database.label, count, measured.get(count) ?? []),
    );
    for (const one of figures) {
      const { label, perSecond, databaseMicros, serverMicros } = one;
      const ratios = [
        ratioOf(perSecond, figures[0]?.perSecond),
        ratioOf(databaseMicros, figures[0]?.databaseMicros),
      ].map(figureText);
      const cells = [label, count, wholeText(perSecond), one.p50.toFixed(1), one.p99.toFixed(1)];
      lines.push(`| ${[...cells, micros(databaseMicros), micros(serverMicros), ...ratios].join(' | ')} |`);
    }
  }
  return lines;
}

function figuresOf(label: string, connections: number, all: readonly Measurement[]) {
  const each = (of: (one: Measurement) => number | undefined) => {
    const values = all.map(of).filter((value) => value !== undefined);
    return values.length === 0 ? undefined : median(values);
  };
  const perDecision = (cores: number | undefined, { perSecond }: Measurement) =>
    cores && (cores * 1_000_000) / perSecond;
  return {
    label,
    connections,
    perSecond: median(all.map((one) => one.perSecond)),
    p50: median(all.map((one) => one.p50Ms)),
    p99: median(all.map((one) => one.p99Ms)),
    databaseMicros: each((one) => perDecision(one.databaseCores, one)),
    serverMicros: each((one) => perDecision(one.serverCores, one)),
  };
}

function micros(value: number | undefined): string {
  return value === undefined ? 'n/a' : wholeText(value);
}
