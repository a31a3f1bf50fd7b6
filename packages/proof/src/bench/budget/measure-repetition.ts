import type { Profiler } from 'node:inspector';
import type { BenchDatabase } from '../bench-database.ts';
import { median } from '../bench-figures.ts';
import { type MeasuredLoad, type Measurement, measure } from '../measurements/measure.ts';
import { PARTS } from './budget-parts.ts';
import type { BudgetSubjects } from './budget-subjects.ts';
import { type Figures, figureName, LONE_MESSAGE } from './cost-budget.ts';
import { costMultiples, messageCost, type Turn } from './message-cost.ts';

/** A fresh measurement of all figures of the budget. */
export interface Repetition {
  /** The measured multiples. */
  readonly figures: Figures;
  /** By number of connections. */
  readonly rounds: ReadonlyMap<number, readonly Turn[]>;
  readonly halfLoad: { readonly rate: number; readonly echo: Measurement; readonly product: Measurement };
  /** Profiles of the product at the largest number of connections. */
  readonly profiles: readonly Profiler.Profile[];
}

export const BUDGET_CARDS = 10_000;

/** How often echo and product are measured in turns, by number of connections. */
const ROUNDS = new Map([
  [256, 3],
  [64, 2],
]);
const LARGEST = Math.max(...ROUNDS.keys());
const AT_FULL_LOAD = { seconds: 2, warmUpSeconds: 0.5, cards: BUDGET_CARDS };
/** After this warm-up, the server has indexed and counted the decisions that it made at full load. */
const AT_LESS = { seconds: 3, warmUpSeconds: 2, cards: BUDGET_CARDS };
/** One message every 5 ms. */
const LONE_LOAD = { connections: 4, rate: 200 };
const HALF_LOAD_CONNECTIONS = 64;
/** The maximum share of unexpected answers. A few late answers while the machine pauses do not change the figures. */
const MAX_UNEXPECTED = 0.01;

export async function measureRepetition(database: BenchDatabase, subjects: BudgetSubjects): Promise<Repetition> {
  const run = async (subject: keyof BudgetSubjects, load: MeasuredLoad) =>
    checked(await measure(database, subjects[subject], load.rate === undefined ? AT_FULL_LOAD : AT_LESS, load));
  const profiled = (subject: keyof BudgetSubjects, connections: number) =>
    subjects[subject].server.profile(() => run(subject, { connections }));

  const rounds = new Map<number, Turn[]>();
  const full: Measurement[] = [];
  const profiles: Profiler.Profile[] = [];
  for (const [connections, count] of ROUNDS) {
    const measured: Turn[] = [];
    for (let turn = 0; turn < count; turn++) {
      const echo = await profiled('echo', connections);
      const product = await profiled('product', connections);
      measured.push({
        echo: messageCost(echo.result, echo.profile),
        product: messageCost(product.result, product.profile),
      });
      if (connections !== LARGEST) continue;
      full.push(product.result);
      profiles.push(product.profile);
    }
    rounds.set(connections, measured);
  }
  const lone = await run('product', LONE_LOAD);
  const rate = median(full.map(({ perSecond }) => perSecond)) / 2;
  const half = { connections: HALF_LOAD_CONNECTIONS, rate };
  const halfLoad = { rate, echo: await run('echo', half), product: await run('product', half) };
  const figures = new Map([[LONE_MESSAGE, allCpu(lone) / median(full.map(allCpu))]]);
  for (const [connections, measured] of rounds) {
    const multiples = costMultiples(measured);
    for (const part of PARTS) figures.set(figureName(connections, part), multiples[part]);
  }
  return { figures, rounds, halfLoad, profiles };
}

/** Returns the CPU of server and database for a message, in seconds. */
function allCpu({ serverCores = 0, profilerCores = 0, databaseCores = 0, perSecond }: Measurement): number {
  return (serverCores - profilerCores + databaseCores) / perSecond;
}

/**
 * Checks that the server approved. A server that refuses is cheap, so its figures are not those of an authorization.
 */
function checked(measurement: Measurement): Measurement {
  const unexpected = Object.values(measurement.unexpected).reduce((sum, count) => sum + count, 0);
  if (unexpected > measurement.answers * MAX_UNEXPECTED) {
    throw new Error(`unexpected answers: ${JSON.stringify(measurement.unexpected)}; nothing is compared`);
  }
  return measurement;
}
