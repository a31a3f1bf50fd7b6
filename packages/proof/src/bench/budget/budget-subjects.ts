import { join } from 'node:path';
import { benchScript, benchSettings, PRODUCT } from '../bench-process.ts';
import type { BenchTarget } from '../measurements/measure.ts';
import type { MeasureDeps } from '../measurements/measure-deps.ts';
import { type ProfiledServer, startProfiledServer } from './profiled-server.ts';

interface BudgetSubject extends BenchTarget {
  readonly server: ProfiledServer;
}

export interface BudgetSubjects {
  readonly echo: BudgetSubject;
  readonly product: BudgetSubject;
}

/** Starts the bare echo and the product, both with the same profiler. */
export async function startBudgetSubjects({ bench, flags, undone }: MeasureDeps): Promise<BudgetSubjects> {
  const profileOf = (name: string) => join(bench.folder, `${name}.cpuprofile`);
  const settings = { ...benchSettings(bench), ...flags.productSettings };
  const echo = await undone(startProfiledServer(benchScript('servers/echo-server.js'), {}, profileOf('echo')));
  const product = await undone(startProfiledServer(PRODUCT, settings, profileOf('product')));
  return {
    echo: { server: echo, authenticates: false, firstCard: 0 },
    product: { server: product, authenticates: true, firstCard: 0 },
  };
}
