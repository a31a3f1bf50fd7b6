import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateWebhookSecret } from '@cardwright/sdk';
import { BENCH_CONFIGURATION } from '../bench-cards.ts';
import type { BenchDatabase } from '../bench-database.ts';
import { figureText, median, tableRow } from '../bench-figures.ts';
import { type BenchServerProcess, benchScript, PRODUCT, startBenchServer } from '../bench-process.ts';
import { openBenchSandbox } from '../open-bench-sandbox.ts';
import { profileOptions } from '../profile-options.ts';
import { type Measurement, measure } from './measure.ts';
import type { MeasureDeps } from './measure-deps.ts';
import { MEASURED_HEADS, measuredCells } from './measured-cells.ts';
import { NONE, OWN_CONTROLS } from './measured-controls.ts';

const PARTNER_MS = 50;

const DATABASE = 'cardwright_own';

/** Measures what a bank's program, limits, rules and partner decision system cost an authorization. */
export async function measureOwn({ bench, flags, undone, print }: MeasureDeps): Promise<string[]> {
  const measured = new Map<string, Measurement[]>();
  const connections = Math.max(...flags.connections);
  const load = (server: BenchServerProcess) =>
    measure(bench, { server, authenticates: true, firstCard: 0 }, flags, { connections });
  const one = async (name: string, server: BenchServerProcess) => {
    const measurement = await load(server);
    measured.set(name, [...(measured.get(name) ?? []), measurement]);
    print(
      `  ${name.padEnd(18)} ${measurement.perSecond.toFixed(0).padStart(6)}/s  p99 ${measurement.p99Ms.toFixed(1)} ms`,
    );
    const unexpected = Object.entries(measurement.unexpected);
    if (unexpected.length > 0)
      throw new Error(`${name}: ${unexpected.map(([what, n]) => `${n} × ${what}`).join(', ')}`);
  };
  const { connection, settings } = await openBenchSandbox(bench, flags, DATABASE);
  const server = await undone(startBenchServer(PRODUCT, settings, await profileOptions(flags, 'own', print)));
  // Lets the server warm up, because it is slower at its start.
  await load(server);
  for (let round = 1; round <= flags.rounds; round++) {
    for (const { name, set } of OWN_CONTROLS) {
      await set(server, connection);
      await one(name, server);
    }
  }
  await server.stop();
  const partnerServer = await startWithPartner(bench, settings, undone);
  for (let round = 1; round <= flags.rounds; round++) await one(`asked, ${PARTNER_MS} ms`, partnerServer);
  return ownLines(measured, connections);
}

/** Starts another server on the same database whose banks have a partner decision system. */
async function startWithPartner(
  bench: BenchDatabase,
  settings: Readonly<Record<string, string>>,
  undone: MeasureDeps['undone'],
): Promise<BenchServerProcess> {
  const partner = await undone(
    startBenchServer(benchScript('servers/partner-server.js'), { BENCH_PARTNER_MS: String(PARTNER_MS) }),
  );
  const decision_partner = { url: `http://${partner.host}:${partner.port}/`, keys: [generateWebhookSecret()] };
  const configuration = {
    ...BENCH_CONFIGURATION,
    banks: BENCH_CONFIGURATION.banks.map((bank) => ({ ...bank, decision_partner })),
  };
  const configFile = join(bench.folder, 'with-partner.json');
  await writeFile(configFile, JSON.stringify(configuration));
  return await undone(startBenchServer(PRODUCT, { ...settings, CARDWRIGHT_CONFIG_FILE: configFile }));
}

function ownLines(measured: ReadonlyMap<string, readonly Measurement[]>, connections: number): string[] {
  const rateOf = (all: readonly Measurement[]) => median(all.map(({ perSecond }) => perSecond));
  const base = measured.get(NONE);
  const [rateHead, ...heads] = MEASURED_HEADS;
  return [
    tableRow([`${connections} conn.`, rateHead, 'of none', ...heads]),
    ...[...measured].map(([name, all]) => {
      const [rate, ...others] = measuredCells(all);
      return tableRow([name, rate, figureText(base && rateOf(all) / rateOf(base)), ...others]);
    }),
  ];
}
