import { loadavg } from 'node:os';
import { readKeyFile } from '@cardwright/server/internal/platform/vault/index';
import type { BenchDatabase } from '../bench-database.ts';
import { compareWithGoal, figureText, median, tableRow, wholeText } from '../bench-figures.ts';
import { benchSettings } from '../bench-process.ts';
import type { Flags } from '../flags.ts';
import { createOwnDatabase } from '../own-database.ts';
import { seedCards } from '../seeds/seed-cards.ts';
import { type Measurement, measure } from './measure.ts';
import { measureHandshakes } from './measure-handshakes.ts';
import { MEASURED_HEADS, measuredCells, serverMicros } from './measured-cells.ts';
import { type MeasuredServers, ONE_PERCENT, type Start, startWithTls, startWithTraces } from './measured-servers.ts';

/** Optional features of an operator, whose cost for an authorization is measured. */
export const OPERATION_VARIANTS = ['tracing', 'tls'] as const;

const DATABASE = 'cardwright_operated';
/** The share of the rate that must remain. */
const MIN_RATIO_OF_UNTRACED = 0.95;

interface Deps extends Pick<Start, 'bench' | 'undone'> {
  readonly flags: Flags;
  print(line: string): void;
}

export async function measureOperation({ bench, flags, undone, print }: Deps): Promise<string[]> {
  const settings = { ...(await seedOperated(bench, flags)), ...flags.productSettings };
  const lines: string[] = [];
  for (const subject of OPERATION_VARIANTS.filter((one) => flags.only.includes(one))) {
    const starting = { bench, settings, undone };
    const started = await (subject === 'tracing' ? startWithTraces(starting) : startWithTls(starting));
    const measured = await measureRounds(started, { bench, flags, print });
    await started.check();
    lines.push('', ...operatedLines(measured, Math.max(...flags.connections)));
    if (subject === 'tls') lines.push(...(await handshakeLines(started)));
    for (const server of started.servers.values()) await server.stop();
  }
  return lines;
}

/** Creates a database for this measurement and returns the settings of its servers. */
async function seedOperated(bench: BenchDatabase, flags: Flags): Promise<Record<string, string>> {
  const { connection, url } = await createOwnDatabase(bench, DATABASE);
  await seedCards(connection, await readKeyFile(bench.keyFile), flags.cards, flags.cards);
  return benchSettings({ ...bench, url });
}

/**
 * Measures all servers in each round, each time with another one first. Returns the measurements by name, in the order
 * of the rounds. The first round is a warm-up.
 */
async function measureRounds(
  { servers }: MeasuredServers,
  { bench, flags, print }: Pick<Deps, 'bench' | 'flags' | 'print'>,
): Promise<ReadonlyMap<string, readonly Measurement[]>> {
  const all = [...servers];
  const measured = new Map<string, Measurement[]>(all.map(([name]) => [name, []]));
  const connections = Math.max(...flags.connections);
  for (let round = 0; round <= flags.rounds; round++) {
    print(`round ${round} of ${flags.rounds}, load average ${loadavg()[0]?.toFixed(1)}`);
    const first = round % all.length;
    for (const [name, server] of [...all.slice(first), ...all.slice(0, first)]) {
      const measurement = await measure(bench, { server, authenticates: true, firstCard: 0 }, flags, { connections });
      const unexpected = Object.entries(measurement.unexpected);
      if (unexpected.length > 0)
        throw new Error(`${name}: ${unexpected.map(([what, n]) => `${n} × ${what}`).join(', ')}`);
      if (round > 0) measured.get(name)?.push(measurement);
      print(
        `  ${name.padEnd(18)} ${measurement.perSecond.toFixed(0).padStart(6)}/s  p99 ${measurement.p99Ms.toFixed(1)} ms  server ${wholeText(serverMicros(measurement))} us`,
      );
    }
  }
  return measured;
}

/** Compares the servers within each round, because the state of the machine changes from minute to minute. */
function operatedLines(measured: ReadonlyMap<string, readonly Measurement[]>, connections: number): string[] {
  const [base = []] = measured.values();
  const compared = (all: readonly Measurement[], of: (one: Measurement) => number) =>
    all.map((one, round) => of(one) / of(base[round]!));
  const toText = (ratios: readonly number[]) =>
    `${figureText(median(ratios))} (${figureText(Math.min(...ratios))} to ${figureText(Math.max(...ratios))})`;
  const share = (name: string) => {
    const all = measured.get(name);
    return all && median(compared(all, ({ perSecond }) => perSecond));
  };
  return [
    `Compared with the first, round by round: median (lowest to highest)`,
    tableRow([`${connections} conn.`, ...MEASURED_HEADS]),
    ...[...measured].map(([name, all]) => tableRow([name, ...measuredCells(all)])),
    ...[...measured]
      .slice(1)
      .flatMap(([name, all]) => [
        `  ${name}: requests/s ${toText(compared(all, ({ perSecond }) => perSecond))}`,
        `  ${name}: server CPU a message ${toText(compared(all, serverMicros))}`,
      ]),
    ...(measured.has(ONE_PERCENT)
      ? [compareWithGoal(ONE_PERCENT, share(ONE_PERCENT), MIN_RATIO_OF_UNTRACED, 'at least')]
      : []),
  ];
}

async function handshakeLines({ servers }: MeasuredServers): Promise<string[]> {
  const lines: string[] = [];
  for (const [name, server] of servers) {
    const microseconds = await measureHandshakes(server);
    if (microseconds !== undefined)
      lines.push(`  ${name}: a new connection costs the server ${wholeText(microseconds)} us`);
  }
  return lines;
}
