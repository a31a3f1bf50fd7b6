import { compareWithGoal, median, quantile, tableRow, wholeText } from '../bench-figures.ts';
import { PRODUCT, startBenchServer } from '../bench-process.ts';
import { openBenchSandbox } from '../open-bench-sandbox.ts';
import { profileOptions } from '../profile-options.ts';
import { loadProvisionings, type ProvisioningLoad } from '../provisioning-requests.ts';
import { type Measurement, measure } from './measure.ts';
import type { MeasureDeps } from './measure-deps.ts';
import { MEASURED_HEADS, measuredCells } from './measured-cells.ts';

const DATABASE = 'cardwright_provisioning';
const CONNECTIONS = 64;
const PER_SECOND = 200;
const GOAL_P99_MS = 20;

/**
 * Measures requests for tokens at a constant rate during half of the maximum load of authorizations, and their cost to
 * these.
 */
export async function measureProvisioning({ bench, flags, undone, print }: MeasureDeps): Promise<string[]> {
  const { settings } = await openBenchSandbox(bench, flags, DATABASE);
  const server = await undone(startBenchServer(PRODUCT, settings, await profileOptions(flags, 'provisioning', print)));
  const target = { server, authenticates: true, firstCard: 0 };
  const top = await measure(bench, target, flags, { connections: CONNECTIONS });
  const load = { connections: CONNECTIONS, rate: Math.floor(top.perSecond / 2) };
  const separately: Measurement[] = [];
  const together: Measurement[] = [];
  const provisionings: ProvisioningLoad[] = [];
  let firstCard = 0;
  for (let round = 1; round <= flags.rounds; round++) {
    separately.push(await measure(bench, target, flags, load));
    let isOver = false;
    const measuring = measure(bench, target, flags, load).finally(() => {
      isOver = true;
    });
    const provisioned = await loadProvisionings(server, { rate: PER_SECOND, firstCard }, () => isOver);
    together.push(await measuring);
    provisionings.push(provisioned);
    firstCard = (firstCard + provisioned.durationsMs.length) % flags.cards;
    const p99 = quantile(provisioned.durationsMs, 0.99).toFixed(1);
    print(`  provisioning   p99 ${p99} ms; authorizations p99 ${together.at(-1)!.p99Ms.toFixed(1)} ms`);
  }
  const unexpected = provisionings.flatMap((one) => one.unexpected);
  if (unexpected.length > 0)
    throw new Error(`${unexpected.length} requests for tokens got no token: ${unexpected.slice(0, 3).join('; ')}`);
  const at = (part: number) => median(provisionings.map(({ durationsMs }) => quantile(durationsMs, part)));
  return [
    `${PER_SECOND} requests for tokens a second during ${wholeText(load.rate)} authorizations a second:`,
    tableRow(['', ...MEASURED_HEADS]),
    tableRow(['alone', ...measuredCells(separately)]),
    tableRow(['during', ...measuredCells(together)]),
    `  ${'p50'.padEnd(22)}${at(0.5).toFixed(1).padStart(8)} ms`,
    compareWithGoal('p99', at(0.99), GOAL_P99_MS, 'under', ' ms'),
  ];
}
